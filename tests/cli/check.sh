# check: findings and exit codes, suppressions, flags, and input that is no C.
cat > clean.c <<'C'
static const int limit = 3;
int use(void) { return limit; }
C
cat > counted.c <<'C'
#include "config.h"
static int n_calls;
int use(void) { return n_calls += STEP; }
C
cat > broken.c <<'C'
int use(void) { return undeclared; }
C
printf '\000\001binary' > binary.c
mkdir empty headers shared; rm -f answer
echo '#define STEP 1' > headers/config.h

# The headers of no Python are needed: without one that has them, say so.
# A compiler's own words differ from version to version: they become (…).
check() {
    "$INSULATE" check --color never "$@" -- -isystem shared >answer 2>&1
    code=$?
    sed 's/error: .*; this file/error: (…); this file/' answer
    echo "exit $code"
}
touch shared/Python.h

echo "# findings"
check clean.c
check counted.c
check --select type-static counted.c
check --exit-zero -q counted.c
check --format github -q counted.c
check .
check empty

echo "# flags"
mv headers/config.h shared/other.h
check counted.c
"$INSULATE" check -q counted.c -- -DSTEP=2 -isystem shared -include shared/other.h; echo "exit $?"
sed -i '/config/d' counted.c
cat > compile_commands.json <<'C'
[{"directory": ".", "file": "counted.c", "command": "gcc -fsome-gcc-flag -DSTEP='1 + 1' -Ishared -c counted.c"}]
C
check counted.c
check .
echo '-I "../headers" -D STEP=7' > shared/flags.txt
echo '[{"directory": "shared", "file": "../counted.c", "command": "gcc @flags.txt -c ../counted.c"}]' > compile_commands.json
sed -i '1i #include "config.h"' counted.c; mkdir -p headers; echo '#define OTHER 1' > headers/config.h
check counted.c
# a standard of the other language, which gcc ignores
echo '[{"directory": "shared", "file": "../counted.c", "command": "gcc @flags.txt -std=gnu++11 -c ../counted.c"}]' > compile_commands.json
check counted.c
rm compile_commands.json

echo "# what cannot be done"
check missing.c
check clean.c missing.c
check shared/other.txt
check --python no-such-python clean.c
"$INSULATE" check --python false clean.c; echo "exit $?"
"$INSULATE" check --python true clean.c; echo "exit $?"
check --libclang no-such-library clean.c
INSULATE_LIBCLANG=empty check clean.c
check -p empty clean.c
echo '{' > empty/compile_commands.json
check -p empty clean.c
echo '[{"file": 3}]' > empty/compile_commands.json
check -p empty clean.c
check --select no-such-rule clean.c
check --jobs 0 clean.c
echo "# what the database does not list, and what of that matters"
mkdir -p listed/build; cd listed
printf '#include "Python.h"\nint one;\n' > one.c; cp one.c build/one.c
printf '#include <stdio.h>\nint main(void) { return 0; }\n' > tool.c
printf '#include <Python.h>\nint two;\n' > two.c
printf '#include "common.h"\nPyObject *three;\n' > three.c
printf '/* no PyObject */\n#define TEXT "PyObject"\n' > comment.c
printf '[{"directory": ".", "file": "one.c", "command": "gcc -I. -c one.c"}]' > compile_commands.json
: > Python.h
check .
check -v . | grep 'database does'
check two.c
rm two.c three.c
check .
