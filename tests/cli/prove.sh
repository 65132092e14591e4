# What cannot be proved ends with 2 and says why; nothing is left behind.
mkdir package
echo 'VALUE = 1' >package/__init__.py
python=$(command -v python3)
say() { sed -e "s|in .*/python[^ :]*:|in PYTHON:|" -e "s|/.*/insulate: |insulate: |"; }
"$INSULATE" prove; echo "exit $?"
"$INSULATE" prove spam --scenario nonsense; echo "exit $?"
"$INSULATE" prove spam --scenario own-gill; echo "exit $?"
"$INSULATE" prove spam --claim everything; echo "exit $?"
"$INSULATE" prove spam --python ./no-such-python; echo "exit $?"
"$INSULATE" prove ''; echo "exit $?"
"$INSULATE" prove spam..egg; echo "exit $?"
mkdir -p built/spam; touch built/spam/__init__.py built/spam/_egg.abi3.so
"$INSULATE" prove built/spam/_egg.abi3.so; echo "exit $?"; rm -r built
printf '#!/bin/sh\nkill -SEGV $$\n' >crash; chmod +x crash
"$INSULATE" prove spam --python ./crash; echo "exit $?"
"$INSULATE" scan --python ./crash; echo "exit $?"; rm crash
# What Python 2 answers: the question must not be a syntax error for it.
printf '#!/bin/sh\nprintf "/usr/bin/python2\\ncpython\\n2.7.18\\n7\\n0\\n0\\n"\n' >two; chmod +x two
"$INSULATE" prove spam --python ./two; echo "exit $?"; rm two
"$INSULATE" prove spam --python /bin/cat 2>&1 | head -1 | cut -c 1-50
"$INSULATE" prove spam --python "$python" --path no-such-folder; echo "exit $?"
"$INSULATE" prove spam --python "$python" --exercise no-such-file.py; echo "exit $?"
"$INSULATE" prove spam --python "$python" --exercise package; echo "exit $?"
"$INSULATE" prove no_such_module --python "$python" 2>&1 | say
"$INSULATE" prove package --python "$python" --path . 2>&1
"$INSULATE" prove sys --python "$python" 2>&1
"$INSULATE" prove no_such_module --python "$python" --format json >out 2>/dev/null; echo "exit $?"
cat out
INSULATE_PROBE=./no-such-probe.so "$INSULATE" prove spam --python "$python"; echo "exit $?"
ls
