# Sources that are not C, and init functions that macros make: told, never silent.
mkdir shared; touch shared/Python.h
run() {
    echo "== $*"
    "$INSULATE" "$@" -- -isystem "$top/shared" 2>&1
    echo "exit code $?"
}
top=$PWD
mkdir cython rust swig mixed
printf 'cdef class A:\n    pass\n' > cython/a.pyx
cp cython/a.pyx cython/b.pyx
printf 'use pyo3::prelude::*;\n' > rust/lib.rs
printf 'fn main() {}\n' > rust/build.rs
printf '%%module spam\n' > swig/spam.i
printf '#define X 1\n' > swig/preprocessed.i
run check cython
run convert cython/b.pyx
run convert rust
run check rust/build.rs
run convert swig/spam.i
run check swig/preprocessed.i

# Beside a module that is read, they are only to know, if they are not named.
cat > mixed/spam.c <<'T'
typedef struct { int m_base; const char *m_name; } PyModuleDef;
static PyModuleDef spam = {0, "spam"};
void *PyModuleDef_Init(PyModuleDef *);
void *PyInit_spam(void) { return PyModuleDef_Init(&spam); }
T
cp cython/a.pyx mixed
run convert mixed
run convert mixed mixed/a.pyx

# What makes the init function, and what the author says to it.
cat > shared/nb.h <<'T'
#define NB_MODULE(name, m) void *PyInit_##name(void) { return 0; }
#define PYBIND11_MODULE(name, m, ...) void *PyInit_##name(void) { return 0; }
T
printf '#include <nb.h>\nNB_MODULE(spam, m)\n' > nb.cpp
printf '#include <nb.h>\nPYBIND11_MODULE(eggs, m)\n' > undeclared.cpp
printf '#include <nb.h>\nPYBIND11_MODULE(ham, m, py::multiple_interpreters::shared_gil())\n' > declared.cpp
run check nb.cpp undeclared.cpp declared.cpp
run convert nb.cpp
run convert declared.cpp
printf '#define _CFFI_\nvoid *_cffi_init(const char *);\nvoid *PyInit_spam(void) { return _cffi_init("spam"); }\n' > _spam.c
run convert _spam.c
printf 'void *make(void);\nvoid *PyInit_spam(void) { return make(); }\n' > unknown.c
run convert unknown.c
