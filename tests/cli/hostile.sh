# check on hostile input: each file gets its finding, and the rest of the run goes on.
mkdir -p shared tree/loop; touch shared/Python.h
ln -s .. tree/loop/self
ln -s missing tree/dangling.c
printf 'static int n_calls;\r\nint use(void)\r\n{\r\n    return ++n_calls;  /* caf\351 */\r\n}\r\n' > tree/crlf.c
printf '#include "not_there.h"\nstatic int n;\nint f(void) { return n++; }\n' > tree/lacking.c
printf 'int a;\000\000\377\376\n' > tree/zeroes.c
{
    echo '#define A0(x) x'
    i=1
    while [ $i -lt 14 ]; do
        echo "#define A$i(x) A$((i - 1))(A$((i - 1))(x))"
        i=$((i + 1))
    done
    echo 'static int deep; void set(int x) { deep = A13(x); }'
} > tree/macros.c
{
    printf 'int nested(int x) { return '
    i=0
    while [ $i -lt 3000 ]; do printf '('; i=$((i + 1)); done
    printf 'x; }\n'
} > tree/nested.c
# What is no text, or too much of it: pipes and devices are passed over in folders.
mkfifo tree/pipe.c; ln -s /dev/zero tree/zero.c; mkdir tree/folder.c
truncate -s 70M tree/toobig.c
printf '\357\273\277static int n_marked;\nint mark(void) { return n_marked++; }\n' > tree/mark.c
printf '\377\376i\000n\000t\000' > tree/utf16.c
printf '#include "again.h"\n' > tree/again.h
printf '#include "again.h"\nint x;\n' > tree/again.c
{
    echo '#define B0(x) x'
    i=1
    while [ $i -lt 40 ]; do
        echo "#define B$i(x) B$((i - 1))(x) + B$((i - 1))(x)"
        i=$((i + 1))
    done
    echo 'int endless = B39(1);'
} > tree/endless.c
{
    printf '#define C(x) x x\nint doubled = '
    i=0
    while [ $i -lt 500 ]; do printf 'C('; i=$((i + 1)); done
    printf '1'
    while [ $i -gt 0 ]; do printf ')'; i=$((i - 1)); done
    printf ';\n'
} > tree/doubled.c
printf '#include </dev/zero>\nint x;\n' > tree/device.c
"$INSULATE" check --color never tree -- -isystem shared 2>&1 |
    sed 's/error: .*; this file/error: (…); this file/; /^    line /d'
"$INSULATE" check tree/dangling.c -- -isystem shared
echo "exit $?"
for name in pipe.c zero.c toobig.c folder.c; do
    "$INSULATE" check tree/$name -- -isystem shared
    echo "exit $?"
done
