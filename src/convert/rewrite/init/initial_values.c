/* Assigns initial values of moved variables in the exec function. */
#include "convert/rewrite/init/initial_values.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/initial_texts.h"
#include "convert/facts/nodes.h"
#include "convert/plan/early_types.h"
#include "convert/plan/initial_values.h"
#include "convert/plan/limited_api.h"
#include "convert/plan/names.h"
#include "convert/plan/stages.h"
#include "convert/rewrite/changes.h"
#include "convert/text/places.h"
#include "convert/text/style.h"
#include "model/extent.h"

/* The field of RECORD that PATH, with dots, leads to; NULL: it is not known. */
static const struct field *
field_at(const struct record *record, const char *path)
{
    for (size_t i = 0; record != NULL && i < record->n_fields; i++) {
        const struct field *field = &record->fields[i];
        size_t size = strlen(field->name);
        if (strncmp(field->name, path, size) != 0) {
            continue;
        }
        if (path[size] == '\0') {
            return field;
        }
        if (path[size] == '.' && field->type != NULL) {
            return field_at(field->type->record, path + size + 1);
        }
    }
    return NULL;
}

/* Is what ITEM is the value of, in VARIABLE, a pointer to an object?  m_clear does not look
 * for objects elsewhere, as in a table of void *: what stands there is borrowed of the
 * field that has it. */
static bool
is_owner(const struct variable *variable, const struct initializer *item)
{
    const struct type *type = type_element(variable->type);
    if (*item->field == '\0') {
        return type_is_object_pointer(type);
    }
    const struct field *field = field_at(type->record, item->field);
    return field == NULL || type_is_object_pointer(type_element(field->type));
}

/* PART of a table gets VALUE, the address of a TYPE that is made later than the table is filled:
 * it gets there when it is made. */
static void
fill_part(struct rewriter *r, const struct variable_plan *type, const char *part,
          const char *value, bool is_owned)
{
    const struct node *statement = ready_statement(type);
    const struct source_file *file = statement->file;
    uint32_t end = after_semicolon(file, statement->end);
    const char *indent = indent_at(r->plan, file, statement->begin);
    change(r, file, end, end,
           TEXT(r, "\n%s%s = %s;%s", indent, part, value,
                is_owned ? TEXT(r, "\n%sPy_INCREF(%s%s);", indent, object_cast(r->plan), part)
                         : ""),
           "an element of a table");
}

/* PART of a table that moved is given up by m_clear: it needs a reference. */
static void
own_part(const struct conversion *c, struct strbuf *out, const struct initializer *item,
         const char *part)
{
    const struct variable_plan *type;
    if (is_object_address(c, item->value, &type)) {
        strbuf_format(out, "\tPy_INCREF(%s);\n", part);
    }
}

/* What the parts of an array or a struct began with. */
static void
add_parts(struct rewriter *r, struct strbuf *out, const struct variable *variable)
{
    uint8_t kind = variable->type->kind;
    for (size_t i = 0; i < variable->n_initializers; i++) {
        const struct initializer *item = &variable->initializers[i];
        if (item_is_null(item) || (kind != TYPE_ARRAY && kind != TYPE_RECORD)) {
            continue;
        }
        const char *element =
            kind == TYPE_ARRAY ? TEXT(r, "[%u]", (unsigned)item->element) : "";
        const char *dot = *item->field != '\0' ? "." : "";
        const char *part = TEXT(r, "%s%s%s%s", field_access(r->plan, variable), element,
                                dot, item->field);
        const char *value = rendered(r, item->file, item->begin, item->end);
        const struct variable_plan *type = moved_type_in(r->plan, item);
        if (type != NULL && creation_place(type) != NULL) {
            fill_part(r, type, part, value, is_owner(variable, item));
            continue;
        }
        strbuf_format(out, "\t%s = %s;\n", part, value);
        if (is_owner(variable, item)) {
            own_part(r->plan, out, item, part);
        }
    }
}

/* What VARIABLE began with, which is no table; of an object it needs a reference. */
static void
add_whole(struct rewriter *r, struct strbuf *out, const struct variable *variable)
{
    const struct node *initial = variable->initial;
    const char *field = field_access(r->plan, variable);
    const struct variable_plan *type = NULL;
    bool is_owner = plan_of_variable(r->plan, variable)->kind == FIELD_OBJECT
                    && is_object_address(r->plan, initial, &type);
    const char *value = rendered(r, initial->file, initial->begin, initial->end);
    if (type != NULL && creation_place(type) != NULL) {
        fill_part(r, type, field, value, is_owner);
        return;
    }
    strbuf_format(out, "\t%s = %s;\n", field, value);
    if (is_owner) {
        strbuf_format(out, "\tPy_INCREF(%s%s);\n", object_cast(r->plan), field);
    }
}

/* The field of PLAN begins as a copy of a constant. */
static void
copy_constant(struct rewriter *r, struct strbuf *out, const struct variable_plan *plan)
{
    const char *field = field_access(r->plan, plan->variable);
    if (plan->variable->type->kind == TYPE_ARRAY) {
        strbuf_format(out, "\tmemcpy(%s, %s, sizeof(%s));\n", field, plan->constant, field);
    }
    else {
        strbuf_format(out, "\t%s = %s;\n", field, plan->constant);
    }
}

/* VARIABLE, an array of characters, begins with TEXT, and zeros. */
static void
copy_text(struct rewriter *r, struct strbuf *out, const struct variable *variable,
          const struct initial_text *initial)
{
    const char *field = field_access(r->plan, variable);
    const struct node *text = initial->text;
    const char *literal = rendered(r, text->file, text->begin, text->end);
    strbuf_format(out, "\tmemcpy(%s, %s, sizeof(%s));\n", field, literal,
                  initial->fills ? field : literal);
}

/* Values that the statics of GROUP began with. */
void
add_initial_values(struct rewriter *r, struct strbuf *out, enum field_group group)
{
    for (size_t i = 0; i < r->source->n_variables; i++) {
        const struct variable *variable = r->plan->stages->fields[i];
        const struct variable_plan *plan = moving(r->plan, variable);
        if (plan == NULL || plan->group != group || plan->kind == FIELD_TYPE) {
            continue;
        }
        if (plan->constant != NULL) {
            copy_constant(r, out, plan);
            continue;
        }
        const struct initial_text text = begins_as_text(variable);
        if (text.text != NULL) {
            copy_text(r, out, variable, &text);
            continue;
        }
        add_parts(r, out, variable);
        if (begins_whole(variable)) {
            add_whole(r, out, variable);
        }
    }
}
