# What a project that is only read can make check do: nothing but to read its sources.
mkdir -p shared project outside; touch shared/Python.h project/pyproject.toml
printf 'password hunter2\n' > outside/secret
printf 'static int n_calls;\nint use(void) { return ++n_calls; }\n' > project/good.c
check() {
    timeout 60 "$INSULATE" check --color never -q --configurations one "$@" -- -isystem shared 2>&1
    echo "exit $?"
}
# One unit with the words $1 in the database.
built() {
    printf '[{"directory": "%s/project", "file": "good.c", "arguments": ["cc", %s, "-isystem", "../shared", "-c", "good.c"]}]' \
        "$PWD" "$1" > project/compile_commands.json
    shift
    (cd project && timeout 60 "$INSULATE" check --color never --configurations one "$@" good.c 2>&1)
    echo "exit $?"
    rm project/compile_commands.json
}

echo "# headers that are no files: the rest is checked all the same"
mkfifo project/pipe.h
printf '#define NAME "pipe.h"\n#include NAME\n' > project/a_pipe.c
printf '#include "e.h"\n' > project/b_device.c
printf '#include "/dev/zero"\n' > project/e.h
printf '#include "/proc/self/environ"\n' > project/c_environment.c
truncate -s 10G project/sparse.h
printf '#include "sparse.h"\n' > project/d_sparse.c
printf '#include "/dev/null"\n' > project/f_empty.c
python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("project/socket.h")'
printf '#include "socket.h"\n' > project/g_socket.c
check project
rm project/[a-g]_*.c project/sparse.h
built '"-include", "pipe.h"' -q
rm project/pipe.h project/socket.h

echo "# words of a build that load, write or run"
printf 'int loaded;\n' > project/p.h
printf 'CPCH damaged' > project/p.h.pch
mkdir project/p.h.gch; cp project/p.h.pch project/p.h.gch/c
built '"-include", "p.h", "-fplugin=evil.so", "-Xclang", "-load", "-Xclang", "evil.so", "-ivfsoverlay", "map", "--config", "evil.cfg", "-include-pch", "p.h.pch", "-fmodules", "-fmodules-cache-path=cache", "-o", "out", "-MD", "-MF", "deps", "-save-temps=obj", "-MJ", "entry", "-specs=evil", "-B", "tools", "--serialize-diagnostics", "log", "-fcrash-diagnostics-dir=crash", "-ftime-trace=trace", "-Wall", "-O2"' -v
ls project

echo "# response files count in the project only"
printf -- '-DFROM_OUTSIDE\n' > outside/words
printf -- '-DFROM_INSIDE\n' > project/words
cp project/good.c project/kept.c
printf '#if defined(FROM_OUTSIDE) || !defined(FROM_INSIDE)\n#error wrong\n#endif\nint x;\n' > project/good.c
built "\"@$PWD/outside/words\", \"@words\"" -q
ln -s ../outside/words project/link
built '"@link", "@words"' -q
mv project/kept.c project/good.c

echo "# the user's words are passed on by the same list"
"$INSULATE" check -q --configurations one project/good.c -- -isystem shared -fplugin=evil.so -Wall -Xclang -load 2>&1
echo "exit $?"

echo "# what stands in the user's other files is not shown"
printf '#include "../outside/secret"\nint x;\n' > project/show.c
check project/show.c
printf '#define password TOKEN\n' > outside/token.h
printf '#define TOKEN hunter2\n' > outside/value.h
printf '#include "../outside/value.h"\nint x = TOKEN;\n' > project/show.c
check project/show.c
rm project/show.c
ln -s ../outside/secret project/compile_commands.json
check project/good.c
rm project/compile_commands.json

echo "# what has no end has one"
ended() { "$INSULATE" check -q --configurations one "$@" -- -isystem shared 2>&1; echo "exit $?"; }
cat > project/templates.cpp <<'C'
template<int N, int M> struct A { A<N - 1, M * 2> x; A<N - 1, M * 2 + 1> y; };
template<int M> struct A<0, M> { };
A<30, 0> a;
C
ended --max-time 1 project/templates.cpp
# What was being read when memory ran out is known only if it was read then.
ended --max-memory 200 project/templates.cpp | sed 's|: project/templates.cpp: the limit|: SUBJECT: the limit|; s|: this run: the limit|: SUBJECT: the limit|'
cat > project/templates.cpp <<'C'
constexpr int f(int n) { int s = n; for (int i = 0; i < 100000; i++) s ^= i; return s; }
template<int N> struct T { static constexpr int v = f(N) ^ T<N - 1>::v; };
template<> struct T<0> { static constexpr int v = 0; };
int a = T<900>::v; int b = T<1800>::v;
C
ended --max-time 1 project/templates.cpp
rm project/templates.cpp
{
    echo '#define B0(x) x'
    i=1
    while [ $i -lt 40 ]; do
        echo "#define B$i(x) B$((i - 1))(x) + B$((i - 1))(x)"
        i=$((i + 1))
    done
} > project/bomb.h
printf '#include "bomb.h"\nint x = B39(1);\n' > project/bomb.c
ended --max-time 1 project/bomb.c
rm project/bomb.c

echo "# a folder that lies too deep hides nothing"
deep=project
i=0
while [ $i -lt 70 ]; do deep=$deep/d; i=$((i + 1)); done
mkdir -p $deep
check project | sed 's,/d/d/d[/d]*,/d/…,'
