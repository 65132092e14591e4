/* A field of the state owns what it points to: a reference is taken where a borrowed one
 * is stored, and where a value is given away afterwards. */
#include "convert/rewrite/types/ownership.h"

#include "convert/arena_text.h"
#include "convert/plan/failure_releases.h"
#include "convert/plan/kept_references.h"
#include "convert/plan/names.h"
#include "convert/plan/stored_references.h"
#include "convert/plan/surplus_references.h"
#include "convert/plan/variables.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/records.h"
#include "convert/text/branch_lines.h"
#include "convert/text/places.h"
#include "convert/text/style.h"
#include "model/extent.h"

/* --- borrowed references that are stored ---------------------------------------------- */

/* The field may have had another object before. */
static void
replace_field(struct rewriter *r, const struct stored_reference *stored, uint32_t end)
{
    static const char reason[] = "the field owned what it had";
    const struct node *assign = stored->assign, *field = assign->first, *value = field->next;
    const struct source_file *file = assign->file;
    const char *name = rendered(r, file, field->begin, field->end);
    const char *indent = indent_at(r->plan, file, assign->begin);
    const char *step = style_of(r->plan, file)->indent;
    switch (stored->taking) {
    case FORGETS:
        change(r, file, assign->begin, assign->begin, "Py_CLEAR(", reason);
        change(r, file, field->end, assign->end, ")", reason);
        break;
    case RESTORES:
    case REPLACES_NEW:
        change(r, file, assign->begin, assign->begin, "Py_XSETREF(", reason);
        change(r, file, field->end, value->begin,
               stored->taking == RESTORES ? ", " : ", Py_XNewRef(", reason);
        change(r, file, value->end, value->end, stored->taking == RESTORES ? ")" : "))",
               reason);
        break;
    case REPLACES_NAMED:
        change(r, file, assign->begin, assign->begin,
               stored->is_branch ? TEXT(r, "{ Py_XINCREF(%s); Py_XSETREF(",
                                        rendered(r, file, value->begin, value->end))
                                 : TEXT(r, "Py_XINCREF(%s);\n%sPy_XSETREF(",
                                        rendered(r, file, value->begin, value->end), indent),
               reason);
        change(r, file, field->end, value->begin, ", ", reason);
        change(r, file, value->end, value->end, ")", reason);
        if (stored->is_branch) {
            change(r, file, end, end, " }", reason);
        }
        break;
    default:
        change(r, file, assign->begin, assign->begin,
               TEXT(r, "{\n%s%sPyObject *%s = %s%s;\n%s%s", indent, step, stored->old,
                    type_is_pointer_to(field->type, "_object") ? "" : "(PyObject *)", name,
                    indent, step),
               reason);
        change(r, file, end, end,
               TEXT(r, "\n%s%sPy_XINCREF(%s);\n%s%sPy_XDECREF(%s);\n%s}", indent, step, name,
                    indent, step, stored->old, indent),
               reason);
        break;
    }
}

static void
add_reference(struct rewriter *r, const struct stored_reference *stored)
{
    static const char reason[] = "the field owns it";
    const struct node *assign = stored->assign, *field = assign->first;
    const struct node *last =
        stored->taking == TAKES_BEHIND_CHECK ? stored->statement : assign;
    const struct source_file *file = assign->file;
    const char *text =
        TEXT(r, "Py_XINCREF(%s);", rendered(r, file, field->begin, field->end));
    uint32_t end = after_semicolon(file, last->end);

    if (stored->taking >= REPLACES_NAMED) {
        replace_field(r, stored, end);
        return;
    }
    if (stored->taking == TAKES_IN_BRANCH) {
        change(r, file, assign->begin, assign->begin, "{ ", reason);
        change(r, file, end, end, TEXT(r, " %s }", text), reason);
        return;
    }
    change(r, file, end, end,
           TEXT(r, "\n%s%s", indent_at(r->plan, file, last->begin), text), reason);
}

/* --- references that are kept -------------------------------------------------------- */

