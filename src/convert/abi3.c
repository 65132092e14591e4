/* The limited API ("Limited C API"): types are opaque in it, and slots that are newer than
 * it are declared for the Python that the module runs on. */
#include "convert/abi3.h"

#include <stdlib.h>
#include <string.h>

#include "convert/api_slots.h"
#include "convert/changes.h"
#include "convert/function_head.h"

enum {
    LIMITED_TYPES = 0x030A0000,        /* PyType_FromModuleAndSpec */
    LIMITED_BUFFER = 0x030B0000,       /* Py_bf_getbuffer */
    LIMITED_STRICT = 0x030B0000,       /* Py_TYPE, Py_INCREF want a PyObject * */
    LIMITED_INTERPRETERS = 0x030C0000, /* Py_mod_multiple_interpreters */
    LIMITED_GIL = 0x030D0000,          /* Py_mod_gil, PyType_GetModuleByDef */
};

/* The type of the function in FIELD of a type; NULL if it is none. */
static const char *
function_type(const char *field)
{
    static const struct {
        const char *field, *type;
    } types[] = {
        {"tp_alloc", "allocfunc"},       {"tp_call", "ternaryfunc"},
        {"tp_clear", "inquiry"},         {"tp_dealloc", "destructor"},
        {"tp_finalize", "destructor"},   {"tp_free", "freefunc"},
        {"tp_getattro", "getattrofunc"}, {"tp_hash", "hashfunc"},
        {"tp_init", "initproc"},         {"tp_iter", "getiterfunc"},
        {"tp_iternext", "iternextfunc"}, {"tp_new", "newfunc"},
        {"tp_repr", "reprfunc"},         {"tp_richcompare", "richcmpfunc"},
        {"tp_setattro", "setattrofunc"}, {"tp_str", "reprfunc"},
        {"tp_traverse", "traverseproc"},
    };
    for (size_t i = 0; i < ARRAY_LENGTH(types); i++) {
        if (strcmp(types[i].field, field) == 0) {
            return types[i].type;
        }
    }
    return NULL;
}

const char *
type_function(const struct conversion *c, const char *type, const char *field)
{
    if (c->options->abi3 == 0) {
        return TEXT(c, "%s->%s", type, field);
    }
    return TEXT(c, "((%s)%sPyType_GetSlot(%s, Py_%s))", function_type(field),
                c->is_pedantic ? "(uintptr_t)" : "", type, field);
}

/* --- what the sources read of types ---------------------------------------------------- */

static void
edit_member(struct conversion *c, const struct node *member)
{
    const struct node *object = node_bare(member->first);
    const struct type *type = object != NULL ? object->type : NULL;
    const struct variable_plan *plan =
        object != NULL && object->kind == NODE_NAME ? moving(c, object->variable) : NULL;

    if (type != NULL && type->kind == TYPE_POINTER) {
        type = type->target;
    }
    if (type == NULL || type->kind != TYPE_RECORD || type->record == NULL
        || !is_type_record(type->record->name) || member->is_written
        || member->origin != ORIGIN_FILE || function_type(member->text) == NULL)
    {
        return;
    }
    const char *text =
        plan != NULL && plan->kind == FIELD_TYPE
            ? field_access(c, plan->variable)
            : TEXT(c, "%s%s", member->op == '.' ? "&" : "",
                   rendered(c, member->file, member->first->begin, member->first->end));
    change_cover(c, member->file, member->begin, member->end,
                 type_function(c, text, member->text),
                 "types are opaque in the limited API");
}

const char *
object_cast(const struct conversion *c)
{
    return c->options->abi3 >= LIMITED_STRICT ? "(PyObject *)" : "";
}

void
edit_members(struct conversion *c)
{
    if (c->options->abi3 == 0) {
        return;
    }
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        if (!plan_of_function(c, function)->belongs || function->body == NULL) {
            continue;
        }
        for (const struct node *n = function->body; n != NULL;
             n = node_after(n, function->body))
        {
            if (n->kind == NODE_MEMBER) {
                edit_member(c, n);
            }
        }
    }
}

/* What this limited API has no way for. */
void
check_abi3(struct conversion *c)
{
    const struct declaration *place = variable_declaration(c->definition);
    if (c->options->abi3 != 0 && c->options->abi3 < LIMITED_TYPES && c->moves_types) {
        refuse(c, "type-not-converted", place->file, place->name, c->definition->name,
               "classes can belong to a module in the limited API of 3.10 or newer");
    }
    for (size_t i = 0; c->options->abi3 != 0 && i < c->source->n_variables; i++) {
        const struct variable *type = c->source->variables[i];
        if (c->options->stage != STAGE_ALL && plan_of_variable(c, type)->belongs
            && type->in_project && type->type != NULL && type->type->kind == TYPE_RECORD
            && type_is_record(type->type, "PyTypeObject"))
        {
            const struct declaration *d = variable_declaration(type);
            refuse(c, "type-not-converted", d->file, d->name, type->name,
                   "the limited API has no static types, so '%s' cannot wait for a later "
                   "stage: convert with --stage all",
                   type->name);
            return;
        }
    }
}

