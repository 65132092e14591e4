/* What the passes share: look-ups, refusals, names. */
#include "convert/conversion.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

struct variable_plan *
plan_of_variable(const struct conversion *c, const struct variable *variable)
{
    return &c->variables[variable->id];
}

struct function_plan *
plan_of_function(const struct conversion *c, const struct function *function)
{
    return &c->functions[function->id];
}

struct macro_plan *
plan_of_macro(const struct conversion *c, const struct macro *macro)
{
    return &c->macros[macro->id];
}

struct variable_plan *
moving(const struct conversion *c, const struct variable *variable)
{
    if (variable == NULL) {
        return NULL;
    }
    struct variable_plan *plan = plan_of_variable(c, variable);
    return plan->kind != FIELD_NONE ? plan : NULL;
}

void
refuse(struct conversion *c, const char *rule, const struct source_file *file,
       uint32_t offset, const char *symbol, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *message = arena_vformat(c->arena, format, args);
    va_end(args);

    struct finding *finding = findings_add(c->findings, rule, "%s", message);
    finding->path = file->path;
    finding->line = source_line(file, offset);
    finding->column = source_column(file, offset);
    finding->offset = offset;
    finding->symbol = symbol;
    finding->module = c->full_name;
    c->is_refused = true;
}

void
refuse_at(struct conversion *c, const char *rule, const struct node *node,
          const char *symbol, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *message = arena_vformat(c->arena, format, args);
    va_end(args);
    refuse(c, rule, node->file, node->begin, symbol, "%s", message);
}

const struct record *
record_called(const struct conversion *c, const char *name)
{
    name = string_starts(name, "struct ") ? name + strlen("struct ") : name;
    for (size_t i = 0; i < c->source->n_records; i++) {
        const struct record *record = c->source->records[i];
        if (strcmp(record->name, name) == 0 || strcmp(record->tag, name) == 0) {
            return record;
        }
    }
    return NULL;
}

char *
text_of(const struct conversion *c, const struct source_file *file, uint32_t begin,
        uint32_t end)
{
    return arena_copy(c->arena, file->text + begin, end - begin);
}

char *
rendered(struct conversion *c, const struct source_file *file, uint32_t begin,
         uint32_t end)
{
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    struct error err = ERROR_INIT;
    if (edits_render(&c->edits, file, begin, end, &out, &err) < 0) {
        refuse(c, "state-not-converted", file, begin, NULL, "%s", err.message);
    }
    return arena_copy(c->arena, out.text, out.size);
}

bool
node_text_is(const struct node *node, const char *text)
{
    size_t size = strlen(text);
    return node->file != NULL && node->begin + size <= node->file->size
           && memcmp(node->file->text + node->begin, text, size) == 0;
}

char *
token_text(const struct conversion *c, const struct source_file *file, size_t i)
{
    return text_of(c, file, file->tokens[i].begin, file->tokens[i].end);
}

size_t
token_at(const struct source_file *file, uint32_t offset)
{
    return source_token(file, offset);
}

char *
field_access(const struct conversion *c, const struct variable *variable)
{
    return TEXT(c, "%s->%s", c->state, plan_of_variable(c, variable)->field);
}

bool
is_null(const struct node *node)
{
    node = node_bare(node);
    if (node == NULL) {
        return false;
    }
    if (node->has_value && node->value == 0) {
        return true;
    }
    return node->kind == NODE_NUMBER && node->file != NULL
           && node_text_is(node, "NULL");
}

const struct node *
direct_call(const struct node *name)
{
    const struct node *outer = name;
    while (outer->parent != NULL
           && (outer->parent->kind == NODE_PAREN || outer->parent->kind == NODE_CAST))
    {
        outer = outer->parent;
    }
    const struct node *call = outer->parent;
    return call != NULL && call->kind == NODE_CALL && call->first == outer ? call
                                                                           : NULL;
}

/* --- records of the C API --------------------------------------------------- */

bool
is_type_record(const char *record)
{
    return strcmp(record, "PyTypeObject") == 0 || strcmp(record, "_typeobject") == 0;
}

