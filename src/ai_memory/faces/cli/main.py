"""The entry point. It imports nothing until Ctrl-C has somewhere to land."""

import sys


def main() -> None:
    """Run the command line and leave with its exit code."""
    try:
        from ai_memory.faces.cli.app import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        # Caught here only while the program is still starting; `run` catches the rest.
        code = 130
    sys.exit(code)
