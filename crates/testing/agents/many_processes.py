# Starts as many processes as it can, at most 3,000; tells how many there were at once.
import os, time
count = 0
try:
    while count < 3000:
        if os.fork() == 0:
            time.sleep(20)
            os._exit(0)
        count += 1
        open("count", "w").write(str(count))
except OSError:
    pass
time.sleep(20)
