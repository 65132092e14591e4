# Where there is nothing to do, one line says so, and the exit status is 0.
mkdir nothing; cd nothing
for words in "check" "check --fix" "check --diff" "check --statistics" "convert" "convert --write" "convert --plan" "scan ." "scan --claims-only ."; do
    echo "== $words"
    "$INSULATE" $words 2>&1; echo "exit $?"
done
echo "== convert a.c"
echo 'int x;' > a.c
"$INSULATE" convert a.c 2>&1; echo "exit $?"
echo "== check --quiet"
rm a.c
"$INSULATE" check --quiet 2>&1; echo "exit $?"
echo "== what is named is to be there"
for command in check convert scan; do
    "$INSULATE" $command nowhere 2>&1; echo "exit $?"
done