bool
slot_is_limited(const struct conversion *c, const char *field)
{
    return c->options->abi3 == 0 || c->options->abi3 >= LIMITED_BUFFER
           || !string_starts(field, "bf_");
}

bool
finds_by_definition(const struct conversion *c)
{
    return c->options->abi3 == 0 || c->options->abi3 >= LIMITED_GIL;
}

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
        "\t\tPyErr_Clear(); /* a class of another kind */\n"
        "\t}\n"
        "\tPy_XDECREF(mro);\n"
        "\treturn found != NULL ? %s(found) : NULL;\n}\n\n",
        type, c->definition->name, c->get);
}

/* --- slots of the Python that it runs on ------------------------------------------------ */

bool
slots_are_late(const struct conversion *c)
{
    return c->options->abi3 != 0
           && (c->options->abi3 < LIMITED_INTERPRETERS
               || (c->options->abi3 < LIMITED_GIL && c->gil_slot != NULL));
}

const char *
late_slots_name(const struct conversion *c)
{
    return TEXT(c, "%s_add_slots", c->base);
}

static const char *
number_of(const char *value)
{
    return string_ends(value, "NOT_SUPPORTED") ? "0"
           : strstr(value, "PER_INTERPRETER") != NULL ? "2"
                                                      : "1";
}

void
add_late_slots(const struct conversion *c, struct strbuf *out, const char *value)
{
    bool is_old = c->options->abi3 < LIMITED_INTERPRETERS;
    if (is_old) {
        strbuf_format(out,
                      "#ifndef Py_mod_multiple_interpreters /* newer than this API */\n"
                      "#define Py_mod_multiple_interpreters 3\n"
                      "#endif\n"
                      "#ifndef %s\n"
                      "#define %s ((void *)%s)\n"
                      "#endif\n",
                      value, value, number_of(value));
    }
    if (c->gil_slot != NULL) {
        strbuf_format(out,
                      "#ifndef Py_mod_gil /* newer than this API */\n"
                      "#define Py_mod_gil 4\n"
                      "#endif\n"
                      "#ifndef %s\n"
                      "#define %s ((void *)%s)\n"
                      "#endif\n",
                      c->gil_slot, c->gil_slot,
                      strstr(c->gil_slot, "NOT_USED") != NULL ? "1" : "0");
    }
    strbuf_format(out, "\n/* Slots that depend on the Python that runs this. */\n%s",
                  function_head(c, variable_declaration(c->definition)->file,
                                "static void",
                                TEXT(c, "%s(PyModuleDef_Slot *slot)",
                                     late_slots_name(c))));
    strbuf_add_string(out, "\tconst char *version = Py_GetVersion(); /* 3.13.1 */\n"
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
                      value, c->gil_slot != NULL ? "\t\tslot++;\n" : "");
    }
    if (c->gil_slot != NULL) {
        strbuf_format(out,
                      "\tif (minor >= 13) {\n"
                      "\t\tslot->slot = Py_mod_gil;\n"
                      "\t\tslot->value = %s;\n"
                      "\t}\n",
                      c->gil_slot);
    }
    strbuf_add_string(out, "}\n\n");
}

/* The value that an earlier stage gave such a slot, in the whole file. */
void
edit_late_slots(struct conversion *c, const char *value)
{
    static const char old[] = "Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED";
    const struct source_file *file = variable_declaration(c->definition)->file;
    if (strcmp(value, old) == 0) {
        return;
    }
    for (size_t i = 0; i < file->n_tokens; i++) {
        if (!token_is(file, i, old)) {
            continue;
        }
        change(c, file, file->tokens[i].begin, file->tokens[i].end, value,
               "the statics moved");
        /* And its number, where it is defined for headers that lack it. */
        const uint32_t directive = file->tokens[i].directive;
        if (directive == 0 || !token_is(file, i - 1, "define")) {
            continue;
        }
        for (size_t k = i + 1;
             k < file->n_tokens && file->tokens[k].directive == directive; k++)
        {
            if (token_is(file, k, "0")) {
                change(c, file, file->tokens[k].begin, file->tokens[k].end,
                       number_of(value), "the statics moved");
            }
        }
    }
}

/* A slot before them is gone: they are one place further up in the table. */
void
move_late_slots(struct conversion *c)
{
    const struct source_file *file = variable_declaration(c->definition)->file;
    for (size_t i = 0; i + 6 < file->n_tokens; i++) {
        /* spam_add_slots(&spam_slots[1]); */
        const struct token *place = &file->tokens[i + 5];
        if (token_is(file, i, late_slots_name(c)) && token_is(file, i + 1, "(")
            && token_is(file, i + 2, "&") && token_is(file, i + 4, "[")
            && token_is(file, i + 6, "]"))
        {
            unsigned long number = strtoul(token_text(c, file, i + 5), NULL, 10);
            change(c, file, place->begin, place->end,
                   TEXT(c, "%lu", number > 0 ? number - 1 : 0),
                   "nothing is left to execute");
        }
    }
}
