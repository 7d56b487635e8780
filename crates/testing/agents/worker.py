# Works in a given shape. Every process writes down what it used, by its own clock.
import os, signal, sys, threading, time

WORK = 0.08


def work(seconds=WORK):
    start = time.thread_time()
    while time.thread_time() - start < seconds:
        sum(range(1000))


def sign():
    with open("draft-%d" % os.getpid(), "w") as truth:
        truth.write(str(time.clock_gettime_ns(time.CLOCK_PROCESS_CPUTIME_ID)))
    os.rename("draft-%d" % os.getpid(), "truth-%d" % os.getpid())


def child():
    work()
    sign()
    os._exit(0)


def signed(count):
    while sum(name.startswith("truth") for name in os.listdir(".")) < count:
        time.sleep(0.01)


shape = sys.argv[1]
if shape == "threads":
    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
elif shape == "forked":
    for _ in range(4):
        os.fork() or child()
    for _ in range(4):
        os.wait()
elif shape == "orphans":
    for _ in range(4):
        if os.fork() == 0:
            os.setsid()
            os.fork() or child()
            sign()
            os._exit(0)
        os.wait()
    signed(8)
elif shape == "unreaped":
    for _ in range(4):
        os.fork() or child()
    signed(4)
elif shape == "ignored":
    # Nobody waits for these; one after the other, so that the dead are forgotten meanwhile.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for number in range(4):
        os.fork() or child()
        signed(number + 1)
elif shape == "deserters":
    for _ in range(2):
        if os.fork() == 0:
            os.fork() or work(30)
            os._exit(0)
        os.wait()
sign()
os._exit(0)
