# An orphan dies by a signal without a name, then so does the program.
import os, signal, time
if os.fork() == 0:
    if os.fork() == 0:
        os.kill(os.getpid(), signal.SIGRTMIN + 3)
    os._exit(0)
os.wait()
time.sleep(0.05)
os.kill(os.getpid(), signal.SIGRTMIN + 5)
