# check while files come and go: the list of files is made first, then each is read.  The
# first file takes its time, so that the others change when they are listed and not read.
mkdir -p moving shared; touch shared/Python.h
i=0
while [ $i -lt 100 ]; do echo "void part_$i(char *);"; i=$((i + 1)); done > part
for j in 0 1 2 3 4 5 6 7 8 9; do sed "s/part/part_$j/" part; done > whole
i=0
while [ $i -lt 200 ]; do sed "s/part/part_$i/" whole; i=$((i + 1)); done > shared/long.h
printf '#include <long.h>\nstatic int n_first;\nint first(void) { return n_first++; }\n' > moving/first.c
printf 'static int n_gone;\nint gone(void) { return n_gone++; }\n' > moving/gone.c
printf 'static int n_old;\nint old(void) { return n_old++; }\n' > moving/later.c
"$INSULATE" check --color never --jobs 1 --configurations one moving -- -isystem shared > out 2>&1 &
# libclang is loaded when the list is made.
until grep -q libclang /proc/$!/maps; do sleep 0.01; done
rm moving/gone.c
printf '/* Longer than it was. */\nstatic long n_new;\nlong later(void) { return n_new++; }\n' > moving/later.c
wait $!
code=$?
cat out
echo "exit $code"
# What cannot be read, although it is there and regular.
mkdir unreadable; ln -s /proc/self/mem unreadable/memory.c
printf 'static int n_calls;\nint call(void) { return n_calls++; }\n' > unreadable/other.c
"$INSULATE" check --color never unreadable -- -isystem shared 2>&1
echo "exit $?"
# The same by its name, and what says that it is empty.
"$INSULATE" check --color never unreadable/memory.c 2>&1
echo "exit $?"
ln -s /proc/self/environ unreadable/environment.c
"$INSULATE" check --color never unreadable/environment.c 2>&1
echo "exit $?"
