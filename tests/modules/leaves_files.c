/* Writes files where it runs; a large one is no import it gets through. */
#include "module.h"

#include <fcntl.h>
#include <unistd.h>

static int
execute(PyObject *module)
{
    (void)module;
    int file = open("left", O_CREAT | O_RDWR, 0600);
    if (file < 0) {
        return 0;
    }
    int status = ftruncate(file, (off_t)1 << 30);
    (void)close(file);
    if (status == 0) {
        PyErr_SetString(PyExc_ImportError, "nothing bounds what it writes");
        return -1;
    }
    return 0;
}

MODULE(leaves_files, execute, NULL, OWN_GIL)
