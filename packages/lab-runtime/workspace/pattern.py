"""Prints a text in which no four letters occur twice, and finds the position of a piece of it."""
import itertools
import string
import sys


def letters():
    """Yields a de Bruijn sequence: every four letters once. It joins the Lyndon words of length 1, 2 and 4, in order."""
    word = [-1]
    while word:
        word[-1] += 1
        if 4 % len(word) == 0:
            yield from word
        length = len(word)
        while len(word) < 4:
            word.append(word[-length])
        while word and word[-1] == 25:
            word.pop()


TEXT = "".join(string.ascii_lowercase[n] for n in itertools.islice(letters(), 4096))


def find(word):
    """Returns how many letters come before a number from memory, such as 0x61616162; -1 if it is not in the text."""
    number = int(word, 16)
    size = 8 if number > 0xFFFFFFFF else 4
    return TEXT.find(number.to_bytes(size, "little").decode("latin-1"))


if len(sys.argv) == 3 and sys.argv[1] == "--find":
    at = find(sys.argv[2])
    print(f"{at} letters come before it" if at >= 0 else "not in the pattern")
elif len(sys.argv) == 2 and sys.argv[1].isdigit():
    print(TEXT[: int(sys.argv[1])])
else:
    sys.exit("usage: python3 pattern.py LENGTH, or python3 pattern.py --find 0x61616162")
