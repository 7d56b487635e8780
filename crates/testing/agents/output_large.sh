head -c 1000000 /dev/zero > output.txt
