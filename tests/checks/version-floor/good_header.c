/* options: --python-floor 3.9 */
/* Python.h has them since 3.11, a header of their own before. */
#include "../module.h"
#include <frameobject.h>

int
is_frame(PyObject *object)
{
    return PyFrame_Check(object);
}
