/* PyUnstable_Module_SetGIL becomes the slot Py_mod_gil. */
#include "convert/rewrite/init/gil_slot.h"

#include <string.h>

#include "convert/facts/inactive/code.h"
#include "convert/facts/inactive/conditionals.h"
#include "convert/text/places.h"
#include "convert/rewrite/changes.h"

/* The comment in the lines from BEGIN to END, as lines of a table of slots. */
static const char *
comment_lines(const struct conversion *c, const struct source_file *file,
              uint32_t begin, uint32_t end)
{
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    size_t indent = strspn(file->text + begin, " \t");
    while (begin < end) {
        uint32_t next = line_end(file, begin), text = begin, stop = next;
        while (text < next && text < begin + indent
               && (file->text[text] == ' ' || file->text[text] == '\t'))
        {
            text++;
        }
        while (stop > text && strchr("\r\n", file->text[stop - 1]) != NULL) {
            stop--;
        }
        strbuf_format(&out, "\t%s\n", text_of(c, file, text, stop));
        begin = next;
    }
    return arena_copy(c->arena, out.text != NULL ? out.text : "", out.size);
}

/* PyUnstable_Module_SetGIL(m, X) becomes the slot; the branch around it goes, and a
 * comment above it moves to the slot. */
void
edit_gil(struct rewriter *r)
{
    const struct node *body = r->plan->setup->body;
    const struct source_file *file = body->file;
    struct word word = {.file = file, .end = body->begin};

    while (word_next(&word, "PyUnstable_Module_SetGIL", body->end)) {
        struct brackets arguments;
        struct range value;
        if (!use_brackets(file, word.begin, &arguments)
            || !brackets_item(&arguments, 1, &value))
        {
            continue;
        }
        r->late->gil_slot = text_of(r->plan, file, value.begin, value.end);
        struct range statement = statement_around(&word);
        struct conditional conditional;
        if (conditional_around(file, statement.begin, statement.end, &conditional)) {
            uint32_t begin = line_begin(file, conditional.begin);
            uint32_t comment = place_before(file, begin);
            r->late->gil_comment = comment_lines(r->plan, file, comment, begin);
            change_cover(r, file, comment, line_end(file, conditional.last), "",
                         "a slot declares it");
        }
        else {
            remove_text(r, file, statement.begin, statement.end, "a slot declares it");
        }
        return;
    }
}
