# Something in a session of its own, without a parent, outlives the move.
(setsid sleep 300 > /dev/null 2>&1 &)
# Until it is there; the shell that starts it must be gone too.
sleep 0.2
echo move > output.txt
