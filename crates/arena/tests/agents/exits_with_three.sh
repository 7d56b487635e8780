# A right answer, and a failure.
echo move > output.txt
exit 3
