"""Tries everything to get points without playing."""

import glob
import os
import signal
import subprocess

CASES = "@CASES@"
OUT = "@OUT@"


def attempt(what):
    try:
        what()
    except BaseException:
        pass


def copy_answer():
    mine = open("input.txt").read()
    for path in glob.glob(CASES + "/*/input.txt"):
        if open(path).read() == mine:
            answer = open(path.replace("input.txt", "output.txt")).read()
            open("output.txt", "w").write(answer)


def copy_what_was_linked():
    open("output.txt", "w").write(open("stolen.txt").read())


def change_results():
    for path in glob.glob(OUT + "/results/*/*.json"):
        open(path, "w").write(open(path).read().replace("wrong_output", "right"))
    open(OUT + "/results/touched", "w").write("x")


def stop_the_run():
    for pid in {os.getppid(), os.getpgid(0)} - {os.getpid(), 1, 0}:
        os.kill(pid, signal.SIGKILL)


def stay_behind():
    subprocess.Popen(["sleep", "600"], start_new_session=True)


for what in (stay_behind, change_results, copy_answer, copy_what_was_linked, stop_the_run):
    attempt(what)
if not os.path.exists("output.txt"):
    os.symlink(CASES + "/01/output.txt", "output.txt")
print("\x1b[31m<script>alert(1)</script>")
