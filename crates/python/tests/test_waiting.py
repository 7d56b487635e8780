"""While plyglot thinks, Python goes on: threads run, and Ctrl-C is heard."""

import signal
import subprocess
import sys
import threading
import time

import plyglot
import pytest

LONG = {
    "play": "plyglot.Engine().play(board, plyglot.Limit(time=600))",
    "analyse": "plyglot.Engine().analyse(board, plyglot.Limit(time=600), lines=3)",
    "perft": "board.perft(40)",
    "search": "plyglot.search(board, 'minimax', 20, most=10**9)",
    "solve": "plyglot.solve(text)",
}


@pytest.mark.parametrize("call", LONG.values(), ids=LONG)
@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_ctrl_c_ends_a_long_search(call):
    # A shell has what it starts in the background ignore Ctrl-C, and Python then leaves it so.
    script = f"""
import plyglot, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
board = plyglot.checkers.Board()
text = "12\\nMINIMAX\\nO\\n30\\n" + "1 2 3 4 5 6 7 8 9 1 2 3\\n" * 12 + "............\\n" * 12
print("begun", flush=True)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
    child = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    try:
        assert child.stdout.readline() == "begun\n"
        time.sleep(0.3)
        child.send_signal(signal.SIGINT)
        told, _ = child.communicate(timeout=60)
        assert (told, child.returncode) == ("interrupted\n", 0)
    finally:
        child.kill()
        child.communicate()


def test_other_threads_run_meanwhile():
    done = threading.Event()
    ticks = 0

    def think():
        plyglot.Engine().play(plyglot.checkers.Board(), plyglot.Limit(nodes=300_000))
        done.set()

    thread = threading.Thread(target=think)
    thread.start()
    while not done.wait(0.001):
        ticks += 1
    thread.join()
    assert ticks > 3


def test_one_board_in_many_threads():
    board = plyglot.checkers.Board()
    start = board.text
    failures = []

    def play():
        try:
            for _ in range(300):
                copy = board.copy()
                copy.push(copy.legal_moves[-1])
                board.legal_moves, board.text, board.picture()
                assert copy.pop() == board.legal_moves[-1]
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures and board.text == start
