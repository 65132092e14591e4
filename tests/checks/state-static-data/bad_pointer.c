/* Tables that are written through pointers only. */
#include "../module.h"

struct operation {
    const char *name;
    int uses;
};

static struct operation assigned[] = {{"a", 0}, {NULL, 0}};  // want: state-static-data
static struct operation chosen_from[] = {{"b", 0}};          // want: state-static-data
static struct operation *chosen = &chosen_from[0];           // want: state-static-data
static struct operation in_turn[] = {{"c", 0}, {NULL, 0}};   // want: state-static-data
static struct operation in_branch[] = {{"d", 0}, {NULL, 0}}; // want: state-static-data
static struct operation asked[] = {{"e", 0}, {NULL, 0}};

PyObject *
spam_count(PyObject *self, PyObject *arg)
{
    struct operation *operation;
    for (operation = asked; operation->name != NULL; operation++) {
        if (operation->uses > 3) {
            Py_RETURN_NONE;
        }
    }
    for (operation = assigned; operation->name != NULL; operation++) {
        operation->uses++;
    }
    operation = NULL;
    for (int i = 0; i < 2; i++) {
        if (operation != NULL) {
            operation->uses++;
        }
        operation = in_turn;
    }
    if (arg != NULL) {
        operation = in_branch;
    }
    else {
        operation = in_turn;
    }
    operation->uses = 1;
    chosen->uses++;
    chosen = chosen_from;
    Py_RETURN_NONE;
}

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(NULL);
}
