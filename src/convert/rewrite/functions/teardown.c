/* Functions that deallocate an instance handle a state that was already freed. */
#include "convert/rewrite/functions/teardown.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/plan/names.h"
#include "convert/plan/teardown_steps.h"
#include "convert/rewrite/changes.h"
#include "convert/text/places.h"
#include "convert/text/style.h"
#include "model/extent.h"

/* Can the condition be joined with && as it is? */
static bool
needs_parentheses(const struct node *condition, bool is_or)
{
    if (condition->kind == NODE_BINARY) {
        return is_or ? false : condition->op == OP_OR;
    }
    return condition->kind == NODE_CONDITIONAL || condition->kind == NODE_ASSIGN
           || condition->op == ',';
}

/* All of GUARD are there, or, IS_LACKING, one of them is not. */
static const char *
guard_text(const struct conversion *c, const struct plan_names *guard, bool is_lacking)
{
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    for (size_t i = 0; i < guard->n_items; i++) {
        strbuf_format(&out, "%s%s %s NULL",
                      i == 0       ? ""
                      : is_lacking ? " || "
                                   : " && ",
                      guard->items[i], is_lacking ? "==" : "!=");
    }
    return arena_copy(c->arena, out.text, out.size);
}

static void
edit_condition(struct rewriter *r, const struct teardown_step *step)
{
    const struct node *condition = step->statement->first;
    const struct source_file *file = condition->file;
    bool is_or = step->shape == SHAPE_IF_NOT;
    bool is_wrapped = needs_parentheses(condition, is_or);
    const char *reason = "the state may already be freed";

    change(r, file, condition->begin, condition->begin,
           TEXT(r, "%s %s %s", guard_text(r->plan, &step->guard, is_or),
                is_or ? "||" : "&&", is_wrapped ? "(" : ""),
           reason);
    if (is_wrapped) {
        change(r, file, condition->end, condition->end, ")", reason);
    }
}

/* Put `if (GUARD) { … }` around the statements from FIRST to LAST. */
static void
edit_whole(struct rewriter *r, const struct node *first, const struct node *last,
           const char *guard)
{
    static const char reason[] = "the state may already be freed";
    const struct source_file *file = first->file;
    uint32_t end = after_semicolon(file, last->end);
    const char *indent = indent_at(r->plan, file, first->begin);
    const char *unit = style_of(r->plan, file)->indent;
    uint32_t line = line_begin(file, first->begin);

    if (first->begin - line != strlen(indent)) { /* not alone on its line */
        change(r, file, first->begin, first->begin, TEXT(r, "if (%s) { ", guard),
               reason);
        change(r, file, end, end, " }", reason);
        return;
    }
    change(r, file, first->begin, first->begin,
           TEXT(r, "if (%s) {\n%s%s", guard, indent, unit), reason);
    for (uint32_t at = line_end(file, line); at < end; at = line_end(file, at)) {
        change(r, file, at, at, unit, reason);
    }
    change(r, file, end, end, TEXT(r, "\n%s}", indent), reason);
}

static void
edit_value(struct rewriter *r, const struct teardown_step *step)
{
    const struct node *value = step->value;
    const struct node *referent = node_referent(value);
    const char *access = field_access(r->plan, referent->variable);
    change_cover(r, value->file, value->begin, value->end,
                 TEXT(r, "%s != NULL ? %s : NULL", r->plan->names->state, access),
                 "the state may already be freed");
}

void
edit_teardown(struct rewriter *r)
{
    for (size_t i = 0; i < r->plan->teardown_steps->n_items; i++) {
        const struct guarded_step *guarded = &r->plan->teardown_steps->items[i];
        const struct teardown_step *step = &guarded->step;
        switch (step->shape) {
        case SHAPE_IF:
        case SHAPE_IF_NOT:
            edit_condition(r, step);
            break;
        case SHAPE_VALUE:
            edit_value(r, step);
            break;
        case SHAPE_WHOLE:
            edit_whole(r, guarded->first, guarded->last,
                       guard_text(r->plan, &step->guard, false));
            break;
        case SHAPE_NONE:
            break;
        }
    }
}
