# Rules that are ignored in some files: on the command line and in settings.
mkdir -p shared 'a [b]/tests/deep' 'a [b]/src'; touch shared/Python.h
for file in tests/test.c tests/deep/more.c src/spam.c; do
    printf 'static int n_calls;\nint use(void) { return n_calls++; }\n' > "a [b]/$file"
done
check() {
    "$INSULATE" check -q "$@" -- -isystem "$top/shared" 2>&1 | grep -v '^    '
}
top=$PWD; cd 'a [b]'
echo "# by the command line"
check . | cut -d: -f1
check --per-file-ignores 'tests/*:state' . | cut -d: -f1
check --per-file-ignores './tests/*.c:state-static-data' "$PWD" | cut -d: -f1 | sed "s#.*/a#a#"
check --per-file-ignores 'more.c:*-static-*' --per-file-ignores "$PWD/s*:state" . | cut -d: -f1
check --per-file-ignores 'tests/*:gc' . | cut -d: -f1
check --per-file-ignores 'tests/*:gc,state' . | cut -d: -f1
echo "# by settings, relative to their file; of a command, too"
printf '[tool.insulate.per-file-ignores]\n"tests/*" = ["gc", "state-static-data"]\n"nothing.c" = "state"\n' > pyproject.toml
check . | cut -d: -f1; (cd tests/deep && check . | cut -d: -f1)
printf '[tool.insulate.check.per-file-ignores]\n"src/*" = "state"\n' > pyproject.toml
check . | cut -d: -f1
echo "# what is ignored fails nothing, and is not in the baseline"
"$INSULATE" check -q --per-file-ignores '*.c:state' . -- -isystem "$top/shared"; echo "exit $?"
"$INSULATE" check --per-file-ignores '*.c:state' --baseline known.json --update-baseline . -- -isystem "$top/shared" 2>&1 | grep -o '0 findings written'
echo "# what does not fit"
rm pyproject.toml
check --per-file-ignores tests . ; check --per-file-ignores 'tests/*:' .; check --per-file-ignores 'tests/*:stat' .
check --per-file-ignores 'tests/*:gc,stat' .
printf '[tool.insulate]\nper-file-ignores = ["tests/*:state"]\n' > pyproject.toml; check .
printf '[tool.insulate.per-file-ignores]\n"a" = 3\n' > pyproject.toml; check .
printf '[tool.insulate.chek]\nignore = "state"\n' > pyproject.toml; check .
printf '[tool.insulate.per-file-ignores]\n"a" = "no-rule"\n' > pyproject.toml; check .
"$INSULATE" rule type-static | head -1; "$INSULATE" rule --per-file-ignores a:state; echo "exit $?"
