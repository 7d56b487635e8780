# Fills the disk where nobody can look.
mkdir hidden
chmod 300 hidden
head -c 33554432 /dev/zero > hidden/large
sleep 5
