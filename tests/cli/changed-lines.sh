# Only what stands on lines that a diff adds or changes.
mkdir -p shared project/src; touch shared/Python.h
cd project
printf 'static int n_old;\nint old(void) { return n_old++; }\n\nint one(void) { return 1; }\n' > src/counted.c
cp -r src before
printf 'static int n_old;\nint old(void) { return n_old++; }\n\nstatic int n_new;\nint one(void) { return n_new++; }\n' > src/counted.c
diff -u before/counted.c src/counted.c > change.diff
sed 's:^+++ src/:+++ b/src/:; s:^--- before/:--- a/src/:' change.diff > git.diff
rm -r before
check() {
    "$INSULATE" check "$@" -- -isystem "$CHANGED/shared" 2>&1; echo "exit $?"
}
CHANGED=$(dirname "$PWD")
echo "# what is there, and what is new; paths as git and as diff write them"
check src
check --changed-lines git.diff src
check -q --changed-lines change.diff src
check -q --changed-lines - src < git.diff
echo "# also from a folder below that where the paths begin, from elsewhere, and for one file"
(cd src; check -q --changed-lines ../git.diff)
(cd ..; check -q --changed-lines project/git.diff project/src)
check -q --changed-lines git.diff --format json src/counted.c | grep -c '"rule"'
echo "# without context, and what only goes"
printf -- '--- a/src/counted.c\n+++ b/src/counted.c\n@@ -3,0 +4 @@\n+static int n_new;\n' > none.diff
check --changed-lines none.diff src
printf -- '--- a/src/counted.c\n+++ b/src/counted.c\n@@ -9,1 +8,0 @@\n-x\n' > gone.diff
check --changed-lines gone.diff src
echo "# nothing has changed, or other files"
: > empty.diff
check --changed-lines empty.diff src
printf -- '--- a/README\n+++ b/README\n@@ -1 +1 @@\n-a\n+b\n' > other.diff
check --changed-lines other.diff src
echo "# what could not be read stays"
printf 'int broken(\n' > src/broken.c
check -q --changed-lines none.diff src | grep -o '^.*parse-error.*\]\|^exit.*' | sed 's/:.*\[/ [/'
rm src/broken.c
echo "# a file with other lines: the numbers mean nothing"
printf '\n' | cat - src/counted.c > moved.c && mv moved.c src/counted.c
check --changed-lines git.diff src
echo "# the text on stdin in place of the file"
tail -n +2 src/counted.c > now.c
check -q --changed-lines git.diff --stdin-filename src/counted.c < now.c
echo "# what does not fit"
check --changed-lines git.diff --baseline known.json --update-baseline src
check --changed-lines - --stdin-filename src/counted.c < git.diff
check --changed-lines src/counted.c src
check --changed-lines none/such.diff src
printf '@@@ -1 -1 +1 @@@\n' | check --changed-lines - src
printf '[tool.insulate.check]\nchanged-lines = "git.diff"\n' > pyproject.toml
check src
