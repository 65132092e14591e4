# What does not fit or is not there: one line that says what to do, and exit status 2.
echo 'int x;' >spam.c
try() {
    echo "--- $*"
    "$INSULATE" "$@" 2>&1
    echo "exit $?"
}
try check --select state-statc-object spam.c
try check --per-file-ignores spam.c:nope spam.c
printf '[tool.insulate\n' >broken.toml
try check --config broken.toml spam.c
printf '[tool.insulate]\nignor = ["gc"]\n' >unknown.toml
try check --config unknown.toml spam.c
printf '[tool.insulate]\nignore = 3\n' >kind.toml
try check --config kind.toml spam.c
try check --libclang /nowhere/libclang.so spam.c
for command in check scan; do
    try $command --python /nowhere/python $([ $command = scan ] || echo spam.c)
done
try prove --python /nowhere/python spam
try compare spam.c spam.c --python /nowhere/python
try check nothing.c
try check --python-floor 2.7 spam.c
