# The plan of each stage: what moves, who uses it, what stays and why, what it costs.
cp "$CASES/../convert/stage-state/before.c" spam.c
for stage in init state all; do
    echo "--- $stage"
    $INSULATE convert -q --plan --stage $stage spam.c
    echo "exit $?"
done
cmp spam.c "$CASES/../convert/stage-state/before.c" && echo unchanged
# Of two modules in one run each is planned as if it were alone, whatever memory held before.
sed 's/spam/egg/g' spam.c >egg.c
for byte in 1 85; do
    MALLOC_PERTURB_=$byte $INSULATE convert -q --plan egg.c spam.c | grep -c 'stage `state`'
done
