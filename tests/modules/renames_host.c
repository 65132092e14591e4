/* What only root may do, none may under proof. */
#include "module.h"

#include <string.h>
#include <unistd.h>

static int
execute(PyObject *module)
{
    char name[65] = "";
    (void)module;
    (void)gethostname(name, sizeof name - 1);
    if (sethostname(name, strlen(name)) == 0) {
        PyErr_SetString(PyExc_ValueError, "the host could be renamed");
        return -1;
    }
    return 0;
}

MODULE(renames_host, execute, NULL, OWN_GIL)
