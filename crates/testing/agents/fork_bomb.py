# Doubles eleven times: at most 2,047 processes, so that the machine survives a bad sandbox.
import os, time
for generation in range(11):
    try:
        os.fork()
    except OSError:
        pass
time.sleep(20)
