# Something in a session of its own, without a parent, outlives the move.
(setsid sh -c 'touch there; exec sleep 300' > /dev/null 2>&1 &)
while [ ! -e there ]; do sleep 0.01; done
echo "(1,1)" > output.txt
