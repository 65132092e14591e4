/* The pickling protocols 0 and 1 ask whether a type is a heap type, and take those for
 * classes that Python code made: instances of a static type without a tp_new of its own
 * were refused, those of the heap type would not be.  A method refuses them as before. */
#include "convert/rewrite/types/pickling.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/used_names.h"
#include "convert/plan/names.h"
#include "convert/plan/slot_values.h"
#include "convert/plan/type_bases.h"
#include "convert/plan/variables.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/records.h"
#include "convert/text/places.h"
#include "convert/text/style.h"

static const char method[] = "__reduce_ex__";

static const struct variable *
method_table(const struct conversion *c, const struct variable *type)
{
    const struct node *value = slot_value(c, type, "tp_methods");
    const struct node *table = value != NULL ? node_referent(value) : NULL;
    return table != NULL && table->kind == NODE_NAME ? table->variable : NULL;
}

/* Does TABLE say how instances are pickled? */
static bool
reduces(const struct variable *table)
{
    for (size_t i = 0; i < table->n_initializers; i++) {
        const struct initializer *item = &table->initializers[i];
        const struct node *name = node_bare(item->value);
        if (strcmp(item->field, "ml_name") == 0
            && (name == NULL || name->kind != NODE_STRING || name->text == NULL
                || strcmp(name->text, "__reduce__") == 0
                || strcmp(name->text, method) == 0))
        {
            return !item->is_zero;
        }
    }
    return false;
}

static bool
can_be_extended(const struct variable *table)
{
    return table->initial != NULL && table->initial->origin == ORIGIN_FILE
           && table->initial->kind == NODE_INIT_LIST;
}

/* Does TYPE inherit how instances are pickled: from a type of the module that says it, or
 * perhaps from one of another module? */
static bool
inherits_reduction(const struct conversion *c, const struct variable *type)
{
    for (int depth = 0; depth < 16; depth++) {
        const struct variable *base = own_base(c, type);
        if (base == NULL) {
            const struct node *other = plan_of_variable(c, type)->base;
            if (other == NULL) {
                other = slot_value(c, type, "tp_base");
            }
            const struct node *referent = other != NULL ? node_referent(other) : NULL;
            bool is_object =
                referent != NULL && referent->kind == NODE_NAME
                && referent->variable != NULL
                && strcmp(referent->variable->name, "PyBaseObject_Type") == 0;
            return other != NULL && !is_object;
        }
        const struct variable *table = method_table(c, base);
        if (slot_value(c, base, "tp_methods") != NULL
            && (table == NULL || reduces(table))) {
            return true;
        }
        type = base;
    }
    return true;
}

static bool
needs_refusal(const struct conversion *c, const struct variable *type)
{
    const struct variable_plan *plan = moving(c, type);
    if (plan == NULL || plan->kind != FIELD_TYPE || plan->is_sequence
        || slot_value(c, type, "tp_new") != NULL || inherits_reduction(c, type))
    {
        return false;
    }
    if (slot_value(c, type, "tp_methods") == NULL) {
        return true;
    }
    const struct variable *table = method_table(c, type);
    return table != NULL && can_be_extended(table) && !reduces(table);
}

/* Does TYPE, which needs the refusal, stand in front of all others in FILE that have no
 * method table, either? */
static bool
is_first_bare(const struct conversion *c, const struct variable *type)
{
    const struct declaration *mine = variable_declaration(type);
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *other = c->source->variables[i];
        if (needs_refusal(c, other) && method_table(c, other) == NULL) {
            const struct declaration *theirs = variable_declaration(other);
            if (theirs->file == mine->file && theirs->begin < mine->begin) {
                return false;
            }
        }
    }
    return true;
}

static const char *
refusal_name(const struct conversion *c)
{
    const char *name = TEXT(c, "%s_reduce_ex", c->names->base);
    if (c->options->use_header) {
        return "Insulate_RefuseOldReduce";
    }
    return name_is_used(c, name) ? TEXT(c, "%s_refuse_reduce", c->names->base) : name;
}

const char *
reducing_table(const struct conversion *c, const struct variable *type,
               struct strbuf *out)
{
    if (!needs_refusal(c, type) || method_table(c, type) != NULL) {
        return NULL;
    }
    const char *name = TEXT(c, "%s_reducing", c->names->base);
    if (name_is_used(c, name)) {
        name = TEXT(c, "%s_reducing_methods", c->names->base);
    }
    if (is_first_bare(c, type)) {
        const char *table = TEXT(c,
                                 "static PyMethodDef %s[] = {\n"
                                 "\t{\"%s\", %s, METH_O, NULL},\n"
                                 "\t{NULL, NULL, 0, NULL},\n};\n\n",
                                 name, method, refusal_name(c));
        const struct source_file *file = variable_declaration(type)->file;
        strbuf_add_string(out, indented(c, file, table, ""));
    }
    return name;
}

static void
extend_table(struct rewriter *r, const struct variable *table)
{
    static const char reason[] = "the static type could not be pickled";
    const struct node *list = table->initial;
    uint32_t place = list->begin + 1;
    if (!record_deed(r, DEED_REFUSES_REDUCE, table, NULL)) {
        return; /* another type has it, too */
    }
    const char *line = indented(
        r->plan, list->file,
        TEXT(r, "\t{\"%s\", %s, METH_O, NULL},\n", method, refusal_name(r->plan)), "");
    change(r, list->file, place, place,
           TEXT(r, "\n%.*s", (int)strcspn(line, "\r\n"), line), reason);
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
            TEXT(c, "%s(PyObject *self, PyObject *protocol)", refusal_name(c))),
        method);
}

void
edit_reducing(struct rewriter *r)
{
    for (size_t i = 0; i < r->source->n_variables; i++) {
        const struct variable *type = r->source->variables[i];
        if (!needs_refusal(r->plan, type)) {
            continue;
        }
        const struct variable *table = method_table(r->plan, type);
        require(r, REQUIRES_REFUSE_REDUCE);
        require_header(r, r->options->use_header ? HEADER_HEAP_TYPES : 0);
        if (table != NULL) {
            extend_table(r, table);
        }
    }
}

/* Where FILE first names the function: a table or a type; UINT32_MAX if it does not. */
static uint32_t
first_place(const struct conversion *c, const struct source_file *file)
{
    uint32_t place = UINT32_MAX;
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *type = c->source->variables[i];
        if (!needs_refusal(c, type)) {
            continue;
        }
        const struct variable *table = method_table(c, type);
        const struct declaration *d =
            variable_declaration(table != NULL ? table : type);
        if (d->file == file && d->begin < place) {
            place = d->begin;
        }
    }
    return place;
}

void
define_refuse_reduce(struct rewriter *r)
{
    for (size_t i = 0; i < r->source->n_files && is_required(r, REQUIRES_REFUSE_REDUCE)
                       && !r->options->use_header;
         i++)
    {
        const struct source_file *file = r->source->files[i];
        uint32_t place = first_place(r->plan, file);
        CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
        if (place == UINT32_MAX) {
            continue;
        }
        add_refuse_reduce(r->plan, &out, file, "static ");
        place = place_before(file, place);
        change(r, file, place, place, indented(r->plan, file, out.text, ""),
               "types without a tp_new were not pickled");
    }
}
