/* Where the module state is written: where the first function needs it, in a header if
 * several files need it, or around the function that the module has for it already; and
 * the types that must be known there. */
#include "convert/plan/state_placement.h"

#include <string.h>

#include "base/file.h"
#include "convert/arena_text.h"
#include "convert/facts/inactive/clinic.h"
#include "convert/facts/inactive/conditionals.h"
#include "convert/facts/inactive/guards.h"
#include "convert/findings.h"
#include "convert/plan/callbacks.h"
#include "convert/plan/closures.h"
#include "convert/plan/definition.h"
#include "convert/plan/existing_state.h"
#include "convert/plan/functions.h"
#include "convert/plan/hooks.h"
#include "convert/plan/macro_arguments.h"
#include "convert/plan/module.h"
#include "convert/plan/module_lookups.h"
#include "convert/plan/names.h"
#include "convert/plan/python_macros.h"
#include "convert/plan/resources.h"
#include "convert/plan/stages.h"
#include "convert/plan/state_passing.h"
#include "convert/plan/state_receivers.h"
#include "convert/plan/variables.h"
#include "convert/text/includes.h"
#include "convert/text/places.h"
#include "model/extent.h"

static const char rule[] = "state-not-converted";

bool
has_fields(const struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        if (moving(c, c->source->variables[i]) != NULL) {
            return true;
        }
    }
    return c->lookups->has_module_field;
}

/* --- which files need it -------------------------------------------------------------- */

struct need_list {
    struct need *items;
    size_t n_items, capacity;
};

/* Above the branches of FILE that OFFSET stands in and the module does not: other builds
 * need the state, too.  A branch around all of the file stays around this. */
static uint32_t
above_branches(const struct conversion *c, const struct source_file *file,
               uint32_t offset)
{
    const struct declaration *definition = variable_declaration(c->module->variable);
    struct guard guard = guard_at(c, file, 0, offset), module = {NULL, 0};
    uint32_t include;

    if (definition->file == file) {
        module = guard_at(c, file, 0, definition->begin);
    }
    for (size_t i = 0; i < guard.n_levels && file->is_main; i++) {
        const struct guard_level *level = &guard.levels[i];
        bool is_around_module = i < module.n_levels
                                && module.levels[i].conditional == level->conditional
                                && module.levels[i].number == level->number;
        if (!is_around_module && last_include(file, level->conditional, &include)) {
            return level->conditional;
        }
    }
    return offset;
}

/* In front of the classes that OFFSET of FILE stands in, one in another, and of the table, if
 * it is that of a lambda in one. */
static uint32_t
above_declaration(const struct conversion *c, const struct source_file *file, uint32_t offset)
{
    uint32_t above = offset;
    for (size_t i = 0; i < c->source->n_records; i++) {
        const struct record *record = c->source->records[i];
        struct range text;
        if (record->file == file && record->begin < offset && offset < record->end
            && record_definition(record, &text) && text.begin < above)
        {
            above = text.begin;
        }
    }
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct declaration *d = variable_declaration(c->source->variables[i]);
        if (d != NULL && d->file == file && d->within == NULL && d->begin < offset
            && offset < d->end && d->begin < above)
        {
            above = d->begin;
        }
    }
    return above;
}

static void
add_need(const struct conversion *c, struct need_list *list,
         const struct source_file *file, uint32_t offset)
{
    const struct source_file *source =
        file->is_generated ? clinic_source(c, file, &offset) : NULL;
    if (source != NULL) {
        file = source;
    }
    offset = above_branches(c, file, above_declaration(c, file, offset));
    for (size_t i = 0; i < list->n_items; i++) {
        if (list->items[i].file == file) {
            if (offset < list->items[i].offset) {
                list->items[i].offset = offset;
            }
            return;
        }
    }
    ARENA_GROW(c->arena, list->items, list->n_items, list->capacity);
    list->items[list->n_items++] = (struct need){file, offset};
}

