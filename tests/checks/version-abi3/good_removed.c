/* options: --abi3 3.10 */
/* What the headers drop stays in the stable ABI. */
#include "../module.h"

#if PY_VERSION_HEX < 0x030f0000
PyObject *
referent(PyObject *reference)
{
    return PyWeakref_GetObject(reference);
}
#endif
