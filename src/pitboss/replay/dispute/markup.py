"""Text in the HTML of a dispute page, written as browsers write it."""

import html


def escape(text: str) -> str:
    """A text as the content of an element, with a space for what cannot be printed.

    Quotation marks stand as they are, so a browser that writes the page it has parsed gives the same text.
    """
    plain = text if text.isprintable() else "".join(map(_printable, text))
    return html.escape(plain, quote=False)


def _printable(character: str) -> str:
    return character if character.isprintable() or character == "\n" else " "
