# [tool.insulate], --config and --baseline: what they say, who wins, and what is refused.
mkdir -p project/src shared
touch shared/Python.h
cat > project/src/counted.c <<'C'
static int n_calls;
int use(void) { return ++n_calls; }
C
cat > project/src/more.c <<'C'
static int n_more;
int more(void) { return ++n_more; }
C
check() {
    "$INSULATE" check --color never "$@" -- -isystem shared 2>&1
    echo "exit $?"
}

echo "# the nearest pyproject.toml with a table of ours, from the path upwards"
printf '[project]\nname = "x"\n' > project/src/pyproject.toml
printf '[tool.insulate]\nignore = ["state-static-data"]\n' > project/pyproject.toml
check project/src/counted.c
echo "# the command line wins"
check --ignore type-static -q project/src/counted.c
echo "# the command's own table wins over the common one"
cat > own.toml <<'T'
ignore = ["state-static-data"]
time-limit = 3.5      # of prove
[check]
ignore = ["type-static"]
quiet = true
T
check --config own.toml project/src/counted.c
echo "# what is refused"
for text in 'nonsense = 1' 'write = true' 'quiet = "yes"' 'jobs = "two"' 'select = [1]' \
    'select = ["no-rule"]' 'format = "xml"' 'broken' 'check = 3'; do
    echo "$text" > bad.toml
    check --config bad.toml project/src/counted.c
done
for table in '[tool.insulate.prove]
nonsense = 1' '[tool.insulate.compare]
time-limit = 2.5
[tool.insulate.rule]
quiet = true'; do
    echo "$table" > bad.toml
    check --config bad.toml -q project/src/counted.c
done
check --config gone.toml project/src/counted.c
rm project/pyproject.toml

echo "# a project's file sets neither code nor paths out of the project"
export XDG_CONFIG_HOME="$PWD/own"
mkdir own
printf '#!/bin/sh\ntouch "%s/RAN"\n' "$PWD" > project/evil.sh
chmod +x project/evil.sh
printf '{"format": 1, "findings": []}\n' > secret.json
cat > project/pyproject.toml <<'T'
[tool.insulate]
libclang = "evil.so"
python = "./evil.sh"
baseline = "src/../../secret.json"
[tool.insulate.check]
database = "/"
[tool.insulate.scan]
debug-dir = ".."
T
check -q project/src/counted.c
(cd project && "$INSULATE" scan -q src; echo "exit $?")
sed -i 's/^debug-dir.*/python = "x"/' project/pyproject.toml
(cd project && "$INSULATE" scan -q src; echo "exit $?")
echo "# the user's own file does, for what nobody else says; and it trusts projects"
echo 'libclang = "mine.so"' > own/insulate.toml
check project/src/counted.c
printf 'trusted = ["%s/project"]\n' "$PWD" > own/insulate.toml
check project/src/counted.c
printf '[tool.insulate]\nignore = ["state-static-data"]\n' > project/pyproject.toml
echo 'ignore = ["type-static"]' > own/insulate.toml
check -v project/src/counted.c
echo 'trusted = ["relative"]' > own/insulate.toml
check project/src/counted.c
echo 'nonsense = 1' > own/insulate.toml
check project/src/counted.c
echo "# the file of --config is named by the user"
rm own/insulate.toml
echo 'libclang = "named.so"' > named.toml
check --config named.toml project/src/counted.c
echo "# a pyproject.toml that leads elsewhere is not read, nor shown"
printf 'hunter2 secret\n' > secret.toml
ln -sf ../secret.toml project/pyproject.toml
check -q project/src/counted.c
echo "# nor does what is no baseline show what it holds"
check --baseline secret.toml project/src/counted.c
echo 'max-time = 1e9' > bad.toml
check --config bad.toml project/src/counted.c
ls RAN 2>&1
rm project/pyproject.toml

echo "# a baseline"
check --update-baseline project
check --baseline known.json project
check --baseline known.json --update-baseline project/src/counted.c
sed -i 's/"reason": ""/"reason": "counts for the statistics"/' known.json
check --baseline known.json project
echo "# it stays when lines move, and tells what is gone"
printf '\n\n' | cat - project/src/counted.c > moved.c && mv moved.c project/src/counted.c
check --baseline known.json --update-baseline project
grep -c counts known.json
echo 'int none;' > project/src/more.c
check --baseline known.json -v project
echo "# a JSON answer serves as one; a path is the same file however it is named"
"$INSULATE" check -q --format json --output answer.json project -- -isystem shared
check --baseline answer.json "$PWD/project"
check --baseline answer.json ./project
echo "# what is no baseline"
echo '{"findings": []}' > bad.json
check --baseline bad.json project
echo '{' > bad.json
check --baseline bad.json project | sed 's/line [0-9]*: .*/(…)/'
echo "# said before the work, not behind it"
check --baseline none.json -v project
check --baseline no/folder/new.json --update-baseline -v project
echo "# a key that is nearly one"
printf 'selct = "gc"\n' > near.toml
"$INSULATE" check --config near.toml; "$INSULATE" rule --config near.toml
printf '[record]\noutptu = "x"\n' > near.toml
"$INSULATE" rule --config near.toml
echo "# what is in effect, and where it comes from"
mkdir shown; cd shown
printf '[tool.insulate]\nignore = ["gc", "claim-missing"]\njobs = 2\nquiet = false\n[tool.insulate.check]\nabi3 = "3.11"\n[tool.insulate.per-file-ignores]\n"a \\"b\\"/*" = ["state"]\n' > pyproject.toml
"$INSULATE" check --show-settings --jobs 3 --fix no-such.c 2>&1 | sed "s,$PWD,FOLDER,"; "$INSULATE" record --show-settings
"$INSULATE" scan --show-settings --format json -o out.txt; cat out.txt | sed "s,$PWD,FOLDER,"
printf '[tool.insulate]\nshow-settings = true\n' > pyproject.toml
"$INSULATE" check; echo "exit $?"
"$INSULATE" check --show-settings; echo "exit $?"
cd ..
echo "# names that the project forbids"
printf '[check]\nforbid = ["n_calls: ask the state"]\n' > forbid.toml
check --config forbid.toml --select access project/src/counted.c
check --forbid 'use:' project/src/counted.c
check --forbid nonsense project/src/counted.c