bool
is_teardown_slot(const char *slot)
{
    static const char *const names[] = {
        "tp_dealloc", "tp_traverse", "tp_clear", "tp_finalize",
        "tp_del",     "tp_free",     "tp_is_gc", "bf_releasebuffer",
    };
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        if (strcmp(slot, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* Include/typeslots.h: the numbers are part of the stable ABI. */
static const char *const slot_names[] = {
    NULL,
    "bf_getbuffer",
    "bf_releasebuffer",
    "mp_ass_subscript",
    "mp_length",
    "mp_subscript",
    "nb_absolute",
    "nb_add",
    "nb_and",
    "nb_bool",
    "nb_divmod",
    "nb_float",
    "nb_floor_divide",
    "nb_index",
    "nb_inplace_add",
    "nb_inplace_and",
    "nb_inplace_floor_divide",
    "nb_inplace_lshift",
    "nb_inplace_multiply",
    "nb_inplace_or",
    "nb_inplace_power",
    "nb_inplace_remainder",
    "nb_inplace_rshift",
    "nb_inplace_subtract",
    "nb_inplace_true_divide",
    "nb_inplace_xor",
    "nb_int",
    "nb_invert",
    "nb_lshift",
    "nb_multiply",
    "nb_negative",
    "nb_or",
    "nb_positive",
    "nb_power",
    "nb_remainder",
    "nb_rshift",
    "nb_subtract",
    "nb_true_divide",
    "nb_xor",
    "sq_ass_item",
    "sq_concat",
    "sq_contains",
    "sq_inplace_concat",
    "sq_inplace_repeat",
    "sq_item",
    "sq_length",
    "sq_repeat",
    "tp_alloc",
    "tp_base",
    "tp_bases",
    "tp_call",
    "tp_clear",
    "tp_dealloc",
    "tp_del",
    "tp_descr_get",
    "tp_descr_set",
    "tp_doc",
    "tp_getattr",
    "tp_getattro",
    "tp_hash",
    "tp_init",
    "tp_is_gc",
    "tp_iter",
    "tp_iternext",
    "tp_methods",
    "tp_new",
    "tp_repr",
    "tp_richcompare",
    "tp_setattr",
    "tp_setattro",
    "tp_str",
    "tp_traverse",
    "tp_members",
    "tp_getset",
    "tp_free",
    "nb_matrix_multiply",
    "nb_inplace_matrix_multiply",
    "am_await",
    "am_aiter",
    "am_anext",
    "tp_finalize",
    "am_send",
};

const char *
slot_name(int64_t number)
{
    return number > 0 && number < (int64_t)ARRAY_LENGTH(slot_names)
               ? slot_names[number]
               : NULL;
}

/* --- names -------------------------------------------------------------------- */

/* "markupsafe._speedups" gives "speedups". */
static const char *
base_name(const struct conversion *c, const char *full)
{
    const char *dot = strrchr(full, '.');
    const char *name = dot != NULL ? dot + 1 : full;
    while (*name == '_') {
        name++;
    }
    char *copy = arena_string(c->arena, *name != '\0' ? name : "module");
    for (char *p = copy; *p != '\0'; p++) {
        if (!isalnum((unsigned char)*p) && *p != '_') {
            *p = '_';
        }
    }
    return copy;
}

static bool
names_are_free(const struct conversion *c, const char *base)
{
    /* The first two are written for single-phase initialisation only. */
    static const char *const patterns[] = {"%s_exec",     "%s_slots", "%s_traverse",
                                           "%s_clear",    "%s_free",  "%s_state",
                                           "get_%s_state"};
    static const char *const of_export[] = {"_export", "_abi", "_token"};
    for (size_t i = 0; needs_export(c) && i < ARRAY_LENGTH(of_export); i++) {
        if (name_is_used(c, TEXT(c, "%s%s", base, of_export[i]))) {
            return false;
        }
    }
    for (size_t i = c->is_multi_phase ? 2 : 0; i < ARRAY_LENGTH(patterns); i++) {
        const char *mark = strstr(patterns[i], "%s");
        const char *name =
            TEXT(c, "%.*s%s%s", (int)(mark - patterns[i]), patterns[i], base, mark + 2);
        if (name_is_used(c, name) && !is_own_name(c, name)) {
            return false;
        }
    }
    return true;
}

/* Is NAME a local or parameter of a project function, or a macro? */
static bool
is_taken_inside(const struct conversion *c, const char *name)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        if (strcmp(variable->name, name) != 0) {
            continue;
        }
        if (variable->owner == NULL || plan_of_function(c, variable->owner)->belongs) {
            return true;
        }
    }
    for (size_t i = 0; i < c->source->n_macros; i++) {
        if (strcmp(c->source->macros[i]->name, name) == 0) {
            return true;
        }
    }
    return false;
}

static const char *
m_name_of(const struct conversion *c)
{
    const struct initializer *name = variable_initializer(c->definition, "m_name");
    const struct node *value = name != NULL ? node_bare(name->value) : NULL;
    if (value != NULL && value->kind == NODE_STRING && value->text != NULL) {
        return value->text;
    }
    return c->entry != NULL && string_starts(c->entry->name, "PyInit_")
               ? c->entry->name + strlen("PyInit_")
               : "module";
}

void
plan_names(struct conversion *c)
{
    static const char *const locals[] = {"state", "st", "mod_state", "module_state"};

    c->full_name = m_name_of(c);
    plan_old_state(c);
    plan_resume(c);
    c->base = base_name(c, c->full_name);
    for (int i = 2; !names_are_free(c, c->base); i++) {
        c->base = i == 2 ? TEXT(c, "%s_module", c->base)
                         : TEXT(c, "%s%d", base_name(c, c->full_name), i);
    }
    c->state = TEXT(c, "%s_module_state", c->base);
    for (size_t i = 0; i < ARRAY_LENGTH(locals); i++) {
        if (!is_taken_inside(c, locals[i])) {
            c->state = locals[i];
            break;
        }
    }
    c->resumed = resumed_local(c);
    if (c->resumed != NULL) {
        c->state = c->resumed;
    }
    if (c->old_state == NULL) {
        c->state_type = TEXT(c, "%s_state", c->base);
    }
    c->get =
        c->getter != NULL ? c->getter->name : TEXT(c, "get_%s_state", c->base);
    c->get_by_type = c->type_getter != NULL
                         ? c->type_getter->name
                         : TEXT(c, "get_%s_state_by_type", c->base);
    c->get_by_operands = TEXT(c, "get_%s_state_by_operands", c->base);
    c->get_at_end = TEXT(c, "find_%s_state", c->base);
    c->new_type = TEXT(c, "%s_new_type", c->base);
}
