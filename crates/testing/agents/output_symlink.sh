# The referee should read somebody else's file.
ln -s /etc/passwd output.txt
