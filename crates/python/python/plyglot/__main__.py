"""The command line: ``python -m plyglot`` is ``plyglot``."""

from __future__ import annotations

import pathlib
import sys

from plyglot import _native

# A warden is started without an environment, and so has to be told where this package is.
_AGAIN = "import sys; sys.path.insert(0, {folder!r}); from plyglot.__main__ import main; main()"


def main() -> None:
    """Runs the command that this process was started with, and ends with its exit code."""
    folder = str(pathlib.Path(__file__).resolve().parent.parent)
    again = [sys.executable, "-I", "-c", _AGAIN.format(folder=folder)]
    sys.exit(_native.run_command(["plyglot", *sys.argv[1:]], again))


if __name__ == "__main__":
    main()