/* The hooks that the module has look the state up for what moves there. */
static void
add_hook_needs(const struct conversion *c, struct need_list *list)
{
    const struct function *hooks[] = {hook_function(c, "m_traverse"),
                                      hook_function(c, "m_clear"), release_function(c)};
    for (size_t i = 0; i < ARRAY_LENGTH(hooks); i++) {
        bool gets_releases =
            holds_objects(c) || (hooks[i] == release_function(c) && has_resources(c));
        const struct declaration *d =
            gets_releases && hooks[i] != NULL && hooks[i]->body != NULL && own_state(c, hooks[i]) == NULL
                ? function_definition(hooks[i])
                : NULL;
        if (d != NULL) {
            add_need(c, list, d->file, d->begin);
        }
    }
}

static struct need_list
needs_of(const struct conversion *c)
{
    struct need_list list = {NULL, 0, 0};
    const struct declaration *definition = variable_declaration(c->module->variable);

    add_need(c, &list, definition->file, definition_need(c));
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct function_plan *plan = plan_of_function(c, function);
        bool needs_state = plan->needs_state && plan->belongs;
        for (size_t k = 0; k < function->n_declarations && needs_state; k++) {
            const struct declaration *d = &function->declarations[k];
            if (d->is_definition ? names_state(c, function) || takes_state(c, function)
                                       || is_clinic_function(function)
                                       || plan->makes_types || function->made_by != NULL
                                 : takes_state(c, function))
            {
                add_need(c, &list, d->file, d->begin);
            }
        }
    }
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable_plan *plan = moving(c, c->source->variables[i]);
        if (plan != NULL && plan->kind == FIELD_TYPE) {
            const struct declaration *d = variable_declaration(plan->variable);
            add_need(c, &list, d->file, d->begin);
        }
    }
    add_hook_needs(c, &list);
    for (size_t i = 0; i < c->closures->n_items; i++) {
        const struct declaration *d = variable_declaration(c->closures->items[i].table);
        add_need(c, &list, d->file, d->begin);
    }
    const struct source_file *file;
    uint32_t offset;
    for (size_t i = 0; callback_place(c, i, &file, &offset); i++) {
        if (file != NULL) {
            add_need(c, &list, file, offset);
        }
    }
    const struct declaration *setup =
        c->init->setup != NULL ? function_definition(c->init->setup) : NULL;
    for (size_t i = 0; setup != NULL && i < list.n_items; i++) {
        struct need *need = &list.items[i];
        if (need->file == setup->file) {
            need->offset = above_namespaces(need->file, need->offset, setup->name, false);
        }
    }
    return list;
}

/* In its file, ALL has a need in front of NEED: the header is included for that. */
static void
let_include_early(struct need *need, const struct need_list *all)
{
    for (size_t i = 0; i < all->n_items; i++) {
        const struct need *other = &all->items[i];
        if (other->file == need->file && other->offset < need->offset) {
            need->offset = other->offset;
        }
    }
}

/* --- types that it needs ---------------------------------------------------------------- */

enum { MAX_RECORD_DEPTH = 16 };

