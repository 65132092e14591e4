# The plan of each stage: what moves, who uses it, what stays and why, what it costs.
cp "$CASES/../convert/stage-state/before.c" spam.c
for stage in init state all; do
    echo "--- $stage"
    $INSULATE convert -q --plan --stage $stage spam.c
    echo "exit $?"
done
cmp spam.c "$CASES/../convert/stage-state/before.c" && echo unchanged
