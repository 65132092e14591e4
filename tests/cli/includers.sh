# Units of the compilation database that include what convert changes are read again, too:
# outside of the named paths, of other projects, and with other entries.
mkdir -p src/vendor tools
cat > src/spam.h <<'C'
#include <Python.h>
extern PyTypeObject Egg_Type;
int spam_check(PyObject *object);
C
cat > src/spam.c <<'C'
#include "spam.h"
PyTypeObject Egg_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "spam.Egg",
    .tp_basicsize = sizeof(PyObject),
    .tp_flags = Py_TPFLAGS_DEFAULT,
};
static struct PyModuleDef def = {PyModuleDef_HEAD_INIT, "spam", NULL, -1, NULL};
PyMODINIT_FUNC
PyInit_spam(void)
{
    if (PyType_Ready(&Egg_Type) < 0) {
        return NULL;
    }
    return PyModule_Create(&def);
}
C
printf '#include <spam.h>\n' > tools/tool.h
use='{ return Py_IS_TYPE(object, &Egg_Type); }'
printf '#include "tool.h"\nint uses(PyObject *object)\n%s\n' "$use" > tools/uses.c
printf '#include "tool.h"\nint fine(PyObject *object) { return spam_check(object); }\n' > tools/fine.c
printf '#include "../spam.h"\nint\nvends(PyObject *object) %s\n' "$use" > src/vendor/vends.c
printf 'this is no C\n' > tools/unrelated.c
include=$(python3 -c 'import sysconfig; print(sysconfig.get_path("include"))')
database() { # FILE [OPTION]...: an entry each
    separator='['
    for entry in "$@"; do
        file=${entry%% *} option=${entry#* }
        printf '%s{"directory": "%s", "file": "%s", "arguments": ["cc", "-I%s", "-Isrc", "%s", "-c", "%s"]}\n' \
            "$separator" "$PWD" "$file" "$include" "$option" "$file"
        separator=,
    done > compile_commands.json
    echo ']' >> compile_commands.json
}
convert() {
    "$INSULATE" convert --whole-or-nothing "$@" 2>&1 >patch | sed "s#$include#INCLUDE#"
    grep '^---' patch
}
echo "# those that still compile, and one that includes nothing of it"
database 'src/spam.c -O' 'tools/fine.c -O' 'tools/unrelated.c -O'
convert src
echo "# one outside of the paths"
database 'src/spam.c -O' 'tools/fine.c -O' 'tools/uses.c -O'
convert src
echo "# one that did not compile before"
cp tools/uses.c kept; sed -i 's/^int/#define Egg_Type Spam_Type\nint/' tools/uses.c
convert src
cp kept tools/uses.c
echo "# one of another project"
database 'src/spam.c -O' 'src/vendor/vends.c -O'
convert src
echo "# a file of the run by another entry"
database 'src/spam.c -Dspam_exec=1' 'src/spam.c -O'
convert src
echo "# one that the database does not list; excluded; one with an error of its own, too"
database 'src/spam.c -O'
sed 's/tool.h/spam.h/' kept > src/stray.c
convert src
convert --exclude src/stray.c src
echo 'int no_such_type x;' >> src/stray.c
convert src
rm src/stray.c
echo "# headers beside a file that is named, and elsewhere"
database 'src/spam.c -O'
convert src/spam.c
mv src/spam.h tools; sed -i 's/"spam.h"/"..\/tools\/spam.h"/' src/spam.c
convert src/spam.c
convert src tools/spam.h
echo "# single files without a database: another source beside them; a copy of one that is named"
rm compile_commands.json; mkdir -p lone/build
cp tools/spam.h lone; sed 's/"..\/tools\/spam.h"/"spam.h"/' src/spam.c > lone/spam.c; cp lone/spam.c lone/build
convert lone/spam.c -- "-I$include" -Ilone
sed 's/tool.h/spam.h/' kept > lone/stray.c
convert lone/spam.c -- "-I$include" -Ilone
convert lone/spam.c --exclude lone/stray.c -- "-I$include" -Ilone
