/* Sets the locale of the whole program. */
#include "module.h"

#include <locale.h>

static int
execute(PyObject *module)
{
    (void)module;
    (void)setlocale(LC_ALL, "C");
    (void)setlocale(LC_NUMERIC, "POSIX");
    (void)setlocale(LC_CTYPE, "C");
    return 0;
}

MODULE(changes_locale, execute, NULL, OWN_GIL)
