"""Draws docs/run.svg: the three commands of README.md in a terminal, as they run.

usage: picture.py PROGRAM [--write]

The commands are those of the README, on the package that it names, and run in a
pseudo-terminal.  What differs between machines and runs is left out: the folder, times
and the last number of Python's version.  Without --write, exit status 1 says that the
file is not what a run gives.
"""

import argparse
import fcntl
import html
import os
import pty
import re
import struct
import sys
import tempfile
import termios
import textwrap
from pathlib import Path

import pages

PICTURE = pages.ROOT / "docs/run.svg"
COLUMNS = 112
# Of a command with more than MOST findings and lines, the first and last are shown.
MOST, HEAD, TAIL = 5, 2, 1
FONT, LINE, MARGIN = 13, 19, 18  # pixels
STYLES = {"1": "bold", "2": "dim", "31": "red", "32": "green", "33": "yellow", "36": "cyan"}
ESCAPE = re.compile(r"\x1b\[([\d;]*)m|\x1b\]8;[^\x1b]*\x1b\\")
CSS = """\
svg { --back: #ffffff; --edge: #d0d7de; --text: #1f2328; --dim: #59636e; --red: #b3261e;
  --green: #116329; --yellow: #7d4e00; --cyan: #0a5c75 }
@media (prefers-color-scheme: dark) {
  svg { --back: #0d1117; --edge: #3d444d; --text: #e6edf3; --dim: #9aa4af; --red: #ff8a80;
    --green: #5fd37a; --yellow: #e3b341; --cyan: #6cc7e6 } }
rect { fill: var(--back); stroke: var(--edge) }
text { fill: var(--text); font: %dpx ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace;
  white-space: pre }
.bold { font-weight: bold } .dim { fill: var(--dim) } .red { fill: var(--red) }
.green { fill: var(--green) } .yellow { fill: var(--yellow) } .cyan { fill: var(--cyan) }
""" % FONT


def run_in_terminal(reader, command):
    """(status, output) as pages.Reader.run() gives them, of a command in a terminal."""
    mine, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 50, COLUMNS, 0, 0))
    with tempfile.NamedTemporaryFile("w", suffix=".sh") as script:
        script.write(f"{command}\n")
        script.flush()
        child = os.fork()
        if child == 0:
            take_terminal(its)
            os.chdir(reader.folder)
            os.execvpe("bash", ["bash", script.name], {**reader.environment, "TERM": "xterm"})
        os.close(its)
        output = b""
        while True:
            try:
                block = os.read(mine, 65536)
            except OSError:  # what Linux says when the last writer is gone
                break
            if not block:
                break
            output += block
        os.close(mine)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return status, output.decode(errors="replace").replace("\r\n", "\n")


def take_terminal(descriptor):
    os.setsid()
    fcntl.ioctl(descriptor, termios.TIOCSCTTY, 0)
    for each in (0, 1, 2):
        os.dup2(descriptor, each)


def is_same_everywhere(text, reader):
    """TEXT without what differs between machines and runs."""
    text = re.sub(r"^.*\r\x1b\[K", "", text, flags=re.M)  # progress that was wiped out
    text = re.sub(r"\S*(/usr/include/python[^:]*):\d+:\d+", r"\1", text)
    for folder in (reader.folder, reader.python.folder, reader.work.parent):
        text = text.replace(f"{folder}/", "")
    text = re.sub(r"\b(3\.\d+)\.\d+\b", r"\1", text)
    return re.sub(r" in [\d.]+ s\b", "", text)


def rows_of(text):
    """Rows of a terminal: lists of (text, styles)."""
    for line in text.splitlines():
        parts, styles, end = [], set(), 0
        for match in [*ESCAPE.finditer(line), None]:
            piece = line[end:match.start()] if match else line[end:]
            parts += [(letter, frozenset(styles)) for letter in piece]
            if match is None:
                break
            end = match.end()
            for number in (match.group(1) or "").split(";"):
                if number in ("", "0"):
                    styles = set() if match.group(1) is not None else styles
                else:
                    styles = styles | {STYLES[number]}
        plain = "".join(letter for letter, _ in parts)
        indent = re.match(r" *", plain).group()
        begin = 0
        for row in textwrap.wrap(plain, COLUMNS, subsequent_indent=indent + "  ",
                                 break_on_hyphens=False) or [""]:
            words = row if begin == 0 else row[len(indent) + 2:]
            begin = plain.index(words, begin)
            lead = [] if words == row else [(" " * (len(indent) + 2), frozenset())]
            yield lead + parts[begin:begin + len(words)]
            begin += len(words)


def svg_row(parts, y):
    spans, last = [], None
    for text, styles in parts:
        if styles == last:
            spans[-1][0] += text
        else:
            spans.append([text, styles])
        last = styles
    inner = "".join(
        f'<tspan class="{" ".join(sorted(styles))}">{html.escape(text)}</tspan>' if styles
        else html.escape(text) for text, styles in spans)
    return f'<text x="{MARGIN}" y="{y}" xml:space="preserve">{inner}</text>\n'


def draw(transcript):
    """An SVG of [(command, output)]."""
    rows = []
    for command, output in transcript:
        if rows:
            rows.append([])
        rows.append([("$ ", frozenset({"dim"})), (command, frozenset({"bold"}))])
        groups = re.findall(r"^(?!\x1b\[2m)\S.*\n(?:(?:\s|\x1b\[2m).*\n)*", output, re.M)
        if len(groups) > MOST:
            n_left = sum(group.count("\n") for group in groups[HEAD:-TAIL])
            groups[HEAD:-TAIL] = [f"\x1b[2m… {n_left} more lines\x1b[0m\n"]
        rows += rows_of("".join(groups))
    width, height = 2 * MARGIN + int(COLUMNS * FONT * 0.605), 2 * MARGIN + len(rows) * LINE
    body = "".join(svg_row(row, MARGIN + LINE * i + FONT) for i, row in enumerate(rows))
    title = html.escape("; ".join(command for command, _ in transcript))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="img" aria-labelledby="title">\n'
            f"<title id=\"title\">A terminal: {title}</title>\n<style>\n{CSS}</style>\n"
            f'<rect x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="8"/>\n'
            f"{body}</svg>\n")


def quick_start():
    """(commands before, the three) of README.md: its first two blocks `sh` under the
    heading "Quick start"."""
    text = (pages.ROOT / "README.md").read_text().split("## Quick start\n", 1)[1]
    blocks = re.findall(r"^```sh\n(.*?)^```$", text, re.M | re.S)
    return [[re.sub(r"\s+# .*", "", line) for line in block.splitlines()]
            for block in blocks[:2]]


def run_quick_start(program, folder):
    """[(command, status, output)] of the three commands."""
    reader = pages.Reader(folder, program, ["ciso8601"])
    before, commands = quick_start()
    for command in before:
        status, output = reader.run(command)
        if status != 0:
            raise RuntimeError(f"{command}: exit status {status}\n{output}")
    transcript = []
    for command in commands:
        status, output = run_in_terminal(reader, command)
        transcript.append((command, status, is_same_everywhere(output, reader)))
    return transcript


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=Path)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="insulate-picture-") as folder:
        transcript = run_quick_start(options.program.resolve(), folder)
    picture = draw([(command, output) for command, _, output in transcript])
    if options.write:
        PICTURE.write_text(picture)
    elif PICTURE.read_text() != picture:
        sys.exit(f"{PICTURE} is not what a run gives; picture.py PROGRAM --write draws it again")


if __name__ == "__main__":
    main()
