"""`python -m plyglot` is the command line."""

import pathlib
import subprocess
import sys

import plyglot
import pytest

INPUT = "3\nMINIMAX\nO\n2\n1 8 23\n5 42 12\n26 30 9\nX..\n...\n...\n"


def run(*arguments, folder=None, program=(sys.executable, "-m", "plyglot")):
    return subprocess.run([*program, *arguments], cwd=folder, capture_output=True, text=True, timeout=300, check=False)


def test_it_solves(tmp_path):
    (tmp_path / "input.txt").write_text(INPUT)
    done = run(folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "output.txt").read_text() == plyglot.solve(INPUT).files["output.txt"]


def test_exit_codes_and_messages(tmp_path):
    (tmp_path / "input.txt").write_text(INPUT)
    (tmp_path / "output.txt").write_text("C2 Stake\nX..\n...\n.O.\n")
    assert run("explain", "input.txt", "output.txt", folder=tmp_path).returncode == 1
    wrong = run("solve", "missing.txt", folder=tmp_path)
    assert wrong.returncode == 2 and wrong.stderr.startswith("missing.txt: ") and wrong.stdout == ""
    assert run("--version").stdout.strip() == f"plyglot {plyglot.__version__}"
    unknown = run("--nonsense")
    assert unknown.returncode == 2 and "--nonsense" in unknown.stderr
    shown = run("--help")
    assert shown.returncode == 0 and "plyglot" in shown.stdout and "__main__" not in shown.stdout


def test_the_script_is_the_same():
    script = pathlib.Path(sys.executable).parent / ("plyglot.exe" if sys.platform == "win32" else "plyglot")
    if not script.exists():
        pytest.skip("the script is not beside this python")
    assert run("--version", program=[str(script)]).stdout == run("--version").stdout


@pytest.mark.skipif(sys.platform != "linux", reason="programs are run in a sandbox on Linux")
def test_it_runs_programs(tmp_path):
    # The warden that watches over a program is this package once more.
    agent = pathlib.Path(__file__).parents[3] / "examples" / "agent"
    match = ("match", "--game", "stake-raid", "--games", "2", "--seed", "1", str(agent), "random")
    done = run(*match, folder=tmp_path)
    if "python3" in done.stderr and done.returncode == 2:
        pytest.skip("there is no python3 where programs are looked for")
    assert done.returncode == 0, done.stderr
    assert "greedy-python against random: +2 =0 -0" in done.stdout, done.stdout + done.stderr
