"""`python -m app`."""

import sys

from app.commands import main

if __name__ == "__main__":
    sys.exit(main())
