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

static const char setter[] = "PyUnstable_Module_SetGIL";

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
is_comment(const struct source_file *file, const struct range *piece)
{
    return file->text[piece->begin] == '/'
           && (file->text[piece->begin + 1] == '/' || file->text[piece->begin + 1] == '*');
}

/* The last word or sign in BODY in front of OFFSET, compiled or not. */
static struct range
piece_before(const struct node *body, uint32_t offset)
{
    struct range piece = {body->begin, body->begin}, last = piece;
    while (next_piece(body->file, offset, &piece)) {
        last = is_comment(body->file, &piece) ? last : piece;
    }
    return last;
}

static bool
range_is(const struct source_file *file, const struct range *range, const char *text)
{
    return range->end - range->begin == strlen(text)
           && memcmp(file->text + range->begin, text, strlen(text)) == 0;
}

/* Does what stands at OFFSET stand in BODY itself, or in blocks there that run with it? */
static bool
is_in_plain_blocks(const struct node *body, uint32_t offset)
{
    const struct source_file *file = body->file;
    struct brackets around;
    while (brackets_around(file, offset, &around) && around.open != body->begin) {
        struct range before = piece_before(body, around.open);
        if (around.open < body->begin || file->text[around.open] != '{'
            || (!range_is(file, &before, ";") && !range_is(file, &before, "{")
                && !range_is(file, &before, "}")))
        {
            return false;
        }
        offset = around.open;
    }
    return around.open == body->begin;
}

/* STATEMENT of BODY, with the blocks around it that hold nothing else. */
static struct range
with_blocks(const struct node *body, struct range statement)
{
    const struct source_file *file = body->file;
    struct brackets around;
    while (brackets_around(file, statement.begin, &around) && around.open > body->begin) {
        struct range before = piece_before(body, statement.begin);
        struct range after = {statement.end, statement.end};
        if (before.begin != around.open || !next_piece(file, body->end, &after)
            || after.begin != around.close)
        {
            break;
        }
        statement = (struct range){around.open, around.close + 1};
    }
    return statement;
}

/* Does the call at WORD, in STATEMENT, run whenever BODY does, as far as conditions of the
 * preprocessor let it? */
