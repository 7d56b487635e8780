head -c 1000000000 /dev/zero
echo done >&2