/* What is moved in front of the state, in order. */
struct carrying {
    struct conversion *c;
    struct state_placement *placement;
    const struct source_file *file; /* where the state is written; NULL: a header */
    uint32_t place;                 /* and at which offset */
    bool has_own_header; /* which the files that need the state include */
    struct moved_type seen[64];     /* what was asked for already */
    size_t n_seen;
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

/* Does TYPE stand behind the first thing in its file that needs the state, or hold that, so
 * that the state's header cannot take it from there?  Nor can it from a file that needs the
 * state and cannot be included twice. */
static bool
is_behind_need(const struct state_placement *placement, const struct moved_type *type)
{
    for (size_t i = 0; i < placement->n_needs; i++) {
        if (placement->needs[i].file == type->file) {
            return type->end > placement->needs[i].offset || !has_include_guard(type->file);
        }
    }
    return false;
}

static bool
is_behind(const struct carrying *carrying, const struct moved_type *type)
{
    if (carrying->file == NULL) {
        return type->file->is_main
               || (carrying->has_own_header
                   && is_behind_need(carrying->placement, type));
    }
    return type->file == carrying->file && type->begin >= carrying->place;
}

/* Does what begins at BEGIN in FILE come with what was asked for: is it that, or inside? */
static bool
is_seen(const struct carrying *carrying, const struct source_file *file, uint32_t begin)
{
    for (size_t i = 0; i < carrying->n_seen; i++) {
        const struct moved_type *seen = &carrying->seen[i];
        if (seen->file == file && begin >= seen->begin && begin < seen->end) {
            return true;
        }
    }
    return false;
}

static void
move(struct carrying *carrying, const struct source_file *file, uint32_t begin,
     uint32_t end)
{
    struct state_placement *placement = carrying->placement;
    ARENA_ADD(carrying->c->arena, placement->types, placement->n_types,
              placement->types_capacity, &(struct moved_type){file, begin, end});
}

/* What TYPE is an array of, or a pointer to. */
static const struct type *
bare_type(const struct type *type)
{
    type = type_element(type);
    while (type->kind == TYPE_POINTER && type->target != NULL) {
        type = type_element(type->target);
    }
    return type;
}

static void carry_type(struct carrying *carrying, const struct type *type, bool is_pointed,
                       unsigned depth);

static void
carry(struct carrying *carrying, const struct record *record, unsigned depth)
{
    uint32_t begin, end;

    if (record == NULL || record->file == NULL || record->end <= record->begin
        || !is_behind(carrying, &(struct moved_type){record->file, record->begin, record->end})
        || depth > MAX_RECORD_DEPTH
        || is_seen(carrying, record->file, record->begin))
    {
        return;
    }
    if (!definition_of(record, &begin, &end)
        || carrying->n_seen == ARRAY_LENGTH(carrying->seen))
    {
        bool is_named = *record->name != '\0';
        refuse(carrying->c, rule, record->file, record->begin, record->name,
               is_named ? "the struct '%s' must be visible where the module state is defined, but "
                          "its definition cannot be moved there"
                        : "a struct without a name%s must be visible where the module state is "
                          "defined; name it, and define it outside of functions",
               record->name);
        return;
    }
    carrying->seen[carrying->n_seen++] =
        (struct moved_type){record->file, record->begin, record->end};
    for (size_t i = 0; i < record->n_fields; i++) {
        carry_type(carrying, record->fields[i].type, false, depth + 1);
    }
    move(carrying, record->file, begin, end);
}

/* The project's typedef that TYPE, of a field, is spelled with; NULL if it is spelled without. */
static const struct type_alias *
find_alias(const struct conversion *c, const struct type *type)
{
    const char *spelling = type_element(type)->spelling;
    spelling += string_starts(spelling, "const ") ? strlen("const ") : 0;
    const char *name = TEXT(c, "%.*s", (int)strcspn(spelling, " *("), spelling);
    for (size_t i = 0; i < c->source->n_aliases; i++) {
        const struct type_alias *alias = &c->source->aliases[i];
        if (strcmp(alias->name, name) == 0 && !alias->from_macro
            && aliases_end(alias) > alias->end)
        {
            return alias;
        }
    }
    return NULL;
}

static struct moved_type
place_of_alias(const struct type_alias *alias)
{
    return (struct moved_type){alias->file, alias->begin, aliases_end(alias)};
}

/* Does ALIAS, whose type is or leads to RECORD, stand in a declaration of its own? */
static bool
is_apart(const struct type_alias *alias, const struct record *record)
{
    return record == NULL || record->file != alias->file || record->begin < alias->begin
           || record->begin > alias->end;
}

/* Where the type of a field, taken by itself, is defined in the project. */
static bool
find_type(const struct conversion *c, const struct type *type, struct moved_type *out)
{
    const struct record *record = bare_type(type)->record;
    if (record != NULL) {
        *out = (struct moved_type){record->file, record->begin, record->end};
        return out->file != NULL && out->file->is_project;
    }
    const struct type_alias *alias = find_alias(c, type);
    if (alias != NULL) {
        *out = place_of_alias(alias);
    }
    return alias != NULL;
}

/* What ALIAS stands for, and its declaration.  IS_POINTED: only pointers to it are used. */
static void
carry_alias(struct carrying *carrying, const struct type_alias *alias, bool is_pointed,
            unsigned depth)
{
    struct moved_type place = place_of_alias(alias);
    bool is_new = is_behind(carrying, &place) && !is_seen(carrying, place.file, place.begin)
                  && carrying->n_seen < ARRAY_LENGTH(carrying->seen);
    if (is_new) {
        carrying->seen[carrying->n_seen++] = place;
    }
    if ((is_new || !is_pointed) && alias->type != NULL && depth < MAX_RECORD_DEPTH) {
        carry_type(carrying, alias->type, is_pointed, depth + 1);
    }
    if (is_new) {
        move(carrying, place.file, place.begin, place.end);
    }
}

/* What a field of TYPE needs.  IS_POINTED: only pointers to it are used, for which the name of
 * a struct is enough. */
static void
carry_type(struct carrying *carrying, const struct type *type, bool is_pointed, unsigned depth)
{
    const struct type *bare = bare_type(type);
    const struct type_alias *alias = find_alias(carrying->c, type);
    if (bare->kind == TYPE_FUNCTION && depth < MAX_RECORD_DEPTH) {
        for (size_t i = 0; i < bare->n_parameters; i++) {
            carry_type(carrying, bare->parameters[i], false, depth + 1);
        }
        carry_type(carrying, bare->target, false, depth + 1);
    }
    is_pointed = is_pointed || type_element(type)->kind == TYPE_POINTER;
    if (alias != NULL && is_apart(alias, bare->record)) {
        carry_alias(carrying, alias, is_pointed, depth);
    }
    else if (alias != NULL || !is_pointed) {
        carry(carrying, bare->record, depth);
    }
}

/* Does a field, or one of the types that move, take the state, as a pointer to functions does? */
static bool
moves_taker(const struct conversion *c, const struct state_placement *placement)
{
    const struct source_file *file;
    uint32_t offset;
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        if (moving(c, variable) != NULL && spells_callback(c, variable)) {
            return true;
        }
    }
    for (size_t i = 0; callback_place(c, i, &file, &offset); i++) {
        for (size_t k = 0; k < placement->n_types; k++) {
            const struct moved_type *type = &placement->types[k];
            if (type->file == file && type->begin <= offset && offset < type->end) {
                return true;
            }
        }
    }
    return false;
}

