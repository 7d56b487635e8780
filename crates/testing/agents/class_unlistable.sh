# Leaves a directory that nobody may look into, with files in it.
mkdir closed
head -c 3000000 /dev/zero > closed/file
chmod 000 closed
