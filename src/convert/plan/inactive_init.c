/* What this configuration does not compile of the function that made the module: it, too,
 * answers 0 or -1 now, and does not own the module.  There is no syntax tree of it, so the
 * few forms that count are known by their tokens. */
#include "convert/plan/inactive_init.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/inactive/code.h"
#include "convert/facts/inactive/conditionals.h"
#include "convert/facts/inactive/macro_body.h"
#include "convert/findings.h"
#include "convert/plan/init_returns.h"
#include "convert/plan/init_steps.h"
#include "convert/plan/module.h"
#include "extension/units.h"
#include "model/extent.h"

static const char rule[] = "init-not-converted";

/* An object-like macro that stands for a return. */
static bool
is_return_macro(const struct conversion *c, const struct word *word)
{
    for (size_t i = 0; i < c->source->n_macros; i++) {
        const struct macro *macro = c->source->macros[i];
        if (!macro->function_like && word_is(word, macro->name)
            && macro_is_return(macro)) {
            return true;
        }
    }
    return false;
}

/* [BEGIN, END) becomes `return RESULT`. */
static void
add_return(struct conversion *c, const struct source_file *file, uint32_t begin,
           uint32_t end, const char *result)
{
    add_init_step(c, (struct init_step){.kind = INIT_RETURNS,
                                        .file = file,
                                        .range = {begin, end},
                                        .text = result,
                                        .reason = "the exec function returns 0 or -1"});
}

/* `return NULL;`, `return m;` */
static void
plan_inactive_return(struct conversion *c, const struct word *word)
{
    struct inactive_return found;
    if (!inactive_return(word, &found)) {
        return; /* of a head that returns nothing: Python 2's, in this configuration's else */
    }
    const char *value = text_of(c, word->file, found.value.begin, found.value.end);
    bool fails = strcmp(value, "NULL") == 0 || strcmp(value, "0") == 0;
    bool succeeds = c->init->module_variable != NULL
                    && strcmp(value, c->init->module_variable->name) == 0;

    if ((!fails && !succeeds) || found.end == 0) {
        refuse(c, rule, word->file, word->begin, c->init->setup->name,
               "'%s' returns a value other than the module or NULL here, in an "
               "inactive #if branch",
               c->init->setup->name);
        return;
    }
    if (succeeds && c->init->keeps_variable) {
        refuse(c, rule, word->file, word->begin, c->init->setup->name,
               "'%s', which has other values than the module, is returned in an inactive "
               "#if branch",
               value);
        return;
    }
    add_return(c, word->file, word->begin, found.end, fails ? "-1" : "0");
}

/* Does a call of the macro NAME begin at WORD, whose first argument is the variable of the
 * module?  Behind its semicolon. */
static bool
is_given_module(const struct conversion *c, const struct word *word, const char *name,
                uint32_t *out_end)
{
    struct brackets arguments;
    struct range given;
    if (!word_is(word, name) || c->init->module_variable == NULL
        || !use_brackets(word->file, word->begin, &arguments)
        || !brackets_item(&arguments, 0, &given))
    {
        return false;
    }
    *out_end = after_semicolon(word->file, arguments.close + 1);
    return *out_end > arguments.close + 1
           && strcmp(text_of(c, word->file, given.begin, given.end),
                     c->init->module_variable->name)
                  == 0;
}

/* `Py_DECREF(m);` at WORD, or `Py_CLEAR(m);` where the function fails at once? */
static bool
is_inactive_drop(const struct conversion *c, const struct word *word, uint32_t *out_end)
{
    if (is_given_module(c, word, "Py_CLEAR", out_end)) {
        struct word next = {.file = word->file, .end = *out_end};
        struct inactive_return found;
        return word_next(&next, NULL, word->file->size) && word_is(&next, "return")
               && inactive_return(&next, &found)
               && strcmp(text_of(c, word->file, found.value.begin, found.value.end),
                         c->init->module_variable->name)
                      != 0;
    }
    return is_given_module(c, word, "Py_DECREF", out_end)
           || is_given_module(c, word, "Py_XDECREF", out_end);
}

