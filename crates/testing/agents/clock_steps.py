# How many different times its own clock shows in 0.3 s.
import time
seen, end = set(), time.time() + 0.3
while time.time() < end:
    seen.add(time.clock_gettime_ns(time.CLOCK_PROCESS_CPUTIME_ID))
print(len(seen))
