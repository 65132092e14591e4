# doctor: what is found and what is missing; nothing of a project is run.
python=$(command -v python3)
doctor() {
    "$INSULATE" doctor "$@" >answer 2>&1; code=$?
    sed -n 's/^\([a-z]*\) *\(found\|limited\|missing\) .*/\1 \2/p; s/^ *to do: .*/  to do/p; /^insulate doctor/p' answer
    echo "exit $code"
}
echo "# what is missing, with what to do"
INSULATE_LIBCLANG=/none INSULATE_PROBE=/none PYENV_ROOT=/none INSULATE_CACHE=/none doctor --python none | grep -v 'headers\|capstone\|demangler'
grep -A2 '^libclang' answer
grep '^probe' answer
mkdir headers; touch headers/python3
doctor --python headers/python3 | grep python; grep -A2 '^python' answer | grep -v for
echo "# a Python that is none"
printf '#!/bin/sh\necho 1\n' > none; chmod +x none; doctor --python ./none >/dev/null; grep '^python' answer
printf '#!/bin/sh\nprintf "x\\n3.8.1\\ncpython\\nrelease\\n/none\\n"\n' > old; chmod +x old
doctor --python ./old >/dev/null; grep -A2 '^python' answer | grep -v for
printf '#!/bin/sh\nprintf "\\033[2J\\n3.14.1\\ncpython\\nrelease\\n/none\\n"\n' > new; chmod +x new
doctor --python ./new >/dev/null; grep -A2 '^python' answer | grep -v for
echo "# in JSON"
INSULATE_LIBCLANG=/none "$INSULATE" doctor --format json --python ./none | python3 -c '
import json, sys
answer = json.load(sys.stdin)
print(answer["command"], answer["findings"], answer["modules"])
for item in answer["equipment"]:
    assert item["detail"] and item["used_by"] and (item["state"] == "found" or item["remedy"]), item
print(*(item["name"] for item in answer["equipment"]))'
"$INSULATE" doctor --format sarif; echo "exit $?"
"$INSULATE" doctor now; echo "exit $?"
echo "# what a project brings is not run"
mkdir project; cd project
for name in sitecustomize usercustomize sysconfig encodings; do
    echo 'open("/dev/stderr", "w").write("run\n"); open("marker", "w")' > $name.py
done
printf '#!/bin/sh\ntouch marker\n' > evil; chmod +x evil
printf '[tool.insulate]\npython = "./evil"\nlibclang = "./evil.so"\n[tool.insulate.doctor]\npython = "evil"\n' > pyproject.toml
PYTHONPATH=. PYTHONHOME= doctor >/dev/null; grep -c 'is ignored' answer; ls marker 2>/dev/null || echo no marker
echo "# a format for findings in settings is for the other commands"
printf '[tool.insulate]\nformat = "github"\n' > pyproject.toml
"$INSULATE" doctor | grep -c '^probe'; "$INSULATE" rule type-static | head -1
"$INSULATE" scan --debug-dir nowhere . ; echo "exit $?"
printf '[tool.insulate.doctor]\nformat = "github"\n' > pyproject.toml; "$INSULATE" doctor; echo "exit $?"
printf '[tool.insulate]\nformat = "xml"\n' > pyproject.toml; "$INSULATE" doctor; echo "exit $?"
