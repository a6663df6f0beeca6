# What the programs of REST clients share: their scenarios by name, comparisons, and waiting. Without arguments a program prints its
# scenarios as JSON; with `SCENARIO INPUT` it runs one of them, and fails with a line that says where and why.
import json
import sys
import time
import traceback
import uuid

INPUT = json.loads(sys.argv[2]) if len(sys.argv) > 2 else {}
FIRST_TS = 1_700_000_000_000
PASSWORD = "A-password-of-a-test-1"
SCENARIOS = {}


def scenario(function):
    """Its first line of documentation is its name in the table."""
    SCENARIOS[function.__name__] = function
    return function


def equal(actual, expected):
    if actual != expected:
        raise AssertionError(f"{actual!r} is not {expected!r}")


def refused(status, call):
    """The error with which the client tells of this status."""
    try:
        answer = call()
    except Exception as error:
        if getattr(error, "status", None) is None:
            raise
        equal(error.status, status)
        return error
    raise AssertionError(f"{answer!r}, although it is to be refused")


def wait_for(is_so, seconds=30):
    deadline = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > deadline:
            raise TimeoutError(f"it has not happened within {seconds} s")
        time.sleep(0.05)


def unique(kind):
    return f"{kind} {uuid.uuid4().hex[:8]}"


def main():
    if len(sys.argv) == 1:
        print(json.dumps({name: function.__doc__ for name, function in SCENARIOS.items()}))
        return
    try:
        SCENARIOS[sys.argv[1]]()
    except Exception as error:
        program = sys.argv[0]
        lines = [str(frame.lineno) for frame in traceback.extract_tb(error.__traceback__) if frame.filename == program]
        body = getattr(error, "body", None)
        sys.exit(
            f"lines {', '.join(lines)}: {type(error).__name__}: {' '.join(str(error if body is None else body).split())}"
        )
