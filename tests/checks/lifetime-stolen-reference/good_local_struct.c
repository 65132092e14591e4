/* A struct on the stack keeps nothing beyond the call.  needs Python 3.13 */
#include "../module.h"

struct list {
    PyObject *set;
    int n;
};

static void
fill(struct list *list)
{
    list->n++;
}

int
spam_exec(PyObject *module)
{
    struct list list = {PyFrozenSet_New(NULL), 0};
    if (list.set == NULL) {
        return -1;
    }
    fill(&list);
    return PyModule_Add(module, "names", list.set);
}
