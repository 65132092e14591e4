# What threads share, in both formats of the plan, and the exit status.
cp "$CASES/../convert/threads-left/before.c" left.c
cp "$CASES/../convert/threads-module/before.c" module.c
plan() {
    "$INSULATE" convert --threads --python-floor 3.10 --color never -q "$@" 2> said
    echo "# exit $?"
}
echo "# Markdown"
plan --plan module.c | sed -n '/^# exit/p; /^### Without/,/^### Cost/p'
plan --plan left.c | sed -n '/^# exit/p; /^### Without/,/^### Cost/p'
echo "# JSON"
plan --plan --format json left.c | grep -v '^# exit' | python3 -c '
import json, sys
module = json.load(sys.stdin)["plan"]["modules"][0]
threads = module["threads"]
print(module.get("gil"), threads["declared"], threads["sections"])
for item in threads["shared"]:
    print(item["name"], item["owner"], item.get("type"), item.get("line"), item.get("guard"),
          item["present"], "reason" in item)
print(sum(f["rule"] == "thread-not-converted" for f in module["findings"]), "left")
'
echo "# a result that is there already"
"$INSULATE" convert --threads --write -q module.c
plan --plan module.c | sed -n '/^# exit/p; /^### Without/,/^### Cost/p'
echo "# no sections in the limited API, and no second module"
plan --abi3 3.13 module.c
cat said
