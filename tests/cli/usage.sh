# Words that do not fit end with 2 and say what to do.
"$INSULATE" nonsense 2>&1 | head -1
"$INSULATE" nonsense >/dev/null 2>&1; echo "exit $?"
"$INSULATE" --version | sed 's/[0-9].*/N/'
"$INSULATE" rule --nope; echo "exit $?"
"$INSULATE" rule no-such-rule; echo "exit $?"
"$INSULATE" rule type-static init-single-phase; echo "exit $?"
"$INSULATE" rule --format xml; echo "exit $?"
"$INSULATE" rule --select no-such-rule; echo "exit $?"
"$INSULATE" rule type-static --output page.md; echo "exit $?"; head -1 page.md
"$INSULATE" rule type-static --output no/folder/page.md; echo "exit $?"
