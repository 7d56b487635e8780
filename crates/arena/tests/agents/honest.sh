# Does what it should.
echo move > output.txt
