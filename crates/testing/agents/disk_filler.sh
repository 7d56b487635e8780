# Many files, at most 200 MB in all.
i=0
while [ $i -lt 200 ]; do
  head -c 1000000 /dev/zero > file$i
  i=$((i + 1))
done
sleep 5
