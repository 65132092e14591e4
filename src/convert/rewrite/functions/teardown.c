/* Functions that deallocate an instance handle a state that was already freed. */
#include "convert/rewrite/functions/teardown.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/plan/names.h"
#include "convert/plan/teardown.h"
#include "convert/rewrite/changes.h"
#include "convert/text/places.h"
#include "convert/text/style.h"
#include "model/extent.h"

/* --- the edits ------------------------------------------------------------------------ */

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

static bool
is_same_guard(const struct plan_names *a, const struct plan_names *b)
{
    for (size_t i = 0; i < a->n_items && a->n_items == b->n_items; i++) {
        if (strcmp(a->items[i], b->items[i]) != 0) {
            return false;
        }
    }
    return a->n_items == b->n_items;
}

static void
edit_condition(struct rewriter *r, const struct teardown_step *step)
{
    const struct node *condition = step->statement->first;
    const struct source_file *file = condition->file;
    bool is_or = step->shape == SHAPE_IF_NOT;
    bool is_wrapped = needs_parentheses(condition, is_or);
    const char *reason = "the state may already be freed";

    if (step->guard.n_items == 0) {
        return;
    }
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

/* The step that STATEMENT of FUNCTION is, if it mentions the state. */
static struct teardown_step
step_here(const struct conversion *c, const struct function *function,
          const struct node *statement)
{
    struct teardown_step step = {SHAPE_NONE, statement, NULL, {NULL, 0, 0}};
    const struct node *part = statement->kind == NODE_IF ? statement->first : statement;
    return needs_state_within(c, function, part)
               ? teardown_step_of(c, function, statement)
               : step;
}

/* Is STATEMENT the reference that the assignment behind it stores? */
static bool
counts_for(const struct conversion *c, const struct node *statement,
           const struct node *assign)
{
    const struct source_file *file = statement->file;
    const char *name = node_use(c->source, statement);
    const struct node *bare = assign != NULL ? node_bare(assign) : NULL;
    struct brackets arguments;
    if (bare == NULL || bare->kind != NODE_ASSIGN
        || (strcmp(name, "Py_INCREF") != 0 && strcmp(name, "Py_XINCREF") != 0)
        || !use_brackets(file, statement->begin, &arguments))
    {
        return false;
    }
    const struct node *value = node_bare(bare->first->next);
    struct range given = brackets_content(&arguments);
    size_t size = value->end - value->begin;
    return given.end - given.begin == size
           && memcmp(file->text + given.begin, file->text + value->begin, size) == 0;
}

static void
edit_block(struct rewriter *r, const struct function *function,
           const struct node *block)
{
    const struct node *first = block->first;
    if (block->kind == NODE_IF && first != NULL) {
        first = first->next; /* behind the condition */
    }
    for (const struct node *n = first; n != NULL; n = n->next) {
        struct teardown_step step = step_here(r->plan, function, n);
        const struct node *begin = n;
        if (step.shape == SHAPE_NONE && block->kind == NODE_BLOCK
            && counts_for(r->plan, n, n->next))
        {
            step = step_here(r->plan, function, n->next);
            n = step.shape == SHAPE_WHOLE ? n->next : n;
            step.shape = step.shape == SHAPE_WHOLE ? SHAPE_WHOLE : SHAPE_NONE;
        }
        switch (step.shape) {
        case SHAPE_IF:
        case SHAPE_IF_NOT:
            edit_condition(r, &step);
            break;
        case SHAPE_VALUE:
            edit_value(r, &step);
            break;
        case SHAPE_WHOLE: {
            const struct node *last = n;
            while (step.guard.n_items > 0 && block->kind == NODE_BLOCK
                   && last->next != NULL)
            {
                struct teardown_step next = step_here(r->plan, function, last->next);
                if (next.shape != SHAPE_WHOLE
                    || !is_same_guard(&next.guard, &step.guard))
                {
                    break;
                }
                last = last->next;
            }
            if (step.guard.n_items > 0) {
                edit_whole(r, begin, last, guard_text(r->plan, &step.guard, false));
            }
            n = last;
            break;
        }
        case SHAPE_NONE:
            break;
        }
    }
}

void
edit_teardown(struct rewriter *r)
{
    for (size_t i = 0; i < r->source->n_functions; i++) {
        const struct function *function = r->source->functions[i];
        if (!may_lack_state(r->plan, function)) {
            continue;
        }
        for (const struct node *n = function->body; n != NULL;
             n = node_after(n, function->body))
        {
            if (n->origin == ORIGIN_FILE
                && (n->kind == NODE_BLOCK || n->kind == NODE_LABEL
                    || n->kind == NODE_IF))
            {
                edit_block(r, function, n);
            }
        }
    }
}
