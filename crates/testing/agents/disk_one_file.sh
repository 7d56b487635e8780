# One file, at most 1 GB; where the system stops it, the try counts.
head -c 1000000000 /dev/zero > output.txt
sleep 5
