# A right answer, when the time is over.
sleep 30
echo move > output.txt
