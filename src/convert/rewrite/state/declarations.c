/* Declarations of statics: where one begins, what stands beside it, and how it goes when
 * its variable belongs to each module. */
#include "convert/rewrite/state/declarations.h"

#include "convert/facts/places.h"
#include "convert/rewrite/changes.h"

uint32_t
declaration_begin(const struct declaration *declaration)
{
    const struct source_file *file = declaration->file;
    size_t i = token_at(file, declaration->begin);
    if (declaration->within == NULL) {
        return declaration->begin;
    }
    for (size_t before = token_before(file, i); before < file->n_tokens;
         before = token_before(file, i))
    {
        if (token_is(file, before, ";") || token_is(file, before, "{")
            || token_is(file, before, "}") || token_is(file, before, ":"))
        {
            break;
        }
        i = before;
    }
    return file->tokens[i].begin;
}

bool
is_one_of_several(const struct declaration *declaration)
{
    const struct source_file *file = declaration->file;
    if (declaration->n_declarators > 1) {
        return true;
    }
    for (size_t i = token_at(file, declaration_begin(declaration));
         i < file->n_tokens && !token_is(file, i, ";"); i = token_after(file, i))
    {
        if (token_is(file, i, "(") || token_is(file, i, "[") || token_is(file, i, "{"))
        {
            i = token_closing(file, i);
            if (i >= file->n_tokens) {
                break;
            }
        }
        else if (token_is(file, i, ",")) {
            return true;
        }
    }
    return false;
}

uint32_t
comment_above(const struct declaration *declaration)
{
    const struct source_file *file = declaration->file;
    uint32_t line = line_begin(file, declaration->begin);
    uint32_t place = place_before(file, declaration->begin);
    /* What begins the file, and banners, speak of more than this variable. */
    return place == 0 || declaration->within != NULL ? line : place;
}

static bool
is_moving_name(const struct conversion *c, const struct source_file *file,
               uint32_t offset)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        const struct variable_plan *plan = plan_of_variable(c, variable);
        for (size_t k = 0; k < variable->n_declarations; k++) {
            const struct declaration *d = &variable->declarations[k];
            if (d->file == file && d->name == offset) {
                return plan->kind != FIELD_NONE;
            }
        }
    }
    return false;
}

/* Write a declaration of several names again with those that stay. */
static void
thin_out(struct conversion *c, const struct declaration *declaration)
{
    const struct source_file *file = declaration->file;
    CLEANUP(strbuf_done) struct strbuf kept = STRBUF_INIT;
    uint32_t whole = declaration_begin(declaration);
    size_t first = token_at(file, whole);
    size_t i = first, begin = 0;
    bool retained_for = true, has_any = false;
    size_t specifiers_end = 0;

    /* Specifiers end where the first declarator's stars, or its name, begin. */
    for (; i < file->n_tokens; i = token_after(file, i)) {
        size_t next = token_after(file, i);
        if (token_is(file, next, "*") || token_is(file, next, ",")
            || token_is(file, next, "=") || token_is(file, next, ";")
            || token_is(file, next, "["))
        {
            specifiers_end = token_is(file, next, "*") ? next : i;
            break;
        }
    }
    begin = specifiers_end;
    for (i = begin; i < file->n_tokens; i = token_after(file, i)) {
        if (token_is(file, i, "(") || token_is(file, i, "[") || token_is(file, i, "{"))
        {
            i = token_closing(file, i);
            continue;
        }
        if (file->tokens[i].kind == TOKEN_IDENTIFIER
            && is_moving_name(c, file, file->tokens[i].begin))
        {
            retained_for = false;
        }
        if (!token_is(file, i, ",") && !token_is(file, i, ";")) {
            continue;
        }
        if (retained_for) {
            strbuf_format(&kept, "%s%s", has_any ? ", " : "",
                          text_of(c, file, file->tokens[begin].begin,
                                  file->tokens[token_before(file, i)].end));
            has_any = true;
        }
        retained_for = true;
        if (token_is(file, i, ";")) {
            break;
        }
        begin = token_after(file, i);
    }
    if (i >= file->n_tokens) {
        return;
    }
    if (!has_any) {
        remove_text(c, file, whole, file->tokens[i].end, "it belongs to each module");
        return;
    }
    change_cover(c, file, file->tokens[specifiers_end].begin, file->tokens[i].begin,
                 kept.text, "the others belong to each module");
}

void
remove_declarations(struct conversion *c, const struct variable *variable)
{
    const struct variable_plan *plan = plan_of_variable(c, variable);
    const struct declaration *main_one = variable_declaration(variable);

    for (size_t i = 0; i < variable->n_declarations; i++) {
        const struct declaration *d = &variable->declarations[i];
        uint32_t end = after_semicolon(d->file, d->end);
        if (plan->kind == FIELD_TYPE && d == main_one && !plan->is_sequence) {
            continue; /* types.c */
        }
        if (plan->kind == FIELD_TYPE && variable->storage == STORAGE_GLOBAL
            && !plan->is_sequence && !is_one_of_several(d))
        {
            change_cover(c, d->file, d->begin, d->end,
                         TEXT(c, "extern PyType_Spec %s_spec", variable->name),
                         "the type is made for each module");
        }
        else if (is_one_of_several(d)) {
            thin_out(c, d);
        }
        else {
            bool has_own_comment = d == main_one && plan->kind != FIELD_TYPE;
            uint32_t begin = has_own_comment ? comment_above(d) : d->begin;
            if (begin < line_begin(d->file, d->begin)) {
                /* The comment moved with its variable. */
                remove_text(c, d->file, begin, end, "it belongs to each module");
            }
            else {
                remove_text(c, d->file, d->begin, end, "it belongs to each module");
            }
        }
    }
}
