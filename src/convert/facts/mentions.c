/* Every identifier of the project's text that means one of its variables, functions
 * or macros: by the syntax tree where there is one, by name where there is none
 * (inactive branches, macro bodies, arguments that a macro drops).
 *
 * The list is what references are rewritten from, and what the cross-check at the
 * end goes through: no mention of a variable that moved may be left. */
#include "convert/facts/mentions.h"

#include <stdlib.h>
#include <string.h>

#include "convert/facts/inactive/arguments.h"
#include "convert/facts/inactive/conditionals.h"
#include "convert/facts/inactive/macro_body.h"
#include "convert/facts/nodes.h"
#include "extension/units.h"
#include "model/extent.h"

struct mentions {
    struct mention *items;
    size_t n_items, capacity;
    /* Numbers of mentions + 1, 0 for none: the first of a function by id, and the next of
     * the same function by mention. */
    const size_t *first, *next;
    bool is_read;
    struct mentions *common; /* that of all attempts; NULL: it is that */
};

struct mentions *
mentions_new(struct arena *arena)
{
    return ARENA_NEW(arena, struct mentions);
}

void
mentions_begin(struct conversion *c, struct mentions *common)
{
    c->mentions = mentions_new(c->arena);
    c->mentions->common = common;
}

size_t
mention_count(const struct conversion *c)
{
    return c->mentions->n_items;
}

const struct mention *
mention_at(const struct conversion *c, size_t i)
{
    return &c->mentions->items[i];
}

/* All mentions in functions are there: those that are put together stand in macros. */
static void
enter_mentions(const struct conversion *c, struct mentions *all)
{
    size_t *first = ARENA_ARRAY(c->arena, size_t, c->source->n_functions + 1);
    size_t *next = ARENA_ARRAY(c->arena, size_t, all->n_items + 1);
    for (size_t i = all->n_items; i-- > 0;) {
        const struct function *within = all->items[i].within;
        if (within != NULL) {
            next[i] = first[within->id];
            first[within->id] = i + 1;
        }
    }
    all->first = first;
    all->next = next;
}

const struct mention *
next_mention_in(const struct conversion *c, const struct function *function,
                const struct mention *last)
{
    const struct mentions *all = c->mentions;
    size_t next = all->first == NULL ? 0
                  : last == NULL     ? all->first[function->id]
                                     : all->next[last - all->items];
    return next != 0 ? &all->items[next - 1] : NULL;
}

/* --- what the tree says about an offset --------------------------------------- */

struct known {
    const struct source_file *file;
    uint32_t offset;
    const struct node *node; /* NULL: a declaration's name */
};

struct known_list {
    struct known *items;
    size_t n_items, capacity;
};

static int
compare_known(const void *a, const void *b)
{
    const struct known *x = a, *y = b;
    if (x->file != y->file) {
        return x->file->id < y->file->id ? -1 : 1;
    }
    if (x->offset != y->offset) {
        return x->offset < y->offset ? -1 : 1;
    }
    return (x->node == NULL) - (y->node == NULL);
}

static void
add_known(struct conversion *c, struct known_list *list, const struct source_file *file,
          uint32_t offset, const struct node *node)
{
    ARENA_GROW(c->arena, list->items, list->n_items, list->capacity);
    list->items[list->n_items++] = (struct known){file, offset, node};
}

static void
add_uses(struct conversion *c, struct known_list *list, const struct node *const *uses,
         size_t n_uses)
{
    for (size_t i = 0; i < n_uses; i++) {
        const struct node *use = uses[i];
        if (use->origin == ORIGIN_MACRO) {
            if (use->macro_file != NULL) {
                add_known(c, list, use->macro_file, use->macro_offset, use);
            }
        }
        else if (use->file != NULL) {
            add_known(c, list, use->file, name_begin(use), use);
        }
    }
}

static void
add_declarations(struct conversion *c, struct known_list *list,
                 const struct declaration *declarations, size_t n_declarations)
{
    for (size_t i = 0; i < n_declarations; i++) {
        if (declarations[i].file != NULL && !declarations[i].from_macro) {
            add_known(c, list, declarations[i].file, declarations[i].name, NULL);
        }
    }
}