/* Find the types, and those they are made of, and the lengths of arrays that the state needs and that PLACE in FILE
 * does not know yet; FILE NULL: a header, HAS_OWN_HEADER: one for it alone. */
static void
move_types(struct conversion *c, struct state_placement *placement,
           const struct source_file *file, uint32_t place, bool has_own_header)
{
    const struct state_place here = {file, place};
    placement->sizes = array_sizes_of_fields(c, &here);
    struct carrying carrying = {
        .c = c, .placement = placement, .file = file, .place = place, .has_own_header = has_own_header};
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        const struct variable_plan *plan = moving(c, variable);
        if (plan != NULL && plan->kind != FIELD_TYPE) {
            carry_type(&carrying, variable->type, false, 0);
        }
    }
    if (c->existing->record != NULL) {
        carry(&carrying, c->existing->record, 0);
    }
    for (size_t i = 0; i < placement->n_types; i++) {
        const struct moved_type *type = &placement->types[i];
        add_array_sizes(c, &placement->sizes, type->file, type->begin, type->end, &here);
    }
    placement->is_named_before = moves_taker(c, placement);
}

/* The headers that the state's own header includes. */
struct header_list {
    const struct conversion *c;
    const struct state_placement *placement;
    const struct source_file **items;
    size_t n_items;
};

