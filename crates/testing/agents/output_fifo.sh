# Whoever opens it waits for ever.
mkfifo output.txt