static struct known_list
collect_known(struct conversion *c)
{
    struct known_list list = {NULL, 0, 0};
    const struct source *source = c->source;

    for (size_t i = 0; i < source->n_variables; i++) {
        const struct variable *variable = source->variables[i];
        add_uses(c, &list, variable->uses, variable->n_uses);
        add_declarations(c, &list, variable->declarations, variable->n_declarations);
    }
    for (size_t i = 0; i < source->n_functions; i++) {
        const struct function *function = source->functions[i];
        add_uses(c, &list, function->uses, function->n_uses);
        add_declarations(c, &list, function->declarations, function->n_declarations);
    }
    qsort(list.items, list.n_items, sizeof(*list.items), compare_known);
    return list;
}

/* The first thing known at OFFSET, or NULL. */
static const struct known *
find_known(const struct known_list *list, const struct source_file *file,
           uint32_t offset)
{
    struct known key = {file, offset, NULL};
    size_t low = 0, high = list->n_items;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct known *item = &list->items[middle];
        bool is_before =
            item->file != file ? item->file->id < file->id : item->offset < key.offset;
        if (is_before) {
            low = middle + 1;
        }
        else {
            high = middle;
        }
    }
    const struct known *found = &list->items[low];
    return low < list->n_items && found->file == file && found->offset == offset ? found
                                                                                 : NULL;
}

/* --- what a name can mean ------------------------------------------------------ */

struct name_list {
    struct name *items;
    size_t n_items, capacity;
};

static int
compare_names(const void *a, const void *b)
{
    return strcmp(((const struct name *)a)->text, ((const struct name *)b)->text);
}

static void
add_name(struct conversion *c, struct name_list *list, struct name name)
{
    ARENA_GROW(c->arena, list->items, list->n_items, list->capacity);
    list->items[list->n_items++] = name;
}

static struct name_list
collect_names(struct conversion *c)
{
    struct name_list list = {NULL, 0, 0};
    const struct source *source = c->source;

    for (size_t i = 0; i < source->n_variables; i++) {
        const struct variable *variable = source->variables[i];
        if (variable->in_project && variable_is_static(variable)) {
            add_name(c, &list, (struct name){variable->name, variable, NULL, NULL});
        }
    }
    for (size_t i = 0; i < source->n_functions; i++) {
        const struct function *function = source->functions[i];
        if (function->in_project) {
            add_name(c, &list, (struct name){function->name, NULL, function, NULL});
        }
    }
    for (size_t i = 0; i < source->n_macros; i++) {
        const struct macro *macro = source->macros[i];
        add_name(c, &list, (struct name){macro->name, NULL, NULL, macro});
    }
    qsort(list.items, list.n_items, sizeof(*list.items), compare_names);
    return list;
}

/* The first of the entries for NAME (SIZE bytes), their number in OUT_N. */
static const struct name *
find_names(const struct name_list *list, const char *name, size_t size, size_t *out_n)
{
    size_t low = 0, high = list->n_items;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strncmp(list->items[middle].text, name, size);
        if (order < 0) {
            low = middle + 1;
        }
        else {
            high = middle;
        }
    }
    size_t n = 0;
    while (low + n < list->n_items
           && strncmp(list->items[low + n].text, name, size) == 0
           && list->items[low + n].text[size] == '\0') /* longer ones come behind */
    {
        n++;
    }
    *out_n = n;
    return n > 0 ? &list->items[low] : NULL;
}

/* --- where an offset lies ------------------------------------------------------ */

struct stretch {
    uint32_t begin, end;
    const struct function *function; /* exactly one of the four */
    const struct variable *holder;
    const struct record *record;
    const struct macro *macro;
    size_t order; /* of two of one kind around an offset the later one counts */
};

static int
compare_stretches(const void *a, const void *b)
{
    const struct stretch *x = a, *y = b;
    if (x->begin != y->begin) {
        return x->begin < y->begin ? -1 : 1;
    }
    return x->order < y->order ? -1 : x->order > y->order;
}

/* Sorted by begin; offsets are asked for in their order. */
struct stretch_list {
    struct stretch *items;
    size_t n_items, capacity;
    size_t n_begun;              /* that begin in front of the last offset asked for */
    const struct stretch **open; /* those of them that did not end there */
    size_t n_open, open_capacity;
};

static void
add_stretch(struct conversion *c, struct stretch_list *list, struct stretch stretch)
{
    stretch.order = list->n_items;
    ARENA_GROW(c->arena, list->items, list->n_items, list->capacity);
    list->items[list->n_items++] = stretch;
}

