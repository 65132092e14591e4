/* The interpreter gets its only module object, for functions that find the state through it. */
#include "convert/rewrite/init/lone_module.h"

#include "convert/arena_text.h"
#include "convert/plan/lone_module.h"
#include "convert/text/style.h"

void
add_alone_exec(const struct conversion *c, struct strbuf *out, const char *inner)
{
    const char *key = interpreter_key(c);
    strbuf_format(out,
                  "/* The interpreter keeps the module until it ends, and can load no other. */\n"
                  "%s\tPyObject *dict = PyInterpreterState_GetDict(PyInterpreterState_Get());\n"
                  "\tif (dict == NULL) {\n"
                  "\t\tPyErr_NoMemory();\n"
                  "\t\treturn -1;\n"
                  "\t}\n"
                  "\tif (PyDict_GetItemString(dict, \"%s\") != NULL) {\n"
                  "\t\tPyErr_SetString(PyExc_ImportError,\n"
                  "\t\t\t\"cannot load module more than once per interpreter\");\n"
                  "\t\treturn -1;\n"
                  "\t}\n",
                  function_head(c, variable_declaration(c->module->variable)->file,
                                "static int",
                                TEXT(c, "%s(PyObject *module)", alone_exec_name(c))),
                  key);
    if (inner == NULL) {
        strbuf_format(out, "\treturn PyDict_SetItemString(dict, \"%s\", module);\n}\n\n", key);
        return;
    }
    strbuf_format(out,
                  "\tif (PyDict_SetItemString(dict, \"%s\", module) < 0) {\n"
                  "\t\treturn -1;\n"
                  "\t}\n"
                  "\tif (%s(module) < 0) {\n"
                  "\t\tPyObject *type, *value, *traceback;\n"
                  "\t\tPyErr_Fetch(&type, &value, &traceback);\n"
                  "\t\tif (PyDict_DelItemString(dict, \"%s\") < 0) {\n"
                  "\t\t\tPyErr_Clear();\n"
                  "\t\t}\n"
                  "\t\tPyErr_Restore(type, value, traceback);\n"
                  "\t\treturn -1;\n"
                  "\t}\n"
                  "\treturn 0;\n}\n\n",
                  key, inner, key);
}
