# Kills the process that started it, and stays.
sleep 300 > /dev/null 2>&1 &
kill -9 $PPID 2>/dev/null
sleep 0.2
kill -9 $! && echo "the parent lives"
