# Formats for machines and for CI, several at once, and links for terminals.
mkdir shared; touch shared/Python.h
printf 'static int n_calls;\n\tint use(void) { return n_calls++; }\n' > counted.c
check() {
    "$INSULATE" check "$@" -- -isystem shared 2>&1; echo "exit $?"
}
echo "# every format is valid, and has the finding"
check -q --format gitlab counted.c | sed 's/^exit.*//' | python3 -c '
import json, sys; print([(i["check_name"], i["severity"], i["location"]) for i in json.load(sys.stdin)])'
check -q --format junit counted.c | sed 's/^exit.*//' | python3 -c '
import sys, xml.etree.ElementTree as tree
for case in tree.fromstring(sys.stdin.read()).iter("testcase"):
    print(case.attrib, [(part.tag, part.attrib) for part in case])'
check -q --format markdown counted.c
echo "# the same answer in several formats"
check --report markdown=summary.md --report junit=out.xml --report text=out.txt --frames always counted.c
cat summary.md out.txt; grep -c testcase out.xml
echo "# what does not fit"
check --report counted.c counted.c
check --report xml=out.xml counted.c
check --report markdown=counted.c counted.c
check --report markdown=no/such/folder counted.c
printf '[tool.insulate]\nreport = ["text=counted.c"]\n' > pyproject.toml
check counted.c; rm pyproject.toml
echo "# a rule links to its page where a terminal opens links"
on_terminal() {
    python3 -c 'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))' \
        "$INSULATE" check -q "$@" counted.c -- -isystem shared </dev/null | tr -d '\r' | tr '\033' '^' | head -1
}
TERM=xterm on_terminal | grep -o '\[^.*'
TERM=dumb on_terminal | grep -o '\[state.*'
TERM=xterm on_terminal --color never
"$INSULATE" rule --format sarif | grep '"helpUri"' | sort -u | grep -v '"https://docs.python.org/3/howto/isolating-extensions.html#[a-z0-9-]*",$'
echo "# one line for each: JSON lines, pylint, Azure"
for format in json-lines pylint azure; do
    check -q --format $format counted.c; "$INSULATE" rule --format $format; echo "exit $?"
done
