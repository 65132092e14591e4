/* Structs that the module state needs, and that stand behind the place where it is
 * written, or in another file: they go in front of it. */
#include "convert/conversion.h"

#include <string.h>

enum { MAX_RECORD_DEPTH = 16 };

/* What is moved in front of the state, in order. */
struct carrying {
    struct conversion *c;
    struct strbuf *out;
    const struct source_file *file; /* where the state is written; NULL: a header */
    uint32_t place;                 /* and at which offset */
    const struct record *done[64];
    size_t n_done;
};

/* The declaration that defines RECORD and nothing else but a typedef's name. */
static bool
definition_of(const struct record *record, uint32_t *out_begin, uint32_t *out_end)
{
    const struct source_file *file = record->file;
    size_t first = token_at(file, record->begin);
    size_t before = token_before(file, first);
    size_t close = source_token(file, record->end - 1);
    size_t next = token_after(file, close);
    bool is_typedef = token_is(file, before, "typedef");

    *out_begin = file->tokens[is_typedef ? before : first].begin;
    while (next < file->n_tokens && !token_is(file, next, ";")) {
        if (!is_typedef
            || (file->tokens[next].kind != TOKEN_IDENTIFIER
                && !token_is(file, next, "*") && !token_is(file, next, ",")))
        {
            return false;
        }
        next = token_after(file, next);
    }
    if (next >= file->n_tokens || file->tokens[first].directive != 0) {
        return false;
    }
    *out_end = file->tokens[next].end;
    return token_is(file, close, "}");
}

static bool
is_behind(const struct carrying *carrying, const struct record *record)
{
    if (record->file == NULL || record->end <= record->begin) {
        return false;
    }
    return carrying->file == NULL ? record->file->is_main
                                  : record->file == carrying->file
                                        && record->begin >= carrying->place;
}

static void
carry(struct carrying *carrying, const struct record *record, unsigned depth)
{
    struct conversion *c = carrying->c;
    uint32_t begin, end;

    if (record == NULL || !is_behind(carrying, record) || depth > MAX_RECORD_DEPTH) {
        return;
    }
    for (size_t i = 0; i < carrying->n_done; i++) {
        if (carrying->done[i] == record) {
            return;
        }
    }
    if (!definition_of(record, &begin, &end)
        || carrying->n_done == ARRAY_LENGTH(carrying->done))
    {
        refuse(c, "state-not-converted", record->file, record->begin, record->name,
               "the struct '%s' would have to be known where the module state is "
               "defined, and its definition cannot be moved there",
               record->name);
        return;
    }
    carrying->done[carrying->n_done++] = record;
    for (size_t i = 0; i < record->n_fields; i++) {
        const struct type *type = type_element(record->fields[i].type);
        while (type->kind == TYPE_POINTER && type->target != NULL) {
            type = type_element(type->target);
        }
        carry(carrying, type->record, depth + 1);
    }
    const struct source_file *file = record->file;
    uint32_t from = place_before(file, begin);
    const char *comment = text_of(c, file, from, line_begin(file, begin));
    strbuf_format(carrying->out, "%s%s\n\n", comment, rendered(c, file, begin, end));
    remove_text(c, file, from, end, "the module state needs it");
}

static void
carry_type(struct carrying *carrying, const struct type *type)
{
    type = type_element(type);
    while (type->kind == TYPE_POINTER && type->target != NULL) {
        type = type_element(type->target);
    }
    carry(carrying, type->record, 0);
}

void
carry_records(struct conversion *c, struct strbuf *out, const struct source_file *file,
              uint32_t place)
{
    struct carrying carrying = {.c = c, .out = out, .file = file, .place = place};
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        const struct variable_plan *plan = moving(c, variable);
        if (plan != NULL && plan->kind != FIELD_TYPE) {
            carry_type(&carrying, variable->type);
        }
    }
    if (c->old_state != NULL) {
        carry(&carrying, c->old_state, 0);
    }
}

/* --- what the state's header includes ----------------------------------------------- */

/* The project file whose typedef is called NAME, or NULL. */
static const struct source_file *
file_of_typedef(const struct conversion *c, const char *name)
{
    for (size_t i = 0; i < c->source->n_files; i++) {
        const struct source_file *file = c->source->files[i];
        for (size_t k = 0; k < file->n_tokens; k++) {
            if (file->tokens[k].directive != 0 || !token_is(file, k, "typedef")) {
                continue;
            }
            for (size_t t = token_after(file, k);
                 t < file->n_tokens && !token_is(file, t, ";"); t = token_after(file, t))
            {
                if (token_is(file, t, "{")) {
                    t = token_closing(file, t);
                    if (t >= file->n_tokens) {
                        break;
                    }
                }
                size_t next = token_after(file, t);
                if (token_is(file, t, name)
                    && (token_is(file, next, ";") || token_is(file, next, ")")
                        || token_is(file, next, "[")))
                {
                    return file;
                }
            }
        }
    }
    return NULL;
}

static void
add_header(struct strbuf *out, const struct conversion *c, const char *folder,
           const struct source_file *file)
{
    if (file == NULL || file->is_main || !file->is_project) {
        return;
    }
    const char *line = TEXT(c, "#include \"%s\"\n", include_name(c, folder, file->path));
    if (strstr(out->text, line) == NULL) {
        strbuf_add_string(out, line);
    }
}

void
add_headers_of_fields(const struct conversion *c, struct strbuf *out, const char *folder)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        const struct variable_plan *plan = moving(c, variable);
        if (plan == NULL || plan->kind == FIELD_TYPE) {
            continue;
        }
        const struct type *type = type_element(variable->type);
        const char *spelling = type->spelling;
        const char *name = TEXT(c, "%.*s", (int)strcspn(spelling, " *("), spelling);
        while (type->kind == TYPE_POINTER && type->target != NULL) {
            type = type_element(type->target);
        }
        if (type->record != NULL) {
            add_header(out, c, folder, type->record->file);
        }
        else if (*name != '\0') {
            add_header(out, c, folder, file_of_typedef(c, name));
        }
    }
}
