# Answers, then closes its own directory and what is in it.
echo "(1,1)" > output.txt
mkdir -p sub/sub
chmod 000 sub/sub
chmod 500 sub
chmod 500 .
exit 0
