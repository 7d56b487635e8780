# The smallest step that its own clock makes, in microseconds.
import time
least, last, end = 10**9, time.clock_gettime_ns(time.CLOCK_PROCESS_CPUTIME_ID), time.time() + 0.2
while time.time() < end:
    now = time.clock_gettime_ns(time.CLOCK_PROCESS_CPUTIME_ID)
    if now > last:
        least = min(least, now - last)
        last = now
print(least // 1000)
