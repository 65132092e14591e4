# Frames: the line of each finding, where somebody reads; a pipe gets what it always got.
mkdir shared; touch shared/Python.h
printf 'static int n_calls;\n\tint use(void) { return n_calls++; }\n' > counted.c
check() {
    "$INSULATE" check -q "$@" -- -isystem shared 2>&1
}
echo "# a pipe: only on demand"
check counted.c
check --frames always counted.c
check --frames never counted.c
echo "# a terminal: there, unless they are not wanted"
on_terminal() {
    python3 -c 'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))' \
        "$INSULATE" check -q --color never "$@" -- -isystem shared </dev/null | tr -d '\r'
}
on_terminal counted.c
on_terminal --frames never counted.c
echo "# no frame in other formats, nor in a file"
check --frames always --format github counted.c
check --output answer counted.c; grep -c '|' answer
echo "# the end of the word, in bytes, and in characters for SARIF"
printf '/* \303\251 */ static int n_calls; int use(void) { return n_calls++; }\n' > wide.c
check --format json wide.c | grep -o '"\(end_\)\?column": [0-9]*'
check --format sarif wide.c | grep -o '"\(start\|end\)Column": [0-9]*'
echo "# what was analysed is shown, and of the project only"
echo '#include "broken.h"' > main.c; echo 'int use(void) { return undeclared; }' > shared/broken.h
check --frames always main.c | grep -c 'return undeclared'
cp shared/broken.h .; check --frames always main.c | grep 'return undeclared'
echo "# options of other commands are not unknown"
"$INSULATE" scan --frames always x.so; echo "exit $?"
"$INSULATE" record --baseline known.json -- true; echo "exit $?"
printf '[tool.insulate]\nbaseline = "known.json"\n[tool.insulate.record]\nbaseline = "known.json"\n' > pyproject.toml
"$INSULATE" record -- true; echo "exit $?"
