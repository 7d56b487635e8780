# Uses no CPU time at all.
sleep 1000
