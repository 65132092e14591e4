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
"$INSULATE" check --color never tree -- -isystem shared 2>&1 |
    sed 's/error: .*; nothing in/error: (…); nothing in/; /^    line /d'
"$INSULATE" check tree/dangling.c -- -isystem shared
echo "exit $?"
