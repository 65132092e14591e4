#include <string.h>

#include "csource/unit.h"
#include "model/tokens.h"

/* How an initialiser list is read: C11, 6.7.9, with brace elision (17-20). */
struct filling {
    struct arena *arena;
    struct variable *variable;
    const struct node *list; /* the innermost INIT_LIST */
    LIST(struct initializer) found;
};

/* Where a value stands: the field it goes to. */
struct target {
    const struct type *type;
    uint32_t element;
    const char *record, *field, *path;
    const struct node *designator; /* NODE_DESIGNATED that names it, or NULL */
};

static void fill_aggregate(struct filling *filling, const struct target *target,
                           size_t number, const struct node **item, bool braced);

static bool
is_aggregate(const struct type *type)
{
    return type != NULL && (type->kind == TYPE_RECORD || type->kind == TYPE_ARRAY);
}

/* --- one value ----------------------------------------------------------- */

/* Behind the text that begins at BEGIN and goes to the next comma, brace or
 * semicolon of its own level.  A directive before that belongs to it. */
static uint32_t
text_end(const struct source_file *file, uint32_t begin)
{
    size_t depth = 0, i = source_token(file, begin), last = i;
    while (i < file->n_tokens) {
        const struct token *token = &file->tokens[i];
        char c = file->text[token->begin];
        if (token->kind == TOKEN_PUNCTUATOR && token->end == token->begin + 1) {
            if (c == '(' || c == '{' || c == '[') {
                depth++;
            }
            else if (c == ')' || c == '}' || c == ']') {
                if (depth == 0) {
                    break;
                }
                depth--;
            }
            else if ((c == ',' || c == ';') && depth == 0) {
                break;
            }
        }
        last = i;
        i = token_after(file, i);
    }
    for (size_t k = last; k < i && k < file->n_tokens; k++) {
        if (file->tokens[k].directive != 0 && file->tokens[k].kind != TOKEN_COMMENT) {
            last = k;
        }
    }
    return last < file->n_tokens ? file->tokens[last].end : begin;
}

static void
set_text(struct filling *filling, struct initializer *made,
         const struct node *designator)
{
    const struct node *value = made->value;
    const struct source_file *file = value->file;
    made->file = file;
    made->begin = value->begin;
    made->end = value->end;
    if (file == NULL || !file->is_project) {
        return;
    }
    /* struct file_entry begins with the file. */
    const struct file_entry *entry = (const struct file_entry *)(const void *)file;
    const struct node *list = filling->list;
    const struct node *whole = NULL; /* what a macro gives together with VALUE */
    if (list != NULL && list->origin == ORIGIN_MACRO) {
        whole = list;
    }
    else if (designator != NULL && designator->origin == ORIGIN_MACRO) {
        whole = designator;
    }
    if (whole != NULL) {
        const struct expansion *use = expansion_at(entry, whole->begin);
        made->from_macro = true;
        made->begin = whole->begin;
        made->end = use ? use->end : whole->end;
        return;
    }
    if (list != NULL && list->file == file) {
        const struct expansion *use =
            expansion_around(entry, list->begin, value->begin);
        if (use != NULL) {
            made->begin = use->begin;
        }
    }
    made->end = text_end(file, made->begin);
}

static bool
is_zero(const struct node *value)
{
    value = node_bare(value);
    if (value == NULL || !value->has_value || value->value != 0) {
        return false;
    }
    return value->kind != NODE_NAME || value->variable == NULL;
}

static void
add_value(struct filling *filling, const struct target *target,
          const struct node *value)
{
    struct initializer made = {
        .element = target->element,
        .record = target->record,
        .field = target->field,
        .path = target->path,
        .value = value,
        .designated = target->designator != NULL,
        .is_zero = is_zero(value),
    };
    set_text(filling, &made, target->designator);
    LIST_ADD(filling->arena, filling->found, made);
    /* `&(PyNumberMethods){…}`: what is inside belongs to the field too. */
    const struct node *literal = node_referent(value);
    if (literal != NULL && literal->kind == NODE_COMPOUND_LITERAL && literal->first) {
        const struct node *outer = filling->list;
        const struct node *item = literal->first->first;
        struct target inner = *target;
        inner.type = literal->type;
        filling->list = literal->first;
        fill_aggregate(filling, &inner, 0, &item, true);
        filling->list = outer;
    }
}

/* --- aggregates ---------------------------------------------------------- */

/* Read the braces VALUE as what TARGET holds. */
static void
fill_list(struct filling *filling, const struct target *target,
          const struct node *value)
{
    const struct node *outer = filling->list;
    const struct node *item = value->first;
    filling->list = value;
    fill_aggregate(filling, target, 0, &item, true);
    filling->list = outer;
}

/* Is VALUE all of an aggregate of TYPE: a struct of that type, a string for a
 * character array? */
static bool
is_whole(const struct type *type, const struct node *value)
{
    const struct node *bare = node_bare(value);
    if (type->kind == TYPE_RECORD) {
        return value->type != NULL && value->type->kind == TYPE_RECORD;
    }
    return bare->kind == NODE_STRING && type->target != NULL
           && type->target->kind == TYPE_INTEGER;
}

/* Has RECORD a field NAME, in an unnamed member of it too?  Then *OUT_INDEX is
 * that of the field or of the member. */
static bool
index_field(const struct record *record, const char *name, size_t *out_index)
{
    for (size_t i = 0; i < record->n_fields; i++) {
        const struct field *field = &record->fields[i];
        size_t ignored;
        if (strcmp(field->name, name) == 0
            || (field->name[0] == '\0' && field->type != NULL
                && field->type->kind == TYPE_RECORD && field->type->record != NULL
                && index_field(field->type->record, name, &ignored)))
        {
            *out_index = i;
            return true;
        }
    }
    return false;
}

