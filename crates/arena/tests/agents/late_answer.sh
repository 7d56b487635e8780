# A right answer, when the time is over.
sleep 2
echo move > output.txt
