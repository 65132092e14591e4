/* Capsules that lead to the module state own a reference to the module, and the module owns
 * one to those that it made of itself: a circle that only the collector can end.  It does
 * not look into capsules, so that m_traverse tells it of the reference while nobody else
 * has the capsule: then what the capsule keeps, the module keeps. */
#include "convert/rewrite/functions/capsules.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/plan/capsules.h"
#include "convert/plan/names.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/functions/function_head.h"
#include "convert/rewrite/functions/state_expressions.h"
#include "convert/text/style.h"

void
edit_capsules(struct rewriter *r)
{
    static const char reason[] = "what the capsule leads to is freed with the module";
    const struct conversion *c = r->plan;
    for (size_t i = 0; i < c->capsules->n_items; i++) {
        const struct state_capsule *made = &c->capsules->items[i];
        const struct source_file *file = made->arguments.file;
        const char *field =
            made->field != NULL ? TEXT(c, "&%s->%s", c->names->state, made->field) : "NULL";
        change(r, file, made->name.begin, made->name.end, c->names->new_capsule, reason);
        add_argument(r, &made->arguments,
                     TEXT(c, "%s, %s", module_expression(r, made->function), field),
                     reason);
        change(r, file, made->destructor.begin, made->destructor.end, "", reason);
    }
}

void
add_capsule_fields(const struct conversion *c, struct strbuf *out)
{
    for (size_t i = 0; i < c->capsules->n_items; i++) {
        if (c->capsules->items[i].field != NULL) {
            strbuf_format(out, "\tPyObject *%s;\n", c->capsules->items[i].field);
        }
    }
}

void
add_capsule_lines(const struct conversion *c, struct strbuf *out, const char *macro,
                  const char *state, const char *module)
{
    for (size_t i = 0; i < c->capsules->n_items; i++) {
        const char *field = c->capsules->items[i].field;
        if (field == NULL) {
            continue;
        }
        if (strcmp(macro, "Py_VISIT") == 0) {
            strbuf_format(out,
                          "\t/* The module and this state have it, and nobody else. */\n"
                          "\tif (%s->%s != NULL && Py_REFCNT(%s->%s) <= 2) {\n"
                          "\t\tPy_VISIT(%s);\n"
                          "\t}\n",
                          state, field, state, field, module);
        }
        strbuf_format(out, "\t%s(%s->%s);\n", macro, state, field);
    }
}

void
add_capsule_maker(const struct conversion *c, struct strbuf *out,
                  const struct source_file *file)
{
    const char *drop = TEXT(c, "%s_drop_capsule", c->names->base);
    if (c->capsules->n_items == 0) {
        return;
    }
    strbuf_add_string(out, function_head(c, file, "static inline void",
                                         TEXT(c, "%s(PyObject *capsule)", drop)));
    strbuf_add_string(out, "\tPy_XDECREF((PyObject *)PyCapsule_GetContext(capsule));\n}\n\n"
                           "/* The pointer leads to the module state, so the capsule owns a "
                           "reference to the\n * module. */\n");
    strbuf_format(
        out,
        "%s\tPyObject *capsule = PyCapsule_New(pointer, name, %s);\n"
        "\tif (capsule == NULL || PyCapsule_SetContext(capsule, module) < 0) {\n"
        "\t\tPy_XDECREF(capsule);\n"
        "\t\treturn NULL;\n"
        "\t}\n"
        "\tPy_INCREF(module);\n"
        "\tif (kept != NULL) {\n"
        "\t\tPy_INCREF(capsule);\n"
        "\t\t*kept = capsule;\n"
        "\t}\n"
        "\treturn capsule;\n}\n\n",
        function_head(c, file, "static inline PyObject *",
                      TEXT(c,
                           "%s(PyObject *module, PyObject **kept, void *pointer, "
                           "const char *name)",
                           c->names->new_capsule)),
        drop);
}
