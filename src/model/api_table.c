#include "model/api_table.h"

#include <stddef.h>
#include <string.h>

#include "base/macros.h"

static const struct {
    const char *name;
    enum api_table is;
} tables[] = {
    {"PyABIInfo", API_TABLE_FIXED},
    {"PyAsyncMethods", API_TABLE_SLOTS},
    {"PyBufferProcs", API_TABLE_SLOTS},
    {"PyGetSetDef", API_TABLE_FIXED},
    {"PyMappingMethods", API_TABLE_SLOTS},
    {"PyMemberDef", API_TABLE_FIXED},
    {"PyMethodDef", API_TABLE_FIXED},
    {"PyModuleDef", API_TABLE_FIXED},
    {"PyModuleDef_Slot", API_TABLE_FIXED},
    {"PyNumberMethods", API_TABLE_SLOTS},
    {"PySequenceMethods", API_TABLE_SLOTS},
    {"PySlot", API_TABLE_FIXED},
    {"PyStructSequence_Desc", API_TABLE_FIXED},
    {"PyStructSequence_Field", API_TABLE_FIXED},
    {"PyType_Slot", API_TABLE_FIXED},
    {"PyType_Spec", API_TABLE_FIXED},
    /* Argument Clinic's; filled and locked by Python/getargs.c. */
    {"_PyArg_Parser", API_TABLE_FIXED},
    /* One interned string of each interpreter, by index (Objects/unicodeobject.c). */
    {"_Py_Identifier", API_TABLE_CACHE},
    {"_Py_static_string", API_TABLE_CACHE},
    {"_inittab", API_TABLE_FIXED},
    {"wrapperbase", API_TABLE_FIXED},
};

enum api_table
api_table_of(const char *name)
{
    for (size_t i = 0; name != NULL && i < ARRAY_LENGTH(tables); i++) {
        if (strcmp(name, tables[i].name) == 0) {
            return tables[i].is;
        }
    }
    return API_TABLE_NONE;
}