/* Does TYPE move into the state's header? */
static bool
is_moved(const struct state_placement *placement, const struct moved_type *type)
{
    for (size_t i = 0; i < placement->n_types; i++) {
        const struct moved_type *moved = &placement->types[i];
        if (moved->file == type->file && type->begin >= moved->begin && type->begin < moved->end) {
            return true;
        }
    }
    return false;
}

/* The headers of the project that TYPE, of a field, comes from, if there are any; of a function
 * those of its parameters, too. */
static void
add_header(struct header_list *list, const struct type *type, unsigned depth)
{
    struct moved_type place;
    const struct type *bare = bare_type(type);
    if (bare->kind == TYPE_FUNCTION && depth < MAX_RECORD_DEPTH) {
        for (size_t i = 0; i < bare->n_parameters; i++) {
            add_header(list, bare->parameters[i], depth + 1);
        }
        add_header(list, bare->target, depth + 1);
    }
    if (!find_type(list->c, type, &place) || place.file->is_main
        || is_behind_need(list->placement, &place) || is_moved(list->placement, &place))
    {
        return;
    }
    for (size_t k = 0; k < list->n_items; k++) {
        if (list->items[k] == place.file) {
            return;
        }
    }
    list->items[list->n_items++] = place.file;
}

/* The headers of the project that the fields' types come from, and those that move with these,
 * each once. */
static void
find_headers(const struct conversion *c, struct state_placement *placement)
{
    const struct source *source = c->source;
    struct header_list list = {
        .c = c,
        .placement = placement,
        .items = ARENA_ARRAY(c->arena, const struct source_file *, source->n_files + 1)};
    for (size_t i = 0; i < source->n_variables; i++) {
        const struct variable_plan *plan = moving(c, source->variables[i]);
        if (plan != NULL && plan->kind != FIELD_TYPE) {
            add_header(&list, source->variables[i]->type, 0);
        }
    }
    for (size_t i = 0; i < source->n_records; i++) {
        const struct record *record = source->records[i];
        bool moves = record->file != NULL
                     && is_moved(placement, &(struct moved_type){record->file, record->begin, record->end});
        for (size_t k = 0; moves && k < record->n_fields; k++) {
            add_header(&list, record->fields[k].type, 0);
        }
    }
    for (size_t i = 0; i < source->n_aliases; i++) {
        const struct type_alias *alias = &source->aliases[i];
        if (is_moved(placement, &(struct moved_type){alias->file, alias->begin, alias->end})) {
            add_header(&list, alias->type, 0);
        }
    }
    placement->headers = list.items;
    placement->n_headers = list.n_items;
}

/* --- what stands against it -------------------------------------------------------------- */

/* Is the state got from the module somewhere, though no field is new? */
static bool
is_looked_up(const struct conversion *c)
{
    for (size_t i = 0; i < c->state_passing->n_items; i++) {
        enum passing_kind kind = c->state_passing->items[i].kind;
        if (kind == PASSING_LOCAL || kind == PASSING_MACRO_LOCAL) {
            return true;
        }
    }
    for (size_t i = 0; i < c->macro_arguments->n_items; i++) {
        if (c->macro_arguments->items[i].within != NULL) {
            return true;
        }
    }
    return c->init->setup != NULL && names_state(c, c->init->setup)
           && own_state(c, c->init->setup) == NULL;
}

/* Can the fields be written?  New ones go into the struct that the module has. */
static void
check_fields(struct conversion *c)
{
    const struct record *old = c->existing->record;
    const struct declaration *definition = variable_declaration(c->module->variable);
    if (old != NULL && (old->file == NULL || old->file->text[old->end - 1] != '}')) {
        refuse(c, rule, definition->file, definition->name, old->name,
               "the state struct is not defined in the project");
        return;
    }
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->stages->fields[i];
        const struct variable_plan *plan = moving(c, variable);
        if (plan == NULL || plan->kind == FIELD_TYPE) {
            continue;
        }
        const char *spelling = type_element(variable->type)->spelling;
        const struct declaration *d = variable_declaration(variable);
        if (strstr(spelling, "unnamed") != NULL || strstr(spelling, "anonymous") != NULL)
        {
            refuse(c, rule, d->file, d->name, variable->name,
                   "the type of '%s' has no name", variable->name);
        }
    }
}

