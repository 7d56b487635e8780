# 400 MB of shared memory that its only process has looked away from.
import mmap, time
hoard = mmap.mmap(-1, 400 << 20)
for place in range(0, 400 << 20, 1 << 20):
    hoard[place:place + (1 << 20)] = b"x" * (1 << 20)
    hoard.madvise(mmap.MADV_DONTNEED, place, 1 << 20)
time.sleep(20)
