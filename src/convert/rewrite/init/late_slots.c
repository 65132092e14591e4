/* Slots that are newer than the limited API are added at run time, if the running
 * Python supports them. */
#include "convert/rewrite/init/late_slots.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/plan/gil_slot.h"
#include "convert/plan/limited_api.h"
#include "convert/plan/module_slots.h"
#include "convert/rewrite/changes.h"
#include "convert/text/style.h"

/* --- slots of the Python that it runs on ------------------------------------------------ */

static const char *
number_of(const char *value)
{
    return string_ends(value, "NOT_SUPPORTED")        ? "0"
           : strstr(value, "PER_INTERPRETER") != NULL ? "2"
                                                      : "1";
}

void
add_late_slots(const struct conversion *c, struct strbuf *out, const char *value)
{
    bool is_old = c->options->abi3 < LIMITED_INTERPRETERS;
    if (is_old) {
        strbuf_format(out,
                      "#ifndef Py_mod_multiple_interpreters /* not in this limited "
                      "API */\n"
                      "#define Py_mod_multiple_interpreters 3\n"
                      "#endif\n"
                      "#ifndef %s\n"
                      "#define %s ((void *)%s)\n"
                      "#endif\n",
                      value, value, number_of(value));
    }
    if (c->gil->slot != NULL) {
        strbuf_format(out,
                      "#ifndef Py_mod_gil /* not in this limited API */\n"
                      "#define Py_mod_gil 4\n"
                      "#endif\n"
                      "#ifndef %s\n"
                      "#define %s ((void *)%s)\n"
                      "#endif\n",
                      c->gil->slot, c->gil->slot,
                      strstr(c->gil->slot, "NOT_USED") != NULL ? "1" : "0");
    }
    strbuf_format(
        out, "\n/* Slots that only newer versions of Python support. */\n%s",
        function_head(c, variable_declaration(c->module->variable)->file, "static void",
                      TEXT(c, "%s(PyModuleDef_Slot *slot)", late_slots_name(c))));
    strbuf_add_string(out,
                      "\tconst char *version = Py_GetVersion(); /* such as 3.13.1 */\n"
                      "\tint minor = version[2] - '0';\n"
                      "\tif (version[3] >= '0' && version[3] <= '9') {\n"
                      "\t\tminor = 10 * minor + version[3] - '0';\n"
                      "\t}\n");
    if (is_old) {
        strbuf_format(out,
                      "\tif (minor >= 12) {\n"
                      "\t\tslot->slot = Py_mod_multiple_interpreters;\n"
                      "\t\tslot->value = %s;\n%s"
                      "\t}\n",
                      value, c->gil->slot != NULL ? "\t\tslot++;\n" : "");
    }
    if (c->gil->slot != NULL) {
        strbuf_format(out,
                      "\tif (minor >= 13) {\n"
                      "\t\tslot->slot = Py_mod_gil;\n"
                      "\t\tslot->value = %s;\n"
                      "\t}\n",
                      c->gil->slot);
    }
    strbuf_add_string(out, "}\n\n");
}

void
raise_late_slots(struct rewriter *r, const char *value)
{
    static const char reason[] = "the static variables moved";
    const struct slot_table_plan *plan = r->plan->slot_table;
    const struct source_file *file =
        variable_declaration(r->plan->module->variable)->file;
    for (size_t i = 0; i < plan->n_raised; i++) {
        const struct raised_word *raised = &plan->raised[i];
        change(r, file, raised->word.begin, raised->word.end, value, reason);
        if (raised->number.end != 0) {
            change(r, file, raised->number.begin, raised->number.end, number_of(value),
                   reason);
        }
    }
}
