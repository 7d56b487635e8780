# Tells what it finds around itself.
import os, sys
print("environment", *sorted(key for key in os.environ if key != "LC_CTYPE"))
print("input", repr(sys.stdin.read()))
# One more is the directory that is being listed.
print("descriptors", len(os.listdir("/proc/self/fd")) - 1)
print("cores", *os.sched_getaffinity(0))
print("here", os.getcwd() == os.environ["HOME"])
try:
    os.sched_setaffinity(0, range(os.cpu_count()))
    print("left its core")
except OSError:
    pass