static struct stretch_list
stretches_of(struct conversion *c, const struct source_file *file)
{
    struct stretch_list list = {.items = NULL};
    const struct source *source = c->source;

    for (size_t i = 0; i < source->n_functions; i++) {
        const struct function *function = source->functions[i];
        const struct declaration *d = function_definition(function);
        const struct node *body = function->body;
        if (d != NULL && d->file == file && !d->from_macro) {
            add_stretch(
                c, &list,
                (struct stretch){d->begin, d->end, function, NULL, NULL, NULL, 0});
        }
        else if (d != NULL && body != NULL && body->file == file
                 && body->origin == ORIGIN_FILE)
        {
            /* A macro makes the head only. */
            add_stretch(c, &list,
                        (struct stretch){body->begin, body->end, function, NULL, NULL,
                                         NULL, 0});
        }
    }
    for (size_t i = 0; i < source->n_variables; i++) {
        const struct variable *variable = source->variables[i];
        const struct declaration *d = variable_declaration(variable);
        if (variable_is_static(variable) && d != NULL && d->file == file) {
            add_stretch(
                c, &list,
                (struct stretch){d->name, d->end, NULL, variable, NULL, NULL, 0});
        }
    }
    for (size_t i = 0; i < source->n_records; i++) {
        const struct record *record = source->records[i];
        if (record->file == file && record->end > record->begin) {
            add_stretch(c, &list,
                        (struct stretch){record->begin, record->end, NULL, NULL, record,
                                         NULL, 0});
        }
    }
    for (size_t i = 0; i < source->n_macros; i++) {
        const struct macro *macro = source->macros[i];
        if (macro->file == file) {
            add_stretch(
                c, &list,
                (struct stretch){macro->begin, macro->end, NULL, NULL, NULL, macro, 0});
        }
    }
    if (list.n_items > 1) {
        qsort(list.items, list.n_items, sizeof(*list.items), compare_stretches);
    }
    return list;
}

/* Let the list's open stretches be those around OFFSET. */
static void
open_stretches(struct conversion *c, struct stretch_list *list, uint32_t offset)
{
    size_t n_open = 0;
    for (size_t i = 0; i < list->n_open; i++) {
        if (offset < list->open[i]->end) {
            list->open[n_open++] = list->open[i];
        }
    }
    list->n_open = n_open;
    while (list->n_begun < list->n_items && list->items[list->n_begun].begin <= offset)
    {
        const struct stretch *item = &list->items[list->n_begun++];
        if (offset < item->end) {
            ARENA_GROW(c->arena, list->open, list->n_open, list->open_capacity);
            list->open[list->n_open++] = item;
        }
    }
}

/* All stretches around OFFSET as one. */
static struct stretch
around(struct conversion *c, struct stretch_list *list, uint32_t offset)
{
    struct stretch found = {0};
    size_t orders[4] = {0}; /* of what was found, + 1 */
    open_stretches(c, list, offset);
    for (size_t i = 0; i < list->n_open; i++) {
        const struct stretch *item = list->open[i];
        size_t kind = item->function != NULL ? 0
                      : item->holder != NULL ? 1
                      : item->record != NULL ? 2
                                             : 3;
        if (item->order < orders[kind]) {
            continue;
        }
        orders[kind] = item->order + 1;
        found.function = kind == 0 ? item->function : found.function;
        found.holder = kind == 1 ? item->holder : found.holder;
        found.record = kind == 2 ? item->record : found.record;
        found.macro = kind == 3 ? item->macro : found.macro;
    }
    return found;
}

/* --- the tokens ---------------------------------------------------------------- */

static bool
is_local_of(const struct conversion *c, const struct function *function,
            const char *name)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        if (variable->owner == function && variable->storage == STORAGE_AUTOMATIC
            && strcmp(variable->name, name) == 0)
        {
            return true;
        }
    }
    return false;
}

static bool
is_declared_in(const struct declaration *declarations, size_t n,
               const struct source_file *file)
{
    for (size_t i = 0; i < n; i++) {
        if (declarations[i].file == file) {
            return true;
        }
    }
    return false;
}

/* The variable or function among the N NAMES that FILE can mean: one declared in
 * it before one of another file. */
