"""Answers to the byte, and explanations of wrong ones."""

import pathlib

import plyglot
import pytest

CASES = pathlib.Path(__file__).parents[2] / "games" / "tests" / "cases"
COUNTS = {"star-circle": 150, "checkers": 200, "stake-raid": 150, "mancala": 100, "capture-go": 100}

INPUT = "3\nMINIMAX\nO\n2\n1 8 23\n5 42 12\n26 30 9\nX..\n...\n...\n"


def read(path):
    return path.read_bytes().decode()


def lasting(printed):
    """What Capture Go's program prints, without its running times."""
    lines = [line for line in printed.splitlines() if line and line != "Comparison:" and "running time" not in line]
    return "".join(line + "\n" for line in lines)


@pytest.mark.parametrize("game", COUNTS)
def test_cases(game):
    cases = sorted((CASES / game).iterdir())
    assert len(cases) == COUNTS[game]
    for case in cases:
        text = read(case / "input.txt")
        expected = {path.name: read(path) for path in case.iterdir() if path.name != "input.txt"}
        if game == "checkers":
            # There is no single right turn: it must be one of the legal ones, which are all listed.
            answer = plyglot.solve(text, limit=plyglot.Limit(nodes=2000))
            assert answer.legal == expected["legal.txt"].splitlines(), case
            assert answer.move in answer.legal, case
            assert answer.files["output.txt"] == answer.move.replace(" ; ", "\n") + "\n", case
        elif game == "capture-go":
            assert lasting(plyglot.solve(text).printed) == expected["expected.txt"], case
        else:
            answer = plyglot.solve(text)
            assert answer.files == expected and answer.game == game, case


@pytest.mark.parametrize("game", COUNTS)
def test_right_answers_are_right(game):
    for case in sorted((CASES / game).iterdir())[:5]:
        text = read(case / "input.txt")
        files = plyglot.solve(text, limit=plyglot.Limit(nodes=500)).files
        files.pop("playdata.txt", None)
        report = plyglot.explain(text, files)
        assert report.right and bool(report) and str(report) == "The answer is right.", case


def test_a_wrong_answer_is_explained():
    report = plyglot.explain(INPUT, {"output.txt": b"C2 Stake\nX..\n...\n.O.\n"})
    assert not report.right and not report
    assert (report.file, report.line, report.expected, report.found) == ("output.txt", 1, "B3 Stake↵", "C2 Stake↵")
    assert report.kind == "wrong output" and report.why and "swapped" in str(report)
    assert [misreading.name for misreading in report.misreadings] == ["swapped"]
    hint = plyglot.explain(INPUT, "C2 Stake\nX..\n...\n.O.\n", level="hint")
    assert hint.line == 1 and hint.expected is None and "B3" not in str(hint)


def test_what_cannot_be_explained():
    with pytest.raises(ValueError, match="this input is answered by output.txt"):
        plyglot.explain(INPUT, {"answer.txt": "C2 Stake"})
    with pytest.raises(ValueError, match="expected off, hint or full"):
        plyglot.explain(INPUT, "", level="everything")
    with pytest.raises(TypeError):
        plyglot.explain(INPUT, 3)
    with pytest.raises(ValueError, match="only one edition"):
        plyglot.explain(INPUT, "", edition="first")
    assert plyglot.explain(INPUT, b"\xff").kind == "bad format"


def test_options():
    assert plyglot.solve(INPUT, depth=1).depth == 1
    assert plyglot.solve(INPUT, game="stake_raid").game == plyglot.read(INPUT).game_name == "stake-raid"
    with pytest.raises(plyglot.InputError) as caught:
        plyglot.solve(INPUT.replace("42", "x"))
    assert (caught.value.line, caught.value.column) == (6, 3)
    with pytest.raises(plyglot.InputError):
        plyglot.solve("")
    with pytest.raises(plyglot.InputError, match="larger than"):
        plyglot.solve("x" * (1 << 21))
    with pytest.raises(ValueError):
        plyglot.solve(INPUT, depth=0)
    with pytest.raises(plyglot.InputError):
        plyglot.solve(INPUT, game="chess")
