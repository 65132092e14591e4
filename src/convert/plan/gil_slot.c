/* What the module says of the GIL when it is made, for a slot to say it. */
#include "convert/plan/gil_slot.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/inactive/code.h"
#include "convert/facts/inactive/conditionals.h"
#include "convert/findings.h"
#include "convert/plan/module.h"
#include "convert/plan/module_slots.h"
#include "convert/text/places.h"

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

/* The last word or sign that is compiled in BODY in front of OFFSET; empty: there is none. */
static struct range
code_before(const struct node *body, uint32_t offset)
{
    struct range code = {body->begin, body->begin}, last = code;
    while (next_code(body->file, offset, &code)) {
        last = code;
    }
    return last;
}

static bool
range_is(const struct source_file *file, const struct range *range, const char *text)
{
    return range->end - range->begin == strlen(text)
           && memcmp(file->text + range->begin, text, strlen(text)) == 0;
}

/* Does the call at WORD, in STATEMENT, run whenever BODY does, as far as conditions of the
 * preprocessor let it? */
static bool
runs_always(const struct node *body, const struct word *word, const struct range *statement)
{
    const struct source_file *file = body->file;
    struct brackets around, condition;
    struct word first = {.file = file, .end = statement->begin};
    if (!brackets_around(file, statement->begin, &around) || around.open != body->begin
        || !word_next(&first, NULL, statement->end))
    {
        return false;
    }
    struct range before = code_before(body, statement->begin);
    if (range_is(file, &before, ")") || range_is(file, &before, "else")) {
        return false;
    }
    if (first.begin == word->begin) {
        return true;
    }
    /* `if (PyUnstable_Module_SetGIL(…) < 0)` */
    return word_is(&first, "if") && use_brackets(file, first.begin, &condition)
           && brackets_content(&condition).begin == word->begin;
}

/* PyUnstable_Module_SetGIL(m, X), with the branch around it and the comment above that. */
void
plan_gil_slot(struct conversion *c)
{
    if (c->module->is_multi_phase || c->init->setup == NULL
        || c->init->setup->body == NULL)
    {
        return;
    }
    const struct node *body = c->init->setup->body;
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
        struct range call = statement_around(&word);
        if (!runs_always(body, &word, &call)) {
            note(c, "claim-missing", file, word.begin, c->init->setup->name,
                 "PyUnstable_Module_SetGIL is called on a condition here, which a slot does not "
                 "know; the module does not declare that it runs without the GIL");
            return;
        }
        struct gil_answer *gil = ARENA_NEW(c->arena, struct gil_answer);
        gil->slot = text_of(c, file, value.begin, value.end);
        gil->call = call;
        struct conditional conditional;
        if (conditional_around(file, gil->call.begin, gil->call.end, &conditional)) {
            uint32_t begin = line_begin(file, conditional.begin);
            uint32_t comment = place_before(file, begin);
            gil->comment = comment_lines(c, file, comment, begin);
            gil->call = (struct range){comment, line_end(file, conditional.last)};
        }
        c->gil = gil;
        return;
    }
}

bool
runs_without_gil(const struct conversion *c)
{
    static const char not_used[] = "Py_MOD_GIL_NOT_USED";
    const struct variable *table = slot_table(c);
    if (c->gil->slot != NULL && strcmp(c->gil->slot, not_used) == 0) {
        return true;
    }
    const struct declaration *d = table != NULL ? variable_declaration(table) : NULL;
    struct word word = {.file = d != NULL ? d->file : NULL, .end = d != NULL ? d->name : 0};
    return d != NULL && word_next(&word, not_used, d->end);
}