static const struct name *
best_name(const struct name *names, size_t n, const struct source_file *file,
          const struct function *within)
{
    const struct name *best = NULL;
    for (size_t i = 0; i < n; i++) {
        const struct variable *variable = names[i].variable;
        const struct function *function = names[i].function;
        if (variable != NULL && variable->owner != NULL) {
            if (variable->owner == within) {
                return &names[i];
            }
            continue;
        }
        if (variable != NULL
            && is_declared_in(variable->declarations, variable->n_declarations, file))
        {
            return &names[i];
        }
        if (function != NULL
            && is_declared_in(function->declarations, function->n_declarations, file))
        {
            return &names[i];
        }
        if (variable != NULL || function != NULL) {
            best = &names[i];
        }
    }
    return best;
}

static const struct macro *
macro_named(const struct name *names, size_t n, const struct word *word)
{
    const struct macro *found = NULL;
    struct brackets arguments;
    bool is_called = use_brackets(word->file, word->begin, &arguments);
    for (size_t k = 0; k < n; k++) {
        const struct macro *macro = names[k].macro;
        if (macro == NULL || (macro->function_like && !is_called)) {
            continue;
        }
        if (found == NULL || macro->file == word->file) {
            found = macro;
        }
    }
    return found;
}

/* WORD stands in a #define that this configuration does not compile: the macro of the same
 * name that it does compile, if the word is in the body. */
static const struct macro *
inactive_definition(const struct name_list *names, const struct word *word)
{
    struct range name;
    bool is_like_function;
    size_t n;
    if (!inactive_macro(word->file, word->begin, &name, &is_like_function)) {
        return NULL;
    }
    const struct name *found =
        find_names(names, word->file->text + name.begin, name.end - name.begin, &n);
    for (size_t k = 0; found != NULL && k < n; k++) {
        if (found[k].macro != NULL && found[k].macro->function_like == is_like_function)
        {
            return found[k].macro;
        }
    }
    return NULL;
}

static void
add_mention(struct conversion *c, struct mentions *all, struct mention mention)
{
    ARENA_GROW(c->arena, all->items, all->n_items, all->capacity);
    all->items[all->n_items++] = mention;
}

/* WORD as a mention that means nothing yet. */
static struct mention
mention_of(const struct word *word)
{
    return (struct mention){.file = word->file,
                            .begin = word->begin,
                            .qualifier = word->begin,
                            .end = word->end,
                            .address = word->address,
                            .member = word->member,
                            .is_inactive = word->is_inactive,
                            .is_behind_type = word->is_behind_type,
                            .is_joined = word->is_joined};
}

void
add_pasted_mention(struct conversion *c, const struct word *word,
                   const struct variable *variable, const struct macro *macro)
{
    struct mention mention = mention_of(word);
    mention.variable = variable;
    mention.in_macro = macro;
    mention.is_pasted = true;
    add_mention(c, c->mentions, mention);
}

/* MENTION is the name at the end of NODE, which may be qualified. */
static void
qualify(struct mention *mention, const struct node *node)
{
    if (node->origin == ORIGIN_MACRO || node->file != mention->file
        || node->begin >= mention->begin)
    {
        return;
    }
    const struct node *address = node->parent;
    bool is_referenced = address != NULL && address->kind == NODE_UNARY
                         && address->op == OP_ADDRESS && address->origin != ORIGIN_MACRO;
    mention->qualifier = node->begin;
    mention->address = is_referenced ? address->begin : node->begin;
}

/* Is NAME declared in a file that a unit reads together with FILE? */
static bool
is_seen_in(const struct name *name, const struct source_file *file)
{
    bool is_variable = name->variable != NULL;
    const struct declaration *declarations =
        is_variable ? name->variable->declarations : name->function->declarations;
    size_t n = is_variable ? name->variable->n_declarations : name->function->n_declarations;
    for (size_t i = 0; i < n; i++) {
        if (shares_unit(file, declarations[i].file)) {
            return true;
        }
    }
    return false;
}

/* Is WORD, which is compiled and of which the tree knows no use, the name of a type, and BEST
 * something that no unit of its file declares? */
