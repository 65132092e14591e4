/* Headers of Argument Clinic name types, as its input says: in the line `class`, for __new__
 * and __init__ of that class, and in `subclass_of`, for an argument.  The expressions there find
 * the type in the state by what the function is called with, and the headers become what it
 * would write then. */
#include "convert/plan/clinic.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/generated.h"
#include "convert/facts/parameters.h"
#include "convert/findings.h"
#include "convert/plan/functions.h"
#include "convert/plan/references.h"
#include "convert/plan/state_receivers.h"
#include "convert/plan/variables.h"

/* The strings that are found, and whose readers are found then. */
struct strings {
    struct clinic_type *items;
    size_t n_items, capacity;
};

/* --- the input ------------------------------------------------------------------------- */

/* The text of the line of FILE that begins at OFFSET. */
static const char *
line_at(const struct conversion *c, const struct source_file *file, uint32_t offset)
{
    const char *end = memchr(file->text + offset, '\n', file->size - offset);
    return text_of(c, file, offset, end != NULL ? (uint32_t)(end - file->text) : file->size);
}

/* The dotted name of the function that BLOCK is the input of, and for __new__ and __init__ that
 * of its class in *OUT_CLASS; else NULL. */
static const char *
class_of_maker(const struct conversion *c, const struct source_file *file,
               const struct clinic_block *block)
{
    uint32_t offset = block->input.begin;
    const char *line = line_at(c, file, offset);
    while (*line == '@' || *line == '\0') {
        offset += (uint32_t)strlen(line) + 1;
        if (offset >= block->input.end) {
            return NULL;
        }
        line = line_at(c, file, offset);
    }
    const char *name = TEXT(c, "%.*s", (int)strcspn(line, " \t-"), line);
    static const char *const makers[] = {".__new__", ".__init__"};
    for (size_t i = 0; i < ARRAY_LENGTH(makers); i++) {
        if (string_ends(name, makers[i])) {
            return TEXT(c, "%.*s", (int)(strlen(name) - strlen(makers[i])), name);
        }
    }
    return NULL;
}

/* The string in RANGE of FILE that is `&NAME`, the next from *IO_OFFSET on, without its quotes. */
static bool
next_string(const struct conversion *c, const struct source_file *file, struct range range,
            const char *name, uint32_t *io_offset, struct range *out)
{
    const char *spelled = TEXT(c, "&%s", name);
    const char *found;
    while ((found = memmem(file->text + *io_offset, range.end - *io_offset, spelled,
                           strlen(spelled)))
           != NULL)
    {
        uint32_t begin = (uint32_t)(found - file->text);
        *io_offset = begin + (uint32_t)strlen(spelled);
        if (strchr("'\"", found[-1]) != NULL && found[-1] == file->text[*io_offset]) {
            *out = (struct range){begin, *io_offset};
            return true;
        }
    }
    return false;
}

/* The class that the line around OFFSET declares; NULL: it is no such line. */
static const char *
declared_class(const struct conversion *c, const struct source_file *file, uint32_t offset)
{
    while (offset > 0 && file->text[offset - 1] != '\n') {
        offset--;
    }
    static const char word[] = "class ";
    const char *line = line_at(c, file, offset);
    line += strspn(line, " \t");
    if (!string_starts(line, word)) {
        return NULL;
    }
    line += strlen(word);
    line += strspn(line, " \t");
    return TEXT(c, "%.*s", (int)strcspn(line, " \t\""), line);
}

static void
add_strings(const struct conversion *c, struct strings *strings, const struct source_file *file,
            const struct clinic_block *block, const struct variable *type)
{
    uint32_t offset = block->input.begin;
    struct range text;
    while (next_string(c, file, block->input, type->name, &offset, &text)) {
        ARENA_GROW(c->arena, strings->items, strings->n_items, strings->capacity);
        strings->items[strings->n_items++] =
            (struct clinic_type){file, text, *block, type, NULL};
    }
}

/* All strings in FILE for types that move. */
static void
find_strings(const struct conversion *c, struct strings *strings, const struct source_file *file)
{
    struct clinic_block block;
    for (size_t token = 0; clinic_block_next(file, &token, &block);) {
        for (size_t i = 0; i < c->source->n_variables; i++) {
            const struct variable_plan *type = moving(c, c->source->variables[i]);
            if (type != NULL && type->kind == FIELD_TYPE) {
                add_strings(c, strings, file, &block, type->variable);
            }
        }
    }
}

