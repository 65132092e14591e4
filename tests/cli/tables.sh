# check: of a long table of constant numbers nothing is read but its extent; one that is
# written, or that names something, is read as ever.  The headers are no CPython's.
mkdir shared
cat >shared/Python.h <<'H'
#define PY_VERSION_HEX 0x030e00f0
#define NULL ((void *)0)
typedef struct _object { long ob_refcnt; } PyObject;
H
table() {
    echo "static $1 $2[] = {"
    i=0
    while [ $i -lt 400 ]; do
        echo "    0x01, 'a', -2, 3, 4, 5, 6, 7, 8, 9,"
        i=$((i + 1))
    done
    echo "    $3"
    echo "};"
}

{
    echo '#include "Python.h"'
    echo 'static PyObject *cached;'
    table 'const int' numbers 10
    table int written 10
    table 'PyObject *const *const' places '&cached'
    cat <<'C2'
int
next_number(PyObject *object)
{
    static int n_called;
    cached = object;
    written[2] = n_called++;
    return numbers[n_called] + (places[0] != NULL);
}
C2
} >tables.c
"$INSULATE" check --color never --configurations one --select state-static-object,state-static-data tables.c -- -isystem shared 2>&1
echo "exit $?"