static bool
runs_always(const struct node *body, const struct word *word, const struct range *statement)
{
    const struct source_file *file = body->file;
    struct brackets condition;
    struct word first = {.file = file, .end = statement->begin};
    if (!is_in_plain_blocks(body, statement->begin)
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

/* A macro that makes the call, in whichever branch of the project's conditionals. */
struct gil_macro {
    const char *name;
    const char *value; /* the second argument there; NULL: a parameter */
};

struct gil_macros {
    struct gil_macro *items;
    size_t n_items, capacity;
};

/* The macro in whose definition WORD is. */
static struct gil_macro
macro_of_word(const struct conversion *c, const struct word *word)
{
    const struct source_file *file = word->file;
    uint32_t end;
    struct word name = {.file = file, .end = directive_around(file, word->begin, &end)};
    struct gil_macro macro = {.name = NULL};
    struct brackets parameters, arguments;
    struct range value, parameter;
    if (!word_next(&name, "define", end) || !word_next(&name, NULL, end)
        || name.begin == word->begin)
    {
        return macro;
    }
    macro.name = text_of(c, file, name.begin, name.end);
    if (!use_brackets(file, word->begin, &arguments) || !brackets_item(&arguments, 1, &value)) {
        return macro;
    }
    macro.value = text_of(c, file, value.begin, value.end);
    bool has_parameters =
        file->text[name.end] == '(' && use_brackets(file, name.begin, &parameters);
    for (size_t i = 0; has_parameters && brackets_item(&parameters, i, &parameter); i++) {
        if (range_is(file, &parameter, macro.value)) {
            macro.value = NULL;
            break;
        }
    }
    return macro;
}

static void
find_macros(const struct conversion *c, struct gil_macros *out)
{
    *out = (struct gil_macros){.items = NULL};
    for (size_t i = 0; i < c->source->n_files; i++) {
        const struct source_file *file = c->source->files[i];
        struct word word = {.file = file};
        while (file->is_project && word_next(&word, setter, file->size)) {
            struct gil_macro macro = {.name = NULL};
            if (word.is_in_directive) {
                macro = macro_of_word(c, &word);
            }
            if (macro.name != NULL) {
                ARENA_ADD(c->arena, out->items, out->n_items, out->capacity, &macro);
            }
        }
    }
}

/* Does WORD make the call, itself or by one of MACROS?  *OUT_VALUE is NULL if it does not say
 * with what. */
static bool
sets_gil(const struct conversion *c, const struct gil_macros *macros, const struct word *word,
         const char **out_value)
{
    struct brackets arguments;
    struct range value;
    *out_value = NULL;
    if (word_is(word, setter)) {
        if (!use_brackets(word->file, word->begin, &arguments)
            || !brackets_item(&arguments, 1, &value))
        {
            return false;
        }
        *out_value = text_of(c, word->file, value.begin, value.end);
        return true;
    }
    for (size_t i = 0; i < macros->n_items; i++) {
        if (word_is(word, macros->items[i].name)) {
            *out_value = macros->items[i].value;
            return true;
        }
    }
    return false;
}

/* The call in FUNCTION of one of the project that makes the call, DEPTH deep; NULL: there is
 * none. */
static const struct node *
call_of_setter(const struct conversion *c, const struct gil_macros *macros,
               const struct function *function, int depth)
{
    for (size_t i = 0; i < function->n_calls && depth > 0; i++) {
        const struct function *callee = function->calls[i]->function;
        const struct node *body = callee != NULL && callee->in_project ? callee->body : NULL;
        struct word word = {.file = body != NULL ? body->file : NULL,
                            .end = body != NULL ? body->begin : 0};
        const char *value;
        while (body != NULL && word_next(&word, NULL, body->end)) {
            if (sets_gil(c, macros, &word, &value)) {
                return function->calls[i];
            }
        }
        if (body != NULL && call_of_setter(c, macros, callee, depth - 1) != NULL) {
            return function->calls[i];
        }
    }
    return NULL;
}

/* The statement of the call at WORD goes, with the branch around it and the comment above
 * that. */
static void
declare(struct conversion *c, const struct range *statement, const char *value)
{
    const struct source_file *file = c->init->setup->body->file;
    struct gil_answer *gil = ARENA_NEW(c->arena, struct gil_answer);
    gil->slot = value;
    gil->call = with_blocks(c->init->setup->body, *statement);
    struct conditional conditional;
    if (conditional_around(file, gil->call.begin, gil->call.end, &conditional)) {
        uint32_t begin = line_begin(file, conditional.begin);
        uint32_t comment = place_before(file, begin);
        gil->comment = comment_lines(c, file, comment, begin);
        gil->call = (struct range){comment, line_end(file, conditional.last)};
    }
    c->gil = gil;
}

void
plan_gil_slot(struct conversion *c)
{
    enum { DEPTH = 3 };
    if (c->module->is_multi_phase || c->init->setup == NULL
        || c->init->setup->body == NULL)
    {
        return;
    }
    const struct node *body = c->init->setup->body;
    const struct source_file *file = body->file;
    struct word word = {.file = file, .end = body->begin};
    struct gil_macros macros;
    const char *value;
    find_macros(c, &macros);

    while (word_next(&word, NULL, body->end)) {
        if (word.is_defined || !sets_gil(c, &macros, &word, &value)) {
            continue;
        }
        struct range call = statement_around(&word);
        if (value != NULL && runs_always(body, &word, &call)) {
            declare(c, &call, value);
        }
        else {
            note(c, "claim-missing", file, word.begin, c->init->setup->name,
                 "PyUnstable_Module_SetGIL is called on a condition here, which a slot does not "
                 "know; the module does not declare that it runs without the GIL");
        }
        return;
    }
    const struct node *call = call_of_setter(c, &macros, c->init->setup, DEPTH);
    if (call != NULL) {
        note(c, "claim-missing", call->file, call->begin, c->init->setup->name,
             "PyUnstable_Module_SetGIL is called in '%s', which is too late in an exec function; "
             "the module does not declare that it runs without the GIL: give it the slot "
             "Py_mod_gil",
             call_name(call));
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
