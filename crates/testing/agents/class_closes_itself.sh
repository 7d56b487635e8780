# Answers, then closes its own directory.
cp input.txt output.txt
chmod 500 .