/* PyModule_AddObject takes a reference away. */
static void
keep_reference(struct rewriter *r, const struct kept_reference *kept)
{
    static const char reason[] = "the state keeps its own reference";
    const struct source_file *file = kept->call->file;
    const struct node *argument = kept->argument, *statement = kept->statement;
    const char *access = kept->part == NULL
                             ? field_access(r->plan, kept->variable)
                             : rendered(r, file, kept->part->begin, kept->part->end);
    const char *increment = kept->may_be_null ? "Py_XINCREF" : "Py_INCREF";
    switch (kept->keeping) {
    case KEEPS_BY_REF:
        change(r, file, kept->call->first->begin, kept->call->first->end,
               "PyModule_AddObjectRef", reason);
        break;
    case KEEPS_BEFORE:
        change(r, file, statement->begin, statement->begin,
               TEXT(r, "%s(%s);\n%s", increment, access,
                    indent_at(r->plan, file, statement->begin)),
               reason);
        record_state_use(r, file, statement->begin, statement->begin);
        break;
    case KEEPS_IN_PLACE:
    case KEEPS_BY_FORMAT:
        change(r, file, argument->begin, argument->begin,
               TEXT(r, "(%s(%s), ", increment, access),
               reason);
        change(r, file, argument->end, argument->end, ")", reason);
        break;
    }
}

/* A statement, all of a branch or more. */
static void
remove_increment(struct rewriter *r, const struct surplus_reference *surplus)
{
    const struct node *statement = surplus->call;
    static const char reason[] = "nothing needs this reference";
    const struct source_file *file = statement->file;
    uint32_t begin = statement->begin;
    uint32_t end = after_semicolon(file, statement->end);
    if (surplus->is_branch) {
        change(r, file, begin, end, "{}", reason);
        return;
    }
    if (*indent_at(r->plan, file, begin) != '\0' && line_end(file, begin) > end) {
        begin = conditional_begin(file, line_begin(file, begin), line_end(file, begin));
    }
    remove_text(r, file, begin, end, reason);
}

/* `Py_NewRef(object)` becomes the object. */
static void
unwrap_reference(struct rewriter *r, const struct surplus_reference *surplus)
{
    static const char reason[] = "nothing needs a new reference";
    const struct source_file *file = surplus->call->file;
    const struct brackets *brackets = &surplus->brackets;
    change(r, file, surplus->call->begin, brackets->open + 1,
           surplus->is_cast ? "" : "(PyObject *)", reason);
    change(r, file, brackets->close, brackets->close + 1, "", reason);
}

/* What the element had before is released. */
static void
replace_element(struct rewriter *r, const struct replaced_element *element)
{
    static const char reason[] = "the element may already have a value";
    const struct element_assignment *text = &element->text;
    change(r, element->file, text->begin, text->begin, "Py_XSETREF(", reason);
    change(r, element->file, text->element_end, text->value, ",", reason);
    change(r, element->file, text->end, text->end, ")", reason);
}

/* Where an import fails: m_clear would release it again. */
static void
forget_released(struct rewriter *r, const struct failure_release *release)
{
    static const char reason[] = "m_clear releases what the state still holds";
    const struct source_file *file = release->file;
    if (release->variable == NULL) {
        change(r, file, release->name.begin, release->name.end, "Py_CLEAR", reason);
        return;
    }
    const struct node *statement = release->statement;
    const char *field = field_access(r->plan, release->variable);
    uint32_t end = after_semicolon(file, statement->end);
    if (release->is_branch) {
        change(r, file, statement->begin, statement->begin, "{ ", reason);
        change(r, file, end, end, TEXT(r, " %s = NULL; }", field), reason);
    }
    else {
        change(r, file, end, end,
               TEXT(r, "\n%s%s = NULL;", indent_at(r->plan, file, statement->begin), field),
               reason);
    }
    record_state_use(r, file, end, end);
}

void
edit_ownership(struct rewriter *r)
{
    const struct failure_releases *releases = r->plan->failure_releases;
    for (size_t i = 0; i < releases->n_items; i++) {
        forget_released(r, &releases->items[i]);
    }
    const struct kept_references *kept = r->plan->kept_references;
    for (size_t i = 0; i < kept->n_elements; i++) {
        replace_element(r, &kept->elements[i]);
    }
    for (size_t i = 0; i < r->plan->stored_references->n_items; i++) {
        add_reference(r, &r->plan->stored_references->items[i]);
    }
    for (size_t i = 0; i < r->plan->surplus_references->n_items; i++) {
        const struct surplus_reference *surplus =
            &r->plan->surplus_references->items[i];
        if (surplus->is_statement) {
            remove_increment(r, surplus);
        }
        else {
            unwrap_reference(r, surplus);
        }
    }
    for (size_t i = 0; i < kept->n_items; i++) {
        keep_reference(r, &kept->items[i]);
    }
}
