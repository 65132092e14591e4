/* The head of a function, its parameters and where its body begins. */
#include "convert/rewrite/functions/function_head.h"

#include <string.h>

#include "convert/facts/parameters.h"
#include "convert/text/places.h"
#include "convert/rewrite/changes.h"
#include "convert/text/style.h"

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
parameter_name(struct conversion *c, const struct function *function, size_t i,
               const char *fallback)
{
    struct parameter_naming naming = parameter_naming_of(c, function, i, fallback);
    if (naming.text != NULL) {
        change(c, naming.file, naming.begin, naming.end, naming.text,
               "the parameter is now used");
    }
    return naming.name;
}

void
begin_body(struct conversion *c, const struct node *block, const char *text,
           const char *reason)
{
    uint32_t place;
    text = body_text(c, block, text, &place);
    change(c, block->file, place, place, text, reason);
}

void
add_argument(struct conversion *c, const struct brackets *brackets,
             const char *argument, const char *reason)
{
    uint32_t place = argument_place(brackets);
    change(c, brackets->file, place, place,
           brackets_are_empty(brackets) ? argument : TEXT(c, "%s, ", argument), reason);
}

void
add_parameter(struct conversion *c, const struct brackets *brackets,
              const char *parameter, const char *reason)
{
    if (brackets_hold_void(brackets)) {
        struct range content = brackets_content(brackets);
        change(c, brackets->file, content.begin, content.end, parameter, reason);
        return;
    }
    add_argument(c, brackets, parameter, reason);
}
