/* Types that the module state needs, but that are defined after it, or in another file:
 * they are moved in front of it. */
#include "convert/rewrite/state/state_types.h"

#include <string.h>

#include "convert/text/places.h"
#include "convert/rewrite/changes.h"
#include "model/extent.h"

enum { MAX_RECORD_DEPTH = 16 };

/* What is moved in front of the state, in order. */
struct carrying {
    struct rewriter *r;
    struct strbuf *out;
    const struct source_file *file; /* where the state is written; NULL: a header */
    uint32_t place;                 /* and at which offset */
    const struct need_list *needs;  /* the files that include that header, or NULL */
    uint32_t done[64];              /* where what was moved began */
    size_t n_done;
};

/* Where a typedef of the project stands, with its semicolon. */
struct type_place {
    const struct source_file *file;
    uint32_t begin, end;
};

/* The declaration that defines RECORD and nothing else but typedefs of it. */
static bool
definition_of(const struct record *record, uint32_t *out_begin, uint32_t *out_end)
{
    struct range text;
    if (!record_definition(record, &text)) {
        return false;
    }
    *out_begin = text.begin;
    *out_end = text.end;
    return true;
}

/* Does what begins at BEGIN in FILE stand behind the first thing there that needs the
 * state, so that the state's header cannot take it from there? */
static bool
is_behind_need(const struct need_list *needs, const struct source_file *file,
               uint32_t begin)
{
    for (size_t i = 0; needs != NULL && i < needs->n_items; i++) {
        if (needs->items[i].file == file) {
            return begin >= needs->items[i].offset;
        }
    }
    return false;
}

static bool
is_behind(const struct carrying *carrying, const struct source_file *file,
          uint32_t begin)
{
    if (carrying->file == NULL) {
        return file->is_main || is_behind_need(carrying->needs, file, begin);
    }
    return file == carrying->file && begin >= carrying->place;
}

static bool
is_done(const struct carrying *carrying, uint32_t begin)
{
    for (size_t i = 0; i < carrying->n_done; i++) {
        if (carrying->done[i] == begin) {
            return true;
        }
    }
    return false;
}

/* Move the definition of FILE between BEGIN and END, with the comment above it. */
static void
move(struct carrying *carrying, const struct source_file *file, uint32_t begin,
     uint32_t end)
{
    struct rewriter *r = carrying->r;
    uint32_t from = place_before(file, begin);
    const char *comment = text_of(r->plan, file, from, line_begin(file, begin));
    strbuf_format(carrying->out, "%s%s\n\n", comment, rendered(r, file, begin, end));
    remove_text(r, file, from, end, "the module state needs it");
}

static void
carry(struct carrying *carrying, const struct record *record, unsigned depth)
{
    struct rewriter *r = carrying->r;
    uint32_t begin, end;

    if (record == NULL || record->file == NULL || record->end <= record->begin
        || !is_behind(carrying, record->file, record->begin) || depth > MAX_RECORD_DEPTH
        || is_done(carrying, record->begin))
    {
        return;
    }
    if (!definition_of(record, &begin, &end)
        || carrying->n_done == ARRAY_LENGTH(carrying->done))
    {
        refuse(r->late, "state-not-converted", record->file, record->begin,
               record->name,
               "the struct '%s' must be visible where the module state is defined, but "
               "its definition cannot be moved there",
               record->name);
        return;
    }
    carrying->done[carrying->n_done++] = record->begin;
    for (size_t i = 0; i < record->n_fields; i++) {
        const struct type *type = type_element(record->fields[i].type);
        while (type->kind == TYPE_POINTER && type->target != NULL) {
            type = type_element(type->target);
        }
        carry(carrying, type->record, depth + 1);
    }
    move(carrying, record->file, begin, end);
}

/* The project's typedef called NAME. */
static bool
find_typedef(const struct conversion *c, const char *name, struct type_place *out)
{
    for (size_t i = 0; i < c->source->n_aliases; i++) {
        const struct type_alias *alias = &c->source->aliases[i];
        if (strcmp(alias->name, name) == 0 && !alias->from_macro) {
            *out = (struct type_place){alias->file, alias->begin, aliases_end(alias)};
            return out->end > alias->end;
        }
    }
    return false;
}

/* Where the type of a field, taken by itself, is defined in the project. */
static bool
find_type(const struct conversion *c, const struct type *type, struct type_place *out)
{
    type = type_element(type);
    const char *spelling = type->spelling;
    const char *name = TEXT(c, "%.*s", (int)strcspn(spelling, " *("), spelling);
    while (type->kind == TYPE_POINTER && type->target != NULL) {
        type = type_element(type->target);
    }
    if (type->record != NULL) {
        *out = (struct type_place){type->record->file, type->record->begin,
                                   type->record->end};
        return out->file != NULL && out->file->is_project;
    }
    return *name != '\0' && find_typedef(c, name, out);
}

static void
carry_type(struct carrying *carrying, const struct type *type)
{
    struct type_place place;
    const struct type *bare = type_element(type);
    while (bare->kind == TYPE_POINTER && bare->target != NULL) {
        bare = type_element(bare->target);
    }
    carry(carrying, bare->record, 0);
    if (bare->record == NULL && carrying->n_done < ARRAY_LENGTH(carrying->done)
        && find_type(carrying->r->plan, type, &place)
        && is_behind(carrying, place.file, place.begin)
        && !is_done(carrying, place.begin))
    {
        carrying->done[carrying->n_done++] = place.begin;
        move(carrying, place.file, place.begin, place.end);
    }
}

void
carry_types(struct rewriter *r, struct strbuf *out, const struct source_file *file,
            uint32_t place, const struct need_list *needs)
{
    struct carrying carrying = {
        .r = r, .out = out, .file = file, .place = place, .needs = needs};
    for (size_t i = 0; i < r->source->n_variables; i++) {
        const struct variable *variable = r->source->variables[i];
        const struct variable_plan *plan = moving(r->plan, variable);
        if (plan != NULL && plan->kind != FIELD_TYPE) {
            carry_type(&carrying, variable->type);
        }
    }
    if (r->plan->old_state != NULL) {
        carry(&carrying, r->plan->old_state, 0);
    }
}

/* --- what the state's header includes ----------------------------------------------- */

const struct source_file *const *
headers_of_fields(const struct conversion *c, const struct need_list *needs,
                  size_t *out_n)
{
    const struct source_file **headers =
        ARENA_ARRAY(c->arena, const struct source_file *, c->source->n_files + 1);
    *out_n = 0;
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        const struct variable_plan *plan = moving(c, variable);
        struct type_place place;
        if (plan == NULL || plan->kind == FIELD_TYPE
            || !find_type(c, variable->type, &place) || place.file->is_main
            || is_behind_need(needs, place.file, place.begin))
        {
            continue;
        }
        bool is_known = false;
        for (size_t k = 0; k < *out_n; k++) {
            is_known |= headers[k] == place.file;
        }
        if (!is_known) {
            headers[(*out_n)++] = place.file;
        }
    }
    return headers;
}
