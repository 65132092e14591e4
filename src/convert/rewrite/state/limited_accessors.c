/* The state found by a type, in the limited API. */
#include "convert/rewrite/state/limited_accessors.h"

#include "convert/plan/names.h"

/* --- what the sources read of types ---------------------------------------------------- */

void
add_limited_by_type(const struct conversion *c, struct strbuf *out, const char *type)
{
    strbuf_format(
        out,
        "\tPyObject *mro = PyObject_GetAttrString((PyObject *)%s, \"__mro__\");\n"
        "\tPyObject *found = NULL;\n"
        "\tfor (Py_ssize_t i = 0; mro != NULL && i < PyTuple_Size(mro); i++) {\n"
        "\t\tfound = PyType_GetModule((PyTypeObject *)PyTuple_GetItem(mro, i));\n"
        "\t\tif (found != NULL && PyModule_GetDef(found) == &%s) {\n"
        "\t\t\tbreak;\n"
        "\t\t}\n"
        "\t\tfound = NULL;\n"
        "\t\tPyErr_Clear(); /* a class without a module */\n"
        "\t}\n"
        "\tPy_XDECREF(mro);\n"
        "\treturn found != NULL ? %s(found) : NULL;\n}\n\n",
        type, c->module->variable->name, c->names->get);
}
