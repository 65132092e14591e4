# The plan as JSON: the same as the Markdown, of each stage, of a module that is refused or
# goes half the way, of two modules in one run, of a file that does not parse, and of everything that stays.
convert=$CASES/../convert
cp "$convert/stage-state/before.c" spam.c
cp "$convert/refused-callback/before.c" held.c
cp "$convert/made-functions/before.c" made.c
sed 's/spam/egg/g' spam.c >egg.c
mkdir torn
cp "$convert/two-files/before"/* torn
cp spam.c unread.c
for file in torn/egg.c unread.c; do
    echo 'static int also(void) { return no_such_name; }' >>$file
done
plan() { # NAME OPERAND...: NAME.md and NAME.json, with their exit codes
    name=$1
    shift
    $INSULATE convert -q --plan "$@" >"$name.md" 2>"$name.err"
    text=$?
    $INSULATE convert -q --plan --format json "$@" >"$name.json" 2>>"$name.err"
    echo "$name: exit $text, in JSON $?"
}
for stage in init state all; do
    plan $stage --stage $stage spam.c
done
plan refused --whole-or-nothing held.c
plan part held.c
plan two egg.c spam.c
$INSULATE convert -q --plan --format json egg.c spam.c | cmp - two.json
plan limited --abi3 3.12 --python-floor 3.12 spam.c
plan torn torn
plan unread unread.c
plan made made.c
stays="borrowed-member data-retained-several lock lost-attribute opt-out refused-thread-local shared-setting version-counter"
for case in $stays; do
    cp "$convert/$case/before.c" "$case.c"
    plan "$case" "$case.c"
done
cp spam.c untouched.c
$INSULATE convert -q --plan --format json --write spam.c >/dev/null
cmp spam.c untouched.c && echo unchanged
python3 "$CASES/plan_json.py" init state all refused part two limited torn unread made $stays