static bool
is_type_name(const struct conversion *c, const struct word *word, const struct name *best)
{
    const struct source *source = c->source;
    bool is_type = false;
    for (size_t i = 0; i < source->n_aliases && !is_type; i++) {
        is_type = strcmp(source->aliases[i].name, best->text) == 0
                  && shares_unit(word->file, source->aliases[i].file);
    }
    for (size_t i = 0; i < source->n_records && !is_type; i++) {
        const struct record *record = source->records[i];
        is_type = record->file != NULL && record->name != NULL
                  && strcmp(record->name, best->text) == 0
                  && shares_unit(word->file, record->file);
    }
    return is_type && !word->is_inactive && !word->is_in_directive
           && !is_seen_in(best, word->file);
}

/* Is WORD, which is compiled and of which the tree knows no use, of a scope that the project does
 * not define: `std::pair`? */
static bool
is_of_foreign_scope(const struct conversion *c, const struct word *word)
{
    return word->scope.begin < word->scope.end && !word->is_inactive
           && !word->is_in_directive
           && !source_has_scope(c->source, word->file, word->scope);
}

static void
look_at_word(struct conversion *c, struct mentions *all, const struct known_list *known,
             const struct name_list *all_names, struct stretch_list *stretches,
             const struct word *word)
{
    const struct source_file *file = word->file;
    size_t n;
    const struct name *names =
        find_names(all_names, file->text + word->begin, word->end - word->begin, &n);
    if (names == NULL || word->is_member_or_tag
        || (word->is_inactive && is_dead(c, file, word->begin)))
    {
        return;
    }
    struct stretch place = around(c, stretches, word->begin);
    struct mention mention = mention_of(word);
    mention.within = place.function;
    mention.in_macro = place.macro;
    mention.holder = place.holder;
    if (word->is_in_directive) {
        if (place.macro == NULL) {
            mention.in_macro = inactive_definition(all_names, word);
            if (mention.in_macro == NULL) {
                return;
            }
        }
        else if (word->begin < place.macro->body
                 || macro_parameter_number(place.macro, file, word->begin, word->end)
                        >= 0)
        {
            return;
        }
        mention.within = NULL;
        mention.holder = NULL;
    }
    mention.macro = macro_named(names, n, word);
    if (mention.macro != NULL) {
        add_mention(c, all, mention);
        return;
    }
    const struct known *item = find_known(known, file, word->begin);
    if (item != NULL) {
        if (item->node == NULL) {
            return; /* the name of a declaration */
        }
        mention.node = item->node;
        qualify(&mention, item->node);
        mention.variable = item->node->variable;
        mention.function = mention.variable == NULL ? item->node->function : NULL;
        if (!word->is_in_directive) {
            mention.within = item->node->within;
            mention.holder = item->node->holder;
        }
        if (mention.variable != NULL && !variable_is_static(mention.variable)) {
            return;
        }
        add_mention(c, all, mention);
        return;
    }
    if (place.record != NULL) {
        return; /* a field of the same name */
    }
    const struct name *best = best_name(names, n, file, place.function);
    if (best == NULL || is_of_foreign_scope(c, word)
        || word_is_only_spelled(c->arena, c->source, file, word->begin, word->end)
        || is_type_name(c, word, best)
        || (place.function != NULL && is_local_of(c, place.function, best->text)))
    {
        return;
    }
    /* An active name outside any function that the tree does not know is a type or
     * a declarator, not a use. */
    if (!word->is_inactive && !word->is_in_directive && place.function == NULL
        && place.holder == NULL)
    {
        return;
    }
    mention.variable = best->variable;
    mention.function = best->function;
    add_mention(c, all, mention);
}

static void
read_mentions(struct conversion *c, struct mentions *all)
{
    struct known_list known = collect_known(c);
    struct name_list names = collect_names(c);

    for (size_t i = 0; i < c->source->n_files; i++) {
        const struct source_file *file = c->source->files[i];
        struct stretch_list stretches = stretches_of(c, file);
        struct word word = {.file = file};
        while (word_next(&word, NULL, file->size)) {
            look_at_word(c, all, &known, &names, &stretches, &word);
        }
    }
    enter_mentions(c, all);
    all->is_read = true;
}

void
plan_mentions(struct conversion *c)
{
    struct mentions *common = c->mentions->common;
    if (!common->is_read) {
        read_mentions(c, common);
    }
    *c->mentions = *common;
    c->mentions->common = common;
    c->mentions->capacity = common->n_items; /* what is added is of this attempt only */
}