/* --- who is told --------------------------------------------------------------------------- */

/* Do ONE and OTHER find the state by the same expression? */
static bool
find_alike(const struct conversion *c, const struct function *one, const struct function *other)
{
    const struct function_plan *a = plan_of_function(c, one), *b = plan_of_function(c, other);
    const struct variable *first = one->n_parameters > 0 ? one->parameters[0] : NULL;
    const struct variable *second = other->n_parameters > 0 ? other->parameters[0] : NULL;
    return one == other
           || (a->access == b->access && first != NULL && second != NULL
               && strcmp(first->name, second->name) == 0
               && is_plain_object(first) == is_plain_object(second));
}

/* Is STRING written where FUNCTION, made of BLOCK, names its type? */
static bool
is_for(const struct conversion *c, const struct clinic_type *string,
       const struct clinic_block *block)
{
    const char *class = declared_class(c, string->file, string->text.begin);
    const char *maker = class_of_maker(c, string->file, block);
    return class != NULL ? maker != NULL && strcmp(class, maker) == 0
                         : string->block.input.begin == block->input.begin;
}

/* Tell the strings by which MENTION was made who reads them; false: there are none, or one of
 * them cannot say it for all its readers. */
static bool
tell(const struct conversion *c, struct strings *strings, const struct source_file *file,
     const struct mention *mention)
{
    struct clinic_block block;
    bool is_told = false;
    bool is_value = mention->address == mention->qualifier && mention->member == mention->end;
    if (is_value || takes_state(c, mention->within)
        || !clinic_block_of(c, file, mention->within, &block))
    {
        return false;
    }
    for (size_t i = 0; i < strings->n_items; i++) {
        struct clinic_type *string = &strings->items[i];
        if (string->file != file || string->type != mention->variable
            || !is_for(c, string, &block))
        {
            continue;
        }
        if (string->reader != NULL && !find_alike(c, string->reader, mention->within)) {
            return false;
        }
        string->reader = mention->within;
        is_told = true;
    }
    return is_told;
}

static bool
has_header(const struct clinic_plan *plan, const struct source_file *header)
{
    for (size_t i = 0; i < plan->n_headers; i++) {
        if (plan->headers[i].file == header) {
            return true;
        }
    }
    return false;
}

bool
is_told_clinic(const struct conversion *c, const struct source_file *file)
{
    return has_header(c->clinic, file);
}

/* The headers that name what moves, and the strings in the files that include them. */
static void
find_headers(struct conversion *c, struct clinic_plan *plan, struct strings *strings)
{
    struct clinic_header *headers =
        ARENA_ARRAY(c->arena, struct clinic_header, c->source->n_files + 1);
    plan->headers = headers;
    for (size_t i = 0; i < c->references->n_items; i++) {
        const struct reference *reference = &c->references->items[i];
        struct clinic_header header = {.file = reference->mention->file};
        uint32_t offset;
        size_t token = 0;
        const struct source_file *source =
            reference->kind == REFERENCE_BY_CLINIC && !has_header(plan, header.file)
                    && clinic_block_next(header.file, &token, &header.block)
                ? clinic_source(c, header.file, &offset)
                : NULL;
        if (source != NULL) {
            headers[plan->n_headers++] = header;
            find_strings(c, strings, source);
        }
    }
}

/* Is what becomes of MENTION, in a header, written by its input? */
static bool
is_told(const struct conversion *c, struct strings *strings, const struct mention *mention)
{
    uint32_t offset;
    return has_header(c->clinic, mention->file)
           && tell(c, strings, clinic_source(c, mention->file, &offset), mention);
}

void
plan_clinic(struct conversion *c)
{
    struct clinic_plan *plan = ARENA_NEW(c->arena, struct clinic_plan);
    struct strings strings = {NULL, 0, 0};
    *plan = (struct clinic_plan){0};
    find_headers(c, plan, &strings);
    plan->types = strings.items;
    plan->n_types = strings.n_items;
    c->clinic = plan;
    for (size_t i = 0; i < c->references->n_items; i++) {
        const struct reference *reference = &c->references->items[i];
        const struct mention *mention = reference->mention;
        if (reference->kind == REFERENCE_BY_CLINIC && !is_told(c, &strings, mention)) {
            refuse(c, "init-not-converted", mention->file, mention->begin, NULL, "%s",
                   generated_reason(c, mention->file));
            return;
        }
    }
}