/* Does the variable of the module get another value at WORD? */
static bool
changes_module(const struct conversion *c, const struct word *word)
{
    uint32_t end;
    const struct variable *variable = c->init->module_variable;
    if (variable != NULL && word_is(word, variable->name) && !word->is_member
        && !word->is_member_or_tag && !word->is_behind_type) /* a declaration is another's */
    {
        const char *text = word->file->text;
        uint32_t next = word->end;
        while (next < word->file->size && (text[next] == ' ' || text[next] == '\t')) {
            next++;
        }
        return word->address != word->begin
               || (next + 1 < word->file->size && text[next] == '=' && text[next + 1] != '=');
    }
    return is_given_module(c, word, "Py_CLEAR", &end)
           || is_given_module(c, word, "Py_SETREF", &end)
           || is_given_module(c, word, "Py_XSETREF", &end);
}

/* Is WORD the name of FUNCTION where a branch defines it anew? */
static bool
is_defined_anew(const struct word *word, const struct function *function)
{
    struct word name = {.file = word->file, .end = word->begin};
    struct inactive_definition definition;
    return function != NULL && word_is(word, function->name)
           && inactive_definition_next(&name, &definition)
           && definition.name.begin == word->begin;
}

/* Does WORD, of a branch that is not compiled, make the module in another way than the
 * function that does so here: by its definition, or in another function of that name? */
static bool
makes_module(const struct conversion *c, const struct word *word)
{
    const struct function *setup = c->init->setup;
    bool is_inside = word->file == setup->body->file && word->begin >= setup->body->begin
                     && word->end <= setup->body->end;
    struct brackets given;
    bool creates = (word_is(word, "PyModule_Create") || word_is(word, "PyModule_Create2"))
                   && word_is_called(word, &given)
                   && text_has_word(word->file, given.open, given.close,
                                    c->module->variable->name);
    return !is_inside
           && (creates || is_defined_anew(word, setup)
               || is_defined_anew(word, c->module->entry));
}

/* Another build that makes the module in code of its own would make it of a definition that is
 * for multi-phase initialisation now. */
static void
check_other_inits(struct conversion *c)
{
    const struct source_file *place = variable_declaration(c->module->variable)->file;
    for (size_t i = 0; i < c->source->n_files; i++) {
        struct word word = {.file = c->source->files[i]};
        while (word.file->is_project && shares_unit(place, word.file)
               && word_next(&word, NULL, word.file->size))
        {
            if (word.is_inactive && !word.is_in_directive && !word.is_member_or_tag
                && makes_module(c, &word) && !is_dead(c, word.file, word.begin))
            {
                refuse(c, rule, word.file, word.begin, c->init->setup->name,
                       "an inactive #if branch makes the module in another way, with '%s' "
                       "here; let one function make it, with the #if in that",
                       text_of(c, word.file, word.begin, word.end));
                return;
            }
        }
    }
}

void
plan_inactive_init(struct conversion *c)
{
    check_other_inits(c);
    const struct node *body = c->init->setup->body;
    struct word word = {.file = body->file, .end = body->begin};
    uint32_t end;

    while (word_next(&word, NULL, body->end)) {
        if (!word.is_inactive || word.is_in_directive
            || is_dead(c, body->file, word.begin))
        {
            continue;
        }
        if (word_is(&word, "return")) {
            plan_inactive_return(c, &word);
        }
        else if (plan_importer(c, body->file, word.begin, NULL)) {
            continue;
        }
        else if (word_is_statement(&word, &end) && is_return_macro(c, &word)) {
            add_return(c, body->file, word.begin, word.end, "-1");
        }
        else if (c->init->reassigns_variable) {
            continue; /* the variable has a reference of its own */
        }
        else if (is_inactive_drop(c, &word, &end)) {
            add_init_step(c, (struct init_step){.kind = INIT_REMOVES,
                                                .file = body->file,
                                                .range = {word.begin, end},
                                                .text = "",
                                                .reason =
                                                    "the interpreter owns the module"});
        }
        else if (changes_module(c, &word)) {
            refuse(c, rule, word.file, word.begin, c->init->setup->name,
                   "the variable of the module gets another value in an inactive #if branch; "
                   "return there instead");
            return;
        }
    }
}