/* Can all files that need it see the state around the function that gives it? */
static bool
check_getter(struct conversion *c, const struct state_placement *placement)
{
    const struct source_file *file = function_definition(c->existing->getter)->file;
    for (size_t i = 0; i < placement->n_needs && file->is_main; i++) {
        const struct need *need = &placement->needs[i];
        if (need->file != file) {
            refuse(c, rule, need->file, need->offset, c->existing->record->name,
                   "the state struct '%s' must be visible in several files",
                   c->existing->record->name);
            return false;
        }
    }
    return true;
}

static bool
check_header(struct conversion *c, const char *path)
{
    const struct declaration *definition = variable_declaration(c->module->variable);
    if (!file_exists(path)) {
        return true;
    }
    refuse(c, rule, definition->file, definition->name, c->module->variable->name,
           "the state needs a header, but %s already exists", path);
    return false;
}

/* Where in FILE the struct of the state stands, or will, if what needs it is at OFFSET. */
uint32_t
place_of_struct(const struct conversion *c, const struct source_file *file, uint32_t offset)
{
    const struct record *record = c->existing->record;
    bool is_there = record != NULL && record->file == file && record->begin < offset;
    return place_before(file, is_there ? record->begin : offset);
}

/* --- the pass ----------------------------------------------------------------------------- */

static void
place_around_getter(struct conversion *c, struct state_placement *placement)
{
    const struct source_file *file = function_definition(c->existing->getter)->file;
    struct python_macros late =
        python_macros_for(c, placement->needs, placement->is_header ? placement->n_needs : 0);
    if (check_getter(c, placement) && check_python_macros(c, &late, false)) {
        move_types(c, placement, placement->is_header ? NULL : file,
                   place_before(file, c->existing->record->begin), false);
    }
}

static void
place_here(struct conversion *c, struct state_placement *placement)
{
    const struct source_file *file = placement->here.file;
    move_types(c, placement, file, place_of_struct(c, file, placement->here.offset), false);
}

static void
place_in_header(struct conversion *c, struct state_placement *placement)
{
    const struct source_file *file = variable_declaration(c->module->variable)->file;
    placement->path = path_join(c->arena, path_folder(c->arena, file->path),
                                TEXT(c, "%s_state.h", c->names->base));
    placement->macros = python_macros_for(c, placement->needs, placement->n_needs);
    if (!check_header(c, placement->path) || !check_python_macros(c, &placement->macros, true))
    {
        return;
    }
    move_types(c, placement, NULL, 0, true);
    find_headers(c, placement);
}

void
plan_state_placement(struct conversion *c)
{
    struct state_placement *placement = ARENA_NEW(c->arena, struct state_placement);
    /* Where it will be wanted in the end, it stands from the beginning. */
    struct need_list all = needs_of(c->whole != NULL ? c->whole : c);

    struct need_list own = needs_of(c);
    bool is_header = c->existing->getter != NULL
                         ? !function_definition(c->existing->getter)->file->is_main
                         : all.n_items > 1;
    for (size_t i = 0; i < own.n_items && is_header && c->existing->getter == NULL; i++) {
        let_include_early(&own.items[i], &all);
    }
    *placement = (struct state_placement){
        .is_written = has_fields(c) || is_looked_up(c) || visits_old_state(c),
        .is_header = is_header,
        .needs = own.items,
        .n_needs = own.n_items,
        .here = all.items[0],
    };
    c->state_placement = placement;
    if (!placement->is_written) {
        return;
    }
    if (has_fields(c)) {
        check_fields(c);
    }
    if (c->existing->getter != NULL) {
        place_around_getter(c, placement);
    }
    else if (placement->is_header) {
        place_in_header(c, placement);
    }
    else {
        place_here(c, placement);
    }
}
