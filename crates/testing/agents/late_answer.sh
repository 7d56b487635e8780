# A right answer, when the time is over.
sleep 30
echo "(1,1)" > output.txt
