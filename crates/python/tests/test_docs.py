"""Everything has a docstring, every example in them and in the docs is true, and the stubs know all of it."""

import ast
import doctest
import inspect
import pathlib

import plyglot
import pytest

DOCS = [pathlib.Path(__file__).parents[3] / "docs" / "PYTHON.md", pathlib.Path(__file__).parents[1] / "README.md"]
MODULES = [plyglot, plyglot.errors, plyglot.game, plyglot.star_circle, plyglot.checkers, plyglot.stake_raid, plyglot.mancala,
           plyglot.capture_go]


def documented():
    """All that is public, by its name."""
    for module in MODULES:
        yield module.__name__, module
        names = getattr(module, "__all__", None) or [name for name in vars(module) if name[0].isupper()]
        for name in names:
            thing = getattr(module, name)
            if inspect.ismodule(thing) or name.startswith("__"):
                continue
            yield f"{module.__name__}.{name}", thing
            if inspect.isclass(thing):
                for member, value in vars(thing).items():
                    if not member.startswith("_"):
                        yield f"{module.__name__}.{name}.{member}", value


ALL = dict(documented())


@pytest.mark.parametrize("name", ALL)
def test_docstrings(name):
    text = inspect.getdoc(ALL[name])
    assert text, f"{name} has no docstring"
    run(text, name)


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.name)
def test_pages(path):
    # A fence ends an example; doctest would take it for what is printed.
    text = path.read_text(encoding="utf-8").replace("```", "")
    assert run(text, path.name) > 0


def run(text, name):
    test = doctest.DocTestParser().get_doctest(text, {"plyglot": plyglot}, name, name, 0)
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    runner = doctest.DocTestRunner(optionflags=flags, verbose=False)
    told = []
    runner.run(test, out=told.append)
    assert runner.failures == 0, "".join(told)
    return runner.tries


def stubbed(path):
    """The names of a stub: its own, and the members of its classes."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            yield node.name, {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
        elif isinstance(node, ast.FunctionDef):
            yield node.name, set()


def test_stubs_know_what_there_is():
    folder = pathlib.Path(plyglot.__file__).parent / "_native"
    stubs = dict(stubbed(folder / "__init__.pyi"))
    native = plyglot._native
    for name, thing in vars(native).items():
        if name.startswith("_") or inspect.ismodule(thing):
            continue
        assert name in stubs, name
        if inspect.isclass(thing):
            members = {member for member in vars(thing) if not member.startswith("__")}
            assert members <= stubs[name], members - stubs[name]
    for game in plyglot.games():
        assert "Board" in dict(stubbed(folder / f"{game.name.replace('-', '_')}.pyi"))
    assert (folder.parent / "py.typed").exists()
