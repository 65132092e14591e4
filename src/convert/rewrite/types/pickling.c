/* The method by which types refuse the pickling protocols 0 and 1. */
#include "convert/rewrite/types/pickling.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/inactive/guards.h"
#include "convert/plan/pickling.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/insulate_header.h"
#include "convert/text/places.h"
#include "convert/text/style.h"

const char *
reducing_table(const struct conversion *c, const struct variable *type,
               struct strbuf *out)
{
    const struct refusing_type *refusing = refusing_type_of(c, type);
    if (refusing == NULL || refusing->table != NULL) {
        return NULL;
    }
    const char *name = c->pickling->made_table;
    if (refusing->makes_table) {
        const char *table = TEXT(c,
                                 "static PyMethodDef %s[] = {\n"
                                 "\t{\"%s\", %s, METH_O, NULL},\n"
                                 "\t{NULL, NULL, 0, NULL},\n};\n\n",
                                 name, REDUCE_METHOD, c->pickling->function);
        const struct source_file *file = variable_declaration(type)->file;
        strbuf_add_string(out, indented(c, file, table, ""));
    }
    return name;
}

static void
extend_braces(struct rewriter *r, const struct source_file *file, uint32_t open)
{
    insert_entries(r, file, open,
                   indented(r->plan, file,
                            TEXT(r, "\t{\"%s\", %s, METH_O, NULL},\n", REDUCE_METHOD,
                                 r->plan->pickling->function),
                            ""),
                   "the static type could not be pickled");
}

static void
extend_table(struct rewriter *r, const struct variable *table)
{
    struct branch_definition other = {.name = 0};
    extend_braces(r, table->initial->file, table->initial->begin);
    while (other_definition_next(r->plan, table, &other)) {
        extend_braces(r, other.braces.file, other.braces.open);
    }
}

void
add_refuse_reduce(const struct conversion *c, struct strbuf *out,
                  const struct source_file *file, const char *specifiers)
{
    strbuf_format(
        out,
        "/* Protocols 0 and 1 treat a heap type like a Python class and lose its "
        "state. */\n"
        "%s\tlong number = PyLong_AsLong(protocol);\n"
        "\tif (number == -1 && PyErr_Occurred()) {\n"
        "\t\treturn NULL;\n"
        "\t}\n"
        "\tif (number < 2) {\n"
        "\t\tPyObject *name = PyObject_GetAttrString((PyObject *)Py_TYPE(self), "
        "\"__name__\");\n"
        "\t\tif (name != NULL) {\n"
        "\t\t\tPyErr_Format(PyExc_TypeError, \"cannot pickle %%R object\", name);\n"
        "\t\t\tPy_DECREF(name);\n"
        "\t\t}\n"
        "\t\treturn NULL;\n"
        "\t}\n"
        "\treturn PyObject_CallMethod((PyObject *)&PyBaseObject_Type, \"%s\", "
        "\"OO\",\n\t\tself, protocol);\n}\n\n",
        function_head(
            c, file, TEXT(c, "%sPyObject *", specifiers),
            TEXT(c, "%s(PyObject *self, PyObject *protocol)", c->pickling->function)),
        REDUCE_METHOD);
}

bool
defines_refuse_reduce(const struct rewriter *r)
{
    return r->plan->pickling->n_items > 0 && !r->options->use_header;
}

void
edit_reducing(struct rewriter *r)
{
    const struct pickling *pickling = r->plan->pickling;
    for (size_t i = 0; i < pickling->n_items; i++) {
        require_header(r, r->options->use_header ? HEADER_HEAP_TYPES : 0);
        if (pickling->items[i].extends_table) {
            extend_table(r, pickling->items[i].table);
        }
    }
}

void
define_refuse_reduce(struct rewriter *r)
{
    const struct pickling *pickling = r->plan->pickling;
    for (size_t i = 0; i < pickling->n_places && defines_refuse_reduce(r); i++) {
        const struct source_file *file = pickling->places[i].file;
        uint32_t place = place_before(file, pickling->places[i].offset);
        CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
        add_refuse_reduce(r->plan, &out, file, "static ");
        change(r, file, place, place, indented(r->plan, file, out.text, ""),
               "types without a tp_new were not pickled");
    }
}
