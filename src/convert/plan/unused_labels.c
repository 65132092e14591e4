/* Labels of the function that made the module which lose all their gotos. */
#include "convert/plan/unused_labels.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/inactive/conditionals.h"
#include "convert/facts/inactive/guards.h"
#include "convert/facts/inactive/words.h"
#include "convert/facts/nodes.h"
#include "convert/plan/init_module.h"
#include "convert/plan/init_steps.h"
#include "convert/plan/module.h"
#include "convert/text/comments.h"
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

/* What is left of the gotos to a label. */
struct jumps {
    bool was_used, loses_one;
    struct guard *guards; /* that each of those that stay stands in; NULL: not known */
    size_t n_guards;
};

static void
add_jump(const struct conversion *c, struct jumps *jumps, const struct node *body,
         uint32_t offset)
{
    if (goes(c, body->file, offset)) {
        jumps->loses_one = true;
        return;
    }
    jumps->guards[jumps->n_guards++] = guard_at(c, body->file, body->begin, offset);
}

static size_t
count_words(const struct node *body, const char *name)
{
    size_t n = 0;
    struct word word = {.file = body->file, .end = body->begin};
    while (word_next(&word, name, body->end)) {
        n++;
    }
    return n;
}

/* The gotos to LABEL in BODY, compiled or not. */
static struct jumps
jumps_to(const struct conversion *c, const struct node *body, const struct node *label)
{
    size_t n_words = count_words(body, label->text);
    struct jumps jumps = {.guards = ARENA_ARRAY(c->arena, struct guard, 2 * n_words + 1)};
    for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
        if (n->kind != NODE_GOTO || (n->text != NULL && strcmp(n->text, label->text) != 0)) {
            continue;
        }
        jumps.was_used = true;
        if (n->text == NULL || n->file != body->file || jumps.n_guards > n_words)
        {
            jumps.guards = NULL;
            return jumps;
        }
        add_jump(c, &jumps, body, n->begin);
    }
    struct word word = {.file = body->file, .end = body->begin};
    while (word_next(&word, label->text, body->end)) {
        if (word.is_inactive && !word.is_in_directive && !is_dead(c, body->file, word.begin))
        {
            add_jump(c, &jumps, body, word.begin);
        }
    }
    return jumps;
}

/* The lines that begin the one branch of #if that all of JUMPS stand in; NULL: there is no
 * such branch, or LABEL stands in it, too. */
static const char *
only_branch(const struct conversion *c, const struct node *body, const struct node *label,
            const struct jumps *jumps)
{
    const struct guard *first = &jumps->guards[0];
    if (guard_at(c, body->file, body->begin, label->begin).n_levels != 0
        || first->n_levels == 0)
    {
        return NULL;
    }
    for (size_t i = 1; i < jumps->n_guards; i++) {
        const struct guard *other = &jumps->guards[i];
        if (other->n_levels == 0
            || other->levels[0].conditional != first->levels[0].conditional
            || other->levels[0].number != first->levels[0].number)
        {
            return NULL;
        }
    }
    return first->levels[0].opens;
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

/* Behind the colon of LABEL. */
static uint32_t
end_of_label(const struct node *label)
{
    uint32_t end = label->begin + (uint32_t)strlen(label->text);
    return end + (uint32_t)strspn(label->file->text + end, " \t") + 1;
}

static void
plan_label(struct conversion *c, const struct node *label, const struct node *before)
{
    uint32_t end = before != NULL && leaves(before) ? end_of_unreached(c, label) : 0;
    if (end == 0) {
        end = end_of_label(label);
    }
    add_init_step(c, (struct init_step){.kind = INIT_REMOVES,
                                        .node = label,
                                        .file = label->file,
                                        .range = {label->begin, end},
                                        .text = "",
                                        .reason = reason});
}

/* LABEL is only jumped to in the branch of #if that OPENS begins: so it is only there. */
static void
plan_branch_label(struct conversion *c, const struct node *label, const char *opens)
{
    const struct source_file *file = label->file;
    uint32_t begin = label->begin, end = end_of_label(label);
    struct range comment;
    if (comment_on_line(file, end, &comment)) {
        end = comment.end;
    }
    while (begin > 0 && (file->text[begin - 1] == ' ' || file->text[begin - 1] == '\t')) {
        begin--;
    }
    uint32_t next = end + (uint32_t)strspn(file->text + end, " \t\r");
    bool is_alone = next < file->size && file->text[next] == '\n';
    if (begin > 0 && file->text[begin - 1] != '\n') {
        return;
    }
    const char *text =
        TEXT(c, "%s%s\n#endif%s", opens, text_of(c, file, begin, end),
             is_alone ? "" : TEXT(c, "\n%s", text_of(c, file, begin, label->begin)));
    add_init_step(c, (struct init_step){.kind = INIT_LEAVES_TEXT,
                                        .node = label,
                                        .file = file,
                                        .range = {begin, is_alone ? end : next},
                                        .text = text,
                                        .reason = "the other builds do not jump to it"});
}

void
plan_unused_labels(struct conversion *c)
{
    const struct node *body = c->init->setup->body, *before = NULL;
    for (const struct node *n = body->first; n != NULL; before = n, n = n->next) {
        if (n->kind != NODE_LABEL || n->origin != ORIGIN_FILE || n->text == NULL
            || n->file != body->file)
        {
            continue;
        }
        struct jumps jumps = jumps_to(c, body, n);
        if (!jumps.was_used || !jumps.loses_one || jumps.guards == NULL) {
            continue;
        }
        const char *opens =
            jumps.n_guards != 0 ? only_branch(c, body, n, &jumps) : NULL;
        if (jumps.n_guards == 0) {
            plan_label(c, n, before);
        }
        else if (opens != NULL) {
            plan_branch_label(c, n, opens);
        }
    }
}
