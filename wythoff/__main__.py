"""``python -m wythoff``: the command."""

from wythoff._command import main

if __name__ == "__main__":
    main()
