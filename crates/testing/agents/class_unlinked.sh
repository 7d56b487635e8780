# 60 MB in a file that has no name any more.
exec 3> file
rm file
head -c 60000000 /dev/zero >&3
