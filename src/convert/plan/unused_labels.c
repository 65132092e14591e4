/* Labels of the function that made the module which lose all their gotos. */
#include "convert/plan/unused_labels.h"

#include <string.h>

#include "convert/facts/inactive/conditionals.h"
#include "convert/facts/inactive/words.h"
#include "convert/facts/nodes.h"
#include "convert/plan/init_module.h"
#include "convert/plan/init_steps.h"
#include "convert/plan/module.h"
#include "model/extent.h"

static const char reason[] = "nothing jumps to the label";

/* Does a step take away what begins at OFFSET? */
static bool
goes(const struct conversion *c, const struct source_file *file, uint32_t offset)
{
    const struct init_step *step;
    for (size_t i = 0; (step = init_step_at(c, i)) != NULL; i++) {
        bool removes = step->kind == INIT_REMOVES || step->kind == INIT_LEAVES_TEXT
                       || step->kind == INIT_KEEPS || step->kind == INIT_LENDS;
        if (removes && step->file == file && step->range.begin <= offset
            && offset < step->range.end)
        {
            return true;
        }
    }
    return false;
}

/* Was LABEL of BODY jumped to, and is it no more? */
static bool
has_become_unused(const struct conversion *c, const struct node *body,
                  const struct node *label)
{
    bool was_used = false;
    for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
        if (n->kind == NODE_GOTO && (n->text == NULL || strcmp(n->text, label->text) == 0)) {
            was_used = true;
            if (n->text == NULL || !goes(c, n->file, n->begin)) {
                return false;
            }
        }
    }
    struct word word = {.file = body->file, .end = body->begin};
    while (was_used && word_next(&word, label->text, body->end)) {
        if (word.is_inactive && !word.is_in_directive && !is_dead(c, body->file, word.begin)
            && !goes(c, body->file, word.begin))
        {
            return false;
        }
    }
    return was_used;
}

/* Is LOCAL read by what stays, outside of [BEGIN, END)? */
static bool
is_read_outside(const struct conversion *c, const struct variable *local, uint32_t begin,
                uint32_t end)
{
    for (size_t i = 0; i < local->n_uses; i++) {
        const struct node *use = local->uses[i];
        if (!use->is_written && (use->begin < begin || use->begin >= end)
            && !goes(c, use->file, use->begin))
        {
            return true;
        }
    }
    return false;
}

/* Would locals be unused without LABEL and what stands between that and END? */
static bool
needs_locals(const struct conversion *c, const struct node *label, uint32_t end)
{
    for (const struct node *s = label; s != NULL && s->begin < end; s = s->next) {
        for (const struct node *n = s; n != NULL; n = node_after(n, s)) {
            if (n->variable != NULL && n->variable->owner == c->init->setup
                && n->variable != c->init->module_variable
                && !is_read_outside(c, n->variable, label->begin, end))
            {
                return true;
            }
        }
    }
    return false;
}

/* Behind the statements that only LABEL leads to; 0: they are needed. */
static uint32_t
end_of_unreached(const struct conversion *c, const struct node *label)
{
    const struct node *last = label;
    while (last->next != NULL && last->next->kind != NODE_LABEL) {
        last = last->next;
    }
    uint32_t end = after_semicolon(label->file, last->end);
    return text_is_balanced(label->file, label->begin, end) && !needs_locals(c, label, end)
               ? end
               : 0;
}

static void
plan_label(struct conversion *c, const struct node *label, const struct node *before)
{
    const struct source_file *file = label->file;
    uint32_t end = before != NULL && leaves(before) ? end_of_unreached(c, label) : 0;
    if (end == 0) {
        end = label->begin + (uint32_t)strlen(label->text);
        end += (uint32_t)strspn(file->text + end, " \t") + 1; /* the colon */
    }
    add_init_step(c, (struct init_step){.kind = INIT_REMOVES,
                                        .node = label,
                                        .file = file,
                                        .range = {label->begin, end},
                                        .text = "",
                                        .reason = reason});
}

void
plan_unused_labels(struct conversion *c)
{
    const struct node *body = c->init->setup->body, *before = NULL;
    for (const struct node *n = body->first; n != NULL; before = n, n = n->next) {
        if (n->kind == NODE_LABEL && n->origin == ORIGIN_FILE && n->text != NULL
            && has_become_unused(c, body, n))
        {
            plan_label(c, n, before);
        }
    }
}
