/* The state of functions that do not need it in each build: `#if` leaves its uses out, or a
 * macro such as assert drops them.  Then its look-up gets the same condition.  Where there
 * is no such condition, and where the state is a parameter, the function says that it may be
 * unused; so does one that only gets it because the same text calls others that need it. */
#include "convert/rewrite/cleanup/unused_state.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/inactive/conditionals.h"
#include "convert/facts/inactive/guards.h"
#include "convert/facts/parameters.h"
#include "convert/plan/functions.h"
#include "convert/plan/module.h"
#include "convert/plan/names.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/cleanup/state_builds.h"
#include "convert/rewrite/functions/function_head.h"
#include "convert/text/comments.h"
#include "convert/text/places.h"
#include "convert/text/style.h"
#include "model/extent.h"

static const char reason[] = "not all builds need the state";

enum { LINES_BEFORE_EXEC = 2 }; /* its brace, and the look-up */

bool
begins_exec(const struct rewriter *r, const struct function *function)
{
    return function == r->plan->init->setup && r->n_head_lines == LINES_BEFORE_EXEC;
}

/* Is the look-up of FUNCTION made of its parameter number I? */
static bool
looks_up_by(const struct function_plan *function, size_t i)
{
    if (function->access == ACCESS_OBJECT) {
        return function->object_local == NULL && i == (size_t)function->object_parameter;
    }
    return i == 0 || (i == 1 && function->access == ACCESS_OPERANDS);
}

/* Is the look-up made of a parameter that had no name, was said to be unused, or is new?
 * Then it is that one's only use. */
static bool
uses_parameter_alone(const struct rewriter *r, const struct function *function)
{
    const struct function_plan *plan = plan_of_function(r->plan, function);
    for (size_t i = 0; i < function->n_parameters; i++) {
        if (looks_up_by(plan, i)
            && parameter_naming_of(r->plan, function, i, "self").text != NULL)
        {
            return true;
        }
    }
    return plan->gets_module;
}

/* Does BUILDS tell a condition that the look-up of FUNCTION can get? */
static bool
can_be_conditional(const struct rewriter *r, const struct function *function,
                   const struct state_builds *builds)
{
    const struct lookup *lookup = &r->lookups[function->id];
    uint32_t place;
    return builds->opens != NULL && lookup->text != NULL
           && *lookup_line(r, function, lookup->block, lookup->text, &place) == '\n'
           && !uses_parameter_alone(r, function);
}

static void
add_condition(struct rewriter *r, const struct function *function,
              const struct lookup *lookup)
{
    CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
    uint32_t place;
    const char *plain =
        lookup_line(r, function, lookup->block, lookup->text, &place);

    strbuf_format(&text, "\n%s%s", lookup->opens, plain + 1);
    for (size_t i = 0; i < lookup->n_opens; i++) {
        strbuf_add_string(&text, "\n#endif");
    }
    change_place(r, lookup->block->file, place, plain, place, text.text);
}

/* Behind the declarations that BLOCK begins with, and conditionals around them: where what
 * follows begins. */
static uint32_t
behind_declarations(const struct rewriter *r, const struct node *block)
{
    const struct source_file *file = block->file;
    uint32_t place = block->begin + 1;
    for (const struct node *n = block->first;
         n != NULL && n->kind == NODE_DECLARATIONS && n->origin == ORIGIN_FILE; n = n->next)
    {
        place = after_semicolon(file, n->end);
    }
    struct guard guard = guard_at(r->plan, file, block->begin, place);
    struct conditional around;
    if (guard.n_levels > 0
        && conditional_next(file, guard.levels[0].conditional, block->end, &around))
    {
        if (around.last < block->end) {
            (void)directive_around(file, around.last, &place);
        }
        else { /* it ends behind BLOCK */
            place = block->begin + 1;
        }
    }
    struct range comment;
    if (comment_on_line(file, place, &comment) && comment.begin >= place) {
        place = comment.end;
    }
    return place + (uint32_t)strspn(file->text + place, " \t\r\n");
}

/* Let BLOCK of FUNCTION use the state for nothing. */
static void
add_void(struct rewriter *r, const struct function *function, const struct node *block)
{
    const struct source_file *file = block->file;
    const char *outer = indent_at(r->plan, file, block->end - 1);
    const char *indent = TEXT(r, "%s%s", outer, style_of(r->plan, file)->indent);
    const char *text = TEXT(r, "(void)%s;", r->plan->names->state);
    uint32_t place = behind_declarations(r, block);

    const struct node *behind = plan_of_function(r->plan, function)->lookup_behind;

    if (behind != NULL && block == function->body) {
        uint32_t at;
        const char *line = lookup_line(r, function, block, r->lookups[function->id].text, &at);
        const char *separator = *line == '\n' ? TEXT(r, "\n%s", indent) : " ";
        change_place(r, file, at, line, at, TEXT(r, "%s%s%s", line, separator, text));
    }
    else if (begins_exec(r, function)) {
        change(r, file, block->begin + 1, block->begin + 1,
               TEXT(r, "\n%s%s", indent, text), reason);
    }
    else if (file->text[place] == '#') {
        place = line_begin(file, place);
        change(r, file, place, place, TEXT(r, "%s%s\n", indent, text), reason);
    }
    else if (place == block->end - 1) {
        change(r, file, place, place,
               TEXT(r, "%s%s\n%s", style_of(r->plan, file)->indent, text, outer), reason);
    }
    else {
        change(r, file, place, place,
               TEXT(r, "%s\n%s", text, indent_at(r->plan, file, place)), reason);
    }
}

void
avoid_unused_state(struct rewriter *r, const struct function *function,
                   const struct reach *reach)
{
    struct lookup *lookup = &r->lookups[function->id];
    const struct node *block = lookup->block != NULL ? lookup->block : function->body;
    struct state_builds builds =
        state_builds_of(r->plan, block->file, block->begin, reach);

    if (r->whole != NULL && !r->whole->plan->is_refused) {
        /* The next stage must not have to take it back. */
        const struct lookup *whole = &r->whole->lookups[function->id];
        lookup->opens = whole->opens;
        lookup->n_opens = whole->n_opens;
        lookup->is_voided = whole->is_voided;
    }
    else if (!builds.are_all && can_be_conditional(r, function, &builds)) {
        lookup->opens = builds.opens;
        lookup->n_opens = builds.n_levels;
    }
    else {
        bool is_unused = reach->n_uses == 0 && !reach->is_unknown && lookup->text == NULL;
        lookup->is_voided = is_unused || !builds.are_all;
    }
    if (lookup->opens != NULL) {
        add_condition(r, function, lookup);
    }
    else if (lookup->is_voided) {
        add_void(r, function, block);
    }
}