/* What is field NUMBER of TARGET, or, in an array, element NUMBER. */
static struct target
part_of(struct filling *filling, const struct target *target, size_t number)
{
    struct target part = *target;
    struct arena *arena = filling->arena;
    if (target->type->kind == TYPE_ARRAY) {
        part.type = target->type->target;
        part.record = "";
        if (target->type == filling->variable->type) {
            part.element = (uint32_t)number;
        }
        else {
            part.path = arena_format(arena, "%s[%zu]", target->path, number);
        }
        return part;
    }
    const struct record *record = target->type->record;
    const struct field *field = &record->fields[number];
    part.type = field->type;
    part.record = record->name;
    part.field = field->name;
    if (field->name[0] != '\0') {
        const char *dot = target->path[0] ? "." : "";
        part.path = arena_format(arena, "%s%s%s", target->path, dot, field->name);
    }
    return part;
}

static size_t
n_parts(const struct type *type)
{
    if (type->kind == TYPE_ARRAY) {
        return type->n_elements >= 0 ? (size_t)type->n_elements : SIZE_MAX;
    }
    if (type->record == NULL) {
        return 0;
    }
    return type->record->is_union && type->record->n_fields ? 1
                                                            : type->record->n_fields;
}

/* The part that DESIGNATED names, if TYPE has it. */
static bool
designated_part(const struct type *type, const struct node *designated,
                size_t *out_number)
{
    if (type->kind == TYPE_ARRAY) {
        *out_number = (size_t)designated->value;
        return designated->text[0] == '\0' && designated->has_value
               && designated->value >= 0;
    }
    return type->record != NULL
           && index_field(type->record, designated->text, out_number);
}

/* What DESIGNATED names: part NUMBER of TARGET, or, where that has no name, the
 * field in it. */
static struct target
designated_target(struct filling *filling, const struct target *target, size_t number,
                  const struct node *designated)
{
    struct target part = part_of(filling, target, number);
    while (target->type->kind == TYPE_RECORD && part.field[0] == '\0'
           && is_aggregate(part.type)
           && designated_part(part.type, designated, &number))
    {
        struct target outer = part;
        part = part_of(filling, &outer, number);
    }
    part.designator = designated;
    return part;
}

static void
fill_part(struct filling *filling, const struct target *part, const struct node *value,
          const struct node **item)
{
    if (value->kind == NODE_DESIGNATED) { /* a chain: .a.b = value */
        size_t number;
        if (is_aggregate(part->type) && designated_part(part->type, value, &number)
            && value->first != NULL)
        {
            struct target inner = designated_target(filling, part, number, value);
            fill_part(filling, &inner, value->first, item);
            /* What follows without a name goes on behind the named part. */
            fill_aggregate(filling, part, number + 1, item, false);
            return;
        }
        *item = (*item)->next;
    }
    else if (value->kind == NODE_INIT_LIST) {
        if (is_aggregate(part->type)) {
            fill_list(filling, part, value);
        }
        else if (value->first != NULL) {
            add_value(filling, part, value->first);
        }
        *item = (*item)->next;
    }
    else if (is_aggregate(part->type) && !is_whole(part->type, value)
             && (*item)->kind != NODE_DESIGNATED && n_parts(part->type) != 0)
    {
        fill_aggregate(filling, part, 0, item, false);
    }
    else {
        add_value(filling, part, value);
        *item = (*item)->next;
    }
}

/* Fill TARGET from its part NUMBER on with the items from *ITEM on; *ITEM is then
 * what is left.  BRACED: the items are a list of TARGET's own. */
static void
fill_aggregate(struct filling *filling, const struct target *target, size_t number,
               const struct node **item, bool braced)
{
    const struct type *type = target->type;
    if (!is_aggregate(type)) {
        if (*item != NULL) {
            add_value(filling, target, *item);
            *item = NULL;
        }
        return;
    }
    for (; *item != NULL; number++) {
        const struct node *value = *item;
        struct target part;
        if (value->kind == NODE_DESIGNATED) {
            if (!braced) {
                return; /* names a part of an outer aggregate */
            }
            if (!designated_part(type, value, &number) || value->first == NULL) {
                *item = value->next;
                continue;
            }
            part = designated_target(filling, target, number, value);
            value = value->first;
        }
        else if (number >= n_parts(type)) {
            if (!braced) {
                return;
            }
            break;
        }
        else {
            part = part_of(filling, target, number);
            part.designator = NULL;
        }
        const struct node *before = *item;
        fill_part(filling, &part, value, item);
        if (*item == before) {
            *item = before->next; /* nothing fits: go on behind it */
        }
    }
}

void
variable_read_initializers(struct arena *arena, struct variable *variable)
{
    const struct node *initial = variable->initial;
    if (initial == NULL || !variable_is_holder(variable)) {
        return;
    }
    struct filling filling = {.arena = arena, .variable = variable};
    struct target whole = {
        .type = variable->type, .record = "", .field = "", .path = ""};
    if (initial->kind == NODE_INIT_LIST) {
        fill_list(&filling, &whole, initial);
    }
    else {
        add_value(&filling, &whole, initial);
    }
    for (size_t i = 1; i < filling.found.n_items; i++) {
        struct initializer *a = &filling.found.items[i - 1], *b = a + 1;
        if (a->file == b->file && a->begin == b->begin) {
            a->from_macro = b->from_macro = true;
        }
    }
    variable->initializers = filling.found.items;
    variable->n_initializers = filling.found.n_items;
}
