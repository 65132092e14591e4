/* Passes the state to functions that a macro gets as arguments and calls. */
#include "convert/rewrite/functions/macro_arguments.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/mentions.h"
#include "convert/plan/macro_arguments.h"
#include "convert/plan/names.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/functions/state_expressions.h"
#include "convert/text/places.h"
#include "convert/text/style.h"

/* --- the edits -------------------------------------------------------------------- */

enum { MAX_WIDTH = 79 };

/* A macro that calls FUNCTION with STATE as its first argument. */
struct wrapper {
    const struct function *function;
    const char *state, *name;
};

struct wrapper_list {
    struct wrapper *items;
    size_t n_items, capacity;
};

static const char *
wrapper_of(struct rewriter *r, struct wrapper_list *list,
           const struct macro_argument *argument, const char *state)
{
    const struct function *function = argument->mention->function;
    size_t n_others = 0;
    for (size_t i = 0; i < list->n_items; i++) {
        const struct wrapper *known = &list->items[i];
        if (known->function == function && strcmp(known->state, state) == 0) {
            return known->name;
        }
        n_others += known->function == function;
    }
    const char *name = argument->names[n_others];
    ARENA_GROW(r->arena, list->items, list->n_items, list->capacity);
    list->items[list->n_items++] = (struct wrapper){function, state, name};

    const struct node *body = function->body;
    uint32_t place = line_end(body->file, body->end);
    bool has_more = function->n_parameters > 0;
    const char *head = TEXT(r, "#define %s(%s)", name, has_more ? "..." : "");
    const char *call =
        TEXT(r, "%s(%s%s)", function->name, state, has_more ? ", __VA_ARGS__" : "");
    bool is_wide = strlen(head) + strlen(call) + 1 > MAX_WIDTH;
    change(r, body->file, place, place,
           TEXT(r, "\n%s %s%s%s\n", head, is_wide ? "\\\n" : "",
                is_wide ? style_of(r->plan, body->file)->indent : "", call),
           "it is passed to macros that call it without the state");
    return name;
}

void
edit_arguments(struct rewriter *r)
{
    struct wrapper_list list = {NULL, 0, 0};
    const struct macro_arguments *arguments = r->plan->macro_arguments;
    for (size_t i = 0; i < arguments->n_items; i++) {
        const struct mention *mention = arguments->items[i].mention;
        const struct function *within = arguments->items[i].within;
        const char *state =
            within != NULL ? state_expression(r, within) : r->plan->names->state;
        change(r, mention->file, mention->begin, mention->end,
               wrapper_of(r, &list, &arguments->items[i], state), "pass the state");
    }
}
