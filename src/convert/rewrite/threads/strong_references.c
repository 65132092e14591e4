/* Strong references, and what they are got with. */
#include "convert/rewrite/threads/strong_references.h"

#include "convert/arena_text.h"
#include "convert/plan/strong_references.h"
#include "convert/rewrite/changes.h"
#include "convert/text/places.h"
#include "convert/text/style.h"

static const char reason[] = "builds without the GIL";

static const char list_helper[] =
    "#if PY_VERSION_HEX < 0x030D0000\n"
    "static inline PyObject *\n"
    "PyList_GetItemRef(PyObject *list, Py_ssize_t index)\n"
    "{\n"
    "\tPyObject *item = PyList_GetItem(list, index);\n"
    "\tPy_XINCREF(item);\n"
    "\treturn item;\n"
    "}\n"
    "#endif\n\n";

/* PyDict_GetItemRef gives the object by an argument; this one as PyDict_GetItemWithError. */
static const char *
dict_helper(struct rewriter *r, const char *name)
{
    enum { FIRST_WITH_IT = 0x030D0000 };
    bool is_known = r->options->floor >= FIRST_WITH_IT;
    return TEXT(r,
                "/* A new reference; NULL without an exception if the key is missing. */\n"
                "static inline PyObject *\n"
                "%s(PyObject *dict, PyObject *key)\n"
                "{\n"
                "%s"
                "\tPyObject *value = NULL;\n"
                "\treturn PyDict_GetItemRef(dict, key, &value) < 0 ? NULL : value;\n"
                "%s"
                "}\n\n",
                name, is_known ? "" : "#if PY_VERSION_HEX >= 0x030D0000\n",
                is_known ? ""
                         : "#else\n"
                           "\tPyObject *value = PyDict_GetItemWithError(dict, key);\n"
                           "\tPy_XINCREF(value);\n"
                           "\treturn value;\n"
                           "#endif\n");
}

void
edit_strong_references(struct rewriter *r)
{
    const struct strong_references *plan = r->plan->strong_references;
    if (plan == NULL || plan->file == NULL) {
        return;
    }
    uint32_t place = place_before(plan->file, plan->place);
    if (plan->needs_list) {
        change(r, plan->file, place, place,
               indented(r->plan, plan->file, list_helper, ""), reason);
    }
    if (plan->dict != NULL) {
        change(r, plan->file, place, place,
               indented(r->plan, plan->file, dict_helper(r, plan->dict), ""), reason);
    }
    for (size_t i = 0; i < plan->n_texts; i++) {
        const struct replaced_text *text = &plan->texts[i];
        change(r, text->file, text->begin, text->end, text->text, reason);
    }
}
