/* The fields of the state struct: what the declarations of statics say of them. */
#include "convert/rewrite/state/fields.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/plan/callbacks.h"
#include "convert/plan/module_lookups.h"
#include "convert/plan/names.h"
#include "convert/plan/stages.h"
#include "convert/plan/variables.h"
#include "convert/rewrite/functions/capsules.h"
#include "convert/rewrite/state/declarations.h"
#include "convert/rewrite/state/vectors.h"
#include "convert/text/comments.h"
#include "convert/text/declared_type.h"
#include "convert/text/places.h"
#include "model/extent.h"

/* Is MACRO defined once, so that it means the same in each build? */
static bool
has_one_meaning(const struct conversion *c, const struct macro *macro)
{
    size_t n = 0;
    for (size_t i = 0; i < c->source->n_macros; i++) {
        n += strcmp(c->source->macros[i]->name, macro->name) == 0;
    }
    return n == 1;
}

/* Do SIZES, in a header, use a macro that it defines for itself?  The header stays where it
 * is, and the state may be written where it is not included. */
static bool
needs_header(const struct conversion *c, const struct source_file *file, struct range sizes)
{
    bool needs = false;
    if (file->is_main) {
        return false;
    }
    for (size_t i = 0; i < c->source->n_expansions; i++) {
        const struct expansion *use = &c->source->expansions[i];
        if (use->file == file && use->begin >= sizes.begin && use->begin < sizes.end
            && use->macro != NULL && use->macro->file == file)
        {
            needs = true;
            if (!has_one_meaning(c, use->macro)) {
                return false; /* it will not compile, and is told then */
            }
        }
    }
    return needs;
}

/* "" or "[SIZE]…" as the declaration of VARIABLE has it, for its field. */
static const char *
field_suffix(const struct conversion *c, const struct variable *variable,
             const struct declaration *declaration)
{
    struct range sizes;
    if (!array_sizes(declaration, &sizes)) {
        return "";
    }
    const char *suffix = text_of(c, declaration->file, sizes.begin, sizes.end);
    if (!needs_header(c, declaration->file, sizes)) {
        return string_starts(suffix, "[]")
                   ? TEXT(c, "[%lld]%s", (long long)variable->type->n_elements, suffix + 2)
                   : suffix;
    }
    suffix = "";
    for (const struct type *t = variable->type; t != NULL && t->kind == TYPE_ARRAY; t = t->target) {
        suffix = TEXT(c, "%s[%lld]", suffix, (long long)t->n_elements);
    }
    return suffix;
}

/* The rest of a pointer to functions, behind its name, with the state as their first
 * parameter. */
static const char *
with_state(struct rewriter *r, const char *rest)
{
    const char *open = strchr(rest, '(');
    const char *parameters = open != NULL ? open + 1 + strspn(open + 1, " ") : NULL;
    if (parameters == NULL) {
        return rest;
    }
    bool is_empty = *parameters == ')';
    if (string_starts(parameters, "void)")) {
        parameters += strlen("void");
        is_empty = true;
    }
    return TEXT(r, "%.*s%s *%s%s%s", (int)(open + 1 - rest), rest, r->plan->names->state_type,
                r->plan->names->state, is_empty ? "" : ", ", parameters);
}

const char *
declared_as(struct rewriter *r, const struct variable *variable, const char *name)
{
    const struct declaration *declaration = variable_declaration(variable);
    const char *suffix = field_suffix(r->plan, variable, declaration);
    const struct type *type = type_element(variable->type);
    const char *spelling = type->spelling;
    const char *written =
        is_one_of_several(declaration) ? NULL : declared_type(r->arena, r->source, declaration);
    spelling = written != NULL ? written : spelling;
    const char *star = strstr(spelling, "(*");
    if (star != NULL) {
        return TEXT(r, "%.*s%s%s%s", (int)(star + 2 - spelling), spelling, name, suffix,
                    spells_callback(r->plan, variable) ? with_state(r, star + 2) : star + 2);
    }
    bool is_pointer = spelling[strlen(spelling) - 1] == '*';
    return TEXT(r, "%s%s%s%s", spelling, is_pointer ? "" : " ", name, suffix);
}

static const char *
field_text(struct rewriter *r, const struct variable *variable)
{
    const struct variable_plan *plan = plan_of_variable(r->plan, variable);
    return plan->kind == FIELD_TYPE
               ? TEXT(r, "PyTypeObject *%s;", plan->field)
               : TEXT(r, "%s;", declared_as(r, variable, plan->field));
}

/* The comment that stands on the declaration's line behind it, or NULL. */
static const char *
trailing_comment(const struct conversion *c, const struct declaration *declaration)
{
    const struct source_file *file = declaration->file;
    struct range comment;
    return comment_on_line(file, after_semicolon(file, declaration->end), &comment)
               ? text_of(c, file, comment.begin, comment.end)
               : NULL;
}

static void
add_comment_above(const struct conversion *c, struct strbuf *out,
                  const struct declaration *declaration)
{
    const struct source_file *file = declaration->file;
    uint32_t place = comment_above(declaration);
    uint32_t end = line_begin(file, declaration->begin);
    while (place < end) {
        uint32_t next = line_end(file, place);
        uint32_t stop = next;
        while (stop > place && strchr("\r\n", file->text[stop - 1]) != NULL) {
            stop--;
        }
        strbuf_format(out, "\t%s\n", text_of(c, file, place, stop));
        place = next;
    }
}

void
add_fields(struct rewriter *r, struct strbuf *out)
{
    if (r->plan->lookups->has_module_field) { /* the first stage needs it already */
        strbuf_format(out, "\tPyObject *%s; /* borrowed: it owns this state */\n",
                      r->plan->lookups->module_field);
    }
    const struct declaration *above = NULL; /* whose comment was taken last */
    for (size_t i = 0; i < r->source->n_variables; i++) {
        const struct variable *variable = r->plan->stages->fields[i];
        const struct variable_plan *plan = moving(r->plan, variable);
        if (plan == NULL || *plan->field == '\0') {
            continue;
        }
        const struct declaration *d = variable_declaration(variable);
        const char *comment = NULL;
        if (plan->kind != FIELD_TYPE && plan->constant == NULL
            && (!is_one_of_several(d) || declaration_goes(r->plan, d)))
        {
            bool is_taken = above != NULL && above->file == d->file
                            && comment_above(above) == comment_above(d);
            if (!is_taken) {
                add_comment_above(r->plan, out, d);
            }
            above = d;
            comment = is_one_of_several(d) ? NULL : trailing_comment(r->plan, d);
        }
        strbuf_format(out, "\t%s%s%s\n", field_text(r, variable),
                      comment != NULL ? "  " : "", comment != NULL ? comment : "");
        if (plan->kind == FIELD_VECTOR) {
            add_vector_field(r->plan, out, plan);
        }
    }
    add_capsule_fields(r->plan, out);
}
