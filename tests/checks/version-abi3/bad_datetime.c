/* options: --abi3 3.10 */
#include "../module.h"
#include <datetime.h>

int
is_date(PyObject *object)
{
    return PyDate_Check(object);  // want: version-abi3
}
