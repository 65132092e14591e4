/* The head of a function, its parameters and where its body begins. */
#include "convert/rewrite/functions/function_head.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/parameters.h"
#include "convert/plan/functions.h"
#include "convert/rewrite/changes.h"
#include "convert/text/places.h"

uint32_t
argument_place(const struct brackets *brackets)
{
    const struct source_file *file = brackets->file;
    uint32_t behind = brackets->open + 1;
    struct range content = brackets_content(brackets);
    return content.begin < content.end
                   && memchr(file->text + behind, '\n', content.begin - behind) != NULL
               ? content.begin
               : behind;
}

const char *
parameter_name(struct rewriter *r, const struct function *function, size_t i,
               const char *fallback)
{
    struct parameter_naming naming =
        parameter_naming_of(r->plan, function, i, fallback);
    if (naming.text != NULL) {
        change(r, naming.file, naming.begin, naming.end, naming.text,
               "the parameter is now used");
    }
    return naming.name;
}

const char *
lookup_line(const struct rewriter *r, const struct function *function,
            const struct node *block, const char *text, uint32_t *out_place)
{
    const struct function_plan *plan = plan_of_function(r->plan, function);
    return plan->lookup_behind != NULL && block == function->body
               ? text_behind(r->plan, plan->lookup_behind, plan->lookup_endif, text, out_place)
               : body_text(r->plan, block, text, out_place);
}

void
begin_body(struct rewriter *r, const struct node *block, const char *text,
           const char *reason)
{
    uint32_t place;
    text = body_text(r->plan, block, text, &place);
    change(r, block->file, place, place, text, reason);
}

void
add_argument(struct rewriter *r, const struct brackets *brackets, const char *argument,
             const char *reason)
{
    uint32_t place = argument_place(brackets);
    change(r, brackets->file, place, place,
           brackets_are_empty(brackets) ? argument : TEXT(r, "%s, ", argument), reason);
}

void
add_parameter(struct rewriter *r, const struct brackets *brackets,
              const char *parameter, const char *reason)
{
    if (brackets_hold_void(brackets)) {
        struct range content = brackets_content(brackets);
        change(r, brackets->file, content.begin, content.end, parameter, reason);
        return;
    }
    add_argument(r, brackets, parameter, reason);
}
