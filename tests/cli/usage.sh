# Words that do not fit end with 2 and say what to do.
"$INSULATE" nonsense 2>&1 | head -1
"$INSULATE" nonsense >/dev/null 2>&1; echo "exit $?"
"$INSULATE" chek 2>&1 | head -1
"$INSULATE" --version | sed 's/[0-9].*/N/'
"$INSULATE" rule --nope; echo "exit $?"
"$INSULATE" rule no-such-rule; echo "exit $?"
"$INSULATE" rule type-statics; echo "exit $?"
"$INSULATE" rule --formta json; echo "exit $?"
"$INSULATE" rule type-static init-single-phase; echo "exit $?"
"$INSULATE" rule --format xml; echo "exit $?"
"$INSULATE" rule --select no-such-rule; echo "exit $?"
"$INSULATE" check --ignore gc,type-statc; echo "exit $?"
"$INSULATE" check --select stote; echo "exit $?"
"$INSULATE" check --select ''; echo "exit $?"
"$INSULATE" man chek; echo "exit $?"
"$INSULATE" man check convert; echo "exit $?"
"$INSULATE" completion fsh; echo "exit $?"
"$INSULATE" rule type-static --output page.md; echo "exit $?"; head -1 page.md
"$INSULATE" rule type-static --output no/folder/page.md; echo "exit $?"
echo "# in JSON and SARIF the rules are data"
"$INSULATE" rule type-static --format json | grep -c '"name": "type-static"'
"$INSULATE" rule --format sarif | grep -c '"id": "type-static"'
echo "# what is read is not written over, nor is a device or a link replaced"
echo 'int x;' > source.c; ln -s answer.txt link
"$INSULATE" check source.c --output ./source.c; echo "exit $?"; cat source.c
mkfifo pipe; (cat pipe > through &) ; "$INSULATE" rule type-static --output pipe; ls -l pipe | cut -c 1
"$INSULATE" rule type-static --output link; head -1 answer.txt
echo "# words behind -- are operands where no compiler takes them"
"$INSULATE" rule -- type-static | head -1
"$INSULATE" scan -- -x.so; echo "exit $?"
echo "# help, and one line for what is unknown"
"$INSULATE" help | head -1; "$INSULATE" help check | head -1; "$INSULATE" help chekc; echo "exit $?"
"$INSULATE" prvoe; echo "exit $?"; "$INSULATE" nothing-like-it 2>&1 | wc -l
echo "# the rules that words mean"
"$INSULATE" rule gc-type; "$INSULATE" rule '*-visited-twice' | head -1; "$INSULATE" rule type-static | head -1
"$INSULATE" rule gc-type --format markdown; "$INSULATE" rule gc-type --format json | grep -c '"page"'
"$INSULATE" rule --format junit; echo "exit $?"
printf '[tool.insulate]\nignore = ["no-such-rule"]\n' > pyproject.toml
"$INSULATE" rule gc-type | head -1; rm pyproject.toml
: > spam.so; "$INSULATE" prove spam.so 2>&1 | sed "s,$PWD,FOLDER,"
