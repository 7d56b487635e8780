# Answers, and closes its directory behind it.
echo "(1,1)" > output.txt
mkdir -p a/b
touch a/b/file
chmod 000 a
chmod 100 .
exit 0
