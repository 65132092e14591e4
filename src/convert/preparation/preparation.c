/* What is written so that it cannot be edited where it stands is written out first: a
 * module's definition that a macro makes, a struct that has no name, an object in static
 * memory.  The text means
 * the same afterwards, and is read again before it is converted. */
#include "convert/preparation/preparation.h"

#include <string.h>

#include "base/macros.h"
#include "base/strbuf.h"
#include "convert/facts/inactive/arguments.h"
#include "convert/facts/inactive/conditionals.h"
#include "convert/facts/inactive/macro_text.h"
#include "convert/facts/inactive/words.h"
#include "convert/facts/modules.h"
#include "convert/preparation/chained_creation.h"
#include "convert/preparation/definition_fields.h"
#include "convert/preparation/hook_head.h"
#include "convert/preparation/split_head.h"
#include "convert/preparation/static_instances.h"
#include "convert/text/branch_lines.h"
#include "convert/text/dead_branches.h"
#include "convert/text/places.h"
#include "extension/reader.h"
#include "extension/units.h"
#include "model/extent.h"

struct preparation {
    const struct source *source;
    struct arena *arena;
    struct edits *edits;
    bool *is_written; /* by the number of an expansion: written out already */
    bool *is_begun;   /* by the id of a file: a module that lies there took its step */
};

static char *
copy_text(const struct preparation *p, const struct source_file *file, uint32_t begin,
          uint32_t end)
{
    return arena_copy(p->arena, file->text + begin, end - begin);
}

/* --- definitions made by macros ------------------------------------------------------- */

/* The use of a project macro at OFFSET of FILE, or NULL. */
static const struct expansion *
expansion_at(const struct source *source, const struct source_file *file,
             uint32_t offset)
{
    const struct expansion *outermost = NULL;
    for (size_t i = 0; i < source->n_expansions; i++) {
        const struct expansion *e = &source->expansions[i];
        if (e->file == file && e->macro != NULL && e->begin <= offset && offset < e->end
            && (outermost == NULL || e->begin < outermost->begin))
        {
            outermost = e;
        }
    }
    return outermost;
}

/* TEXT with each of its statements, but what is in brackets, on a line with INDENT. */
static const char *
on_lines(const struct preparation *p, const char *text, const char *indent)
{
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    int depth = 0;
    char quote = '\0';
    for (const char *at = text; *at != '\0'; at++) {
        strbuf_add_char(&out, *at);
        if (quote != '\0' && *at == '\\' && at[1] != '\0') {
            strbuf_add_char(&out, *++at);
            continue;
        }
        if (*at == '"' || *at == '\'') {
            quote = quote == '\0' ? *at : quote == *at ? '\0' : quote;
        }
        depth += quote != '\0' ? 0 : (strchr("([{", *at) != NULL) - (strchr(")]}", *at) != NULL);
        if (*at == ';' && quote == '\0' && depth == 0 && at[1] == ' ') {
            while (at[1] == ' ') {
                at++;
            }
            if (at[1] != '\0') {
                strbuf_format(&out, "\n%s", indent);
            }
        }
    }
    return arena_copy(p->arena, out.text, out.size);
}

/* Put the macro's text in place of its use, once; one that is not understood stays. */
static void
write_out(struct preparation *p, const struct expansion *expansion)
{
    const struct source_file *file = expansion->file;
    uint32_t line = line_begin(file, expansion->begin), stop = line, end;
    bool *is_written = &p->is_written[expansion - p->source->expansions];
    if (*is_written) {
        return;
    }
    while (stop < expansion->begin && strchr(" \t", file->text[stop]) != NULL) {
        stop++;
    }
    const char *indent = copy_text(p, file, line, stop);
    const char *text = macro_expanded(p->arena, expansion, indent, &end);
    if (text == NULL) {
        return;
    }
    *is_written = true;
    if (begins_statement(file, expansion->begin)) {
        text = on_lines(p, text, indent);
    }
    size_t size = strlen(text);
    if (size > 0 && text[size - 1] == ';') {
        end = after_semicolon(file, end); /* one is enough */
    }
    edits_cover(p->edits, file, expansion->begin, end, text,
                "the macro is expanded here");
}

/* The definition's text is not in the file where it is made. */
static void
prepare_definition(struct preparation *p, const struct variable *definition)
{
    const struct declaration *place = variable_declaration(definition);
    const struct node *list = definition->initial;

    if (place == NULL || list == NULL || list->origin == ORIGIN_FILE
        || !place->file->is_project)
    {
        return;
    }
    const struct expansion *expansion =
        expansion_at(p->source, place->file, place->name);
    if (expansion != NULL && expansion->macro->file != NULL) {
        write_out(p, expansion);
    }
}

/* --- statics made by macros ------------------------------------------------------------ */

/* Is VARIABLE a type or an object in static memory, outside of functions? */
static bool
is_static_object(const struct variable *variable)
{
    const struct declaration *d = variable_declaration(variable);
    return d != NULL && d->within == NULL && variable->in_project && variable_is_static(variable)
           && variable->type != NULL
           && (type_is_record(variable->type, "PyTypeObject")
               || type_holds_object(variable->type));
}

/* Is there one definition of the macro in all branches of the units that read FILE, so that its
 * text is the same there in each configuration? */
static bool
is_defined_once(const struct source *source, const struct source_file *file,
                const struct macro *macro)
{
    size_t n = 0;
    for (size_t i = 0; i < source->n_files; i++) {
        struct word word = {.file = source->files[i]};
        while (shares_unit(word.file, file) && word_next(&word, macro->name, word.file->size)) {
            n += word.is_defined;
        }
    }
    return n == 1;
}

static bool
is_macro_name(const struct source *source, const struct word *word)
{
    for (size_t i = 0; i < source->n_macros; i++) {
        if (word_is(word, source->macros[i]->name)) {
            return true;
        }
    }
    return false;
}

/* Do the arguments or the text of the macro need more than to be put in place?  An argument
 * that is a macro would be expanded before the next macro gets it as a name or as text. */
static bool
is_nested(const struct source *source, const struct expansion *expansion)
{
    const struct macro *macro = expansion->macro;
    struct word word = {.file = expansion->file,
                        .end = expansion->begin + (uint32_t)strlen(macro->name)};
    while (word_next(&word, NULL, expansion->end)) {
        if (is_macro_name(source, &word)) {
            return true;
        }
    }
    return text_has_word(macro->file, macro->body, macro->end, macro->name);
}

static bool
can_be_written_out(const struct preparation *p, const struct expansion *expansion)
{
    return expansion->macro != NULL && expansion->macro->file != NULL
           && expansion->file->is_project && !expansion->file->is_generated
           && expansion_at(p->source, expansion->file, expansion->begin) == expansion
           && is_defined_once(p->source, expansion->file, expansion->macro)
           && !is_nested(p->source, expansion);
}

/* What a macro declares cannot become a field of the module state. */
static void
prepare_made_objects(struct preparation *p)
{
    for (size_t i = 0; i < p->source->n_variables; i++) {
        const struct variable *variable = p->source->variables[i];
        const struct declaration *d =
            is_static_object(variable) ? variable_declaration(variable) : NULL;
        const struct expansion *expansion =
            d != NULL ? expansion_at(p->source, d->file, d->name) : NULL;
        if (expansion != NULL && can_be_written_out(p, expansion)) {
            write_out(p, expansion);
        }
    }
}

/* --- structs without a name -------------------------------------------------------------- */

/* Does its initialiser hold the address of a static object or type? */
static bool
holds_static(const struct source *source, const struct variable *variable)
{
    for (size_t i = 0; i < source->n_variables; i++) {
        const struct variable *other = source->variables[i];
        if (!other->in_project || !variable_is_static(other) || other->type == NULL
            || !type_holds_object(other->type))
        {
            continue;
        }
        for (size_t k = 0; k < other->n_uses; k++) {
            if (other->uses[k]->holder == variable) {
                return true;
            }
        }
    }
    return false;
}

static bool
changes(const struct source *source, const struct variable *variable)
{
    if (holds_static(source, variable)) {
        return true;
    }
    if (type_element(variable->type)->is_const) {
        return false;
    }
    if (type_holds_object(variable->type)) {
        return true;
    }
    for (size_t i = 0; i < variable->n_uses; i++) {
        if (variable->uses[i]->is_written) {
            return true;
        }
    }
    return false;
}

/* Does a static of the struct RECORD change? */
static bool
record_changes(const struct source *source, const struct record *record)
{
    for (size_t i = 0; i < source->n_variables; i++) {
        const struct variable *variable = source->variables[i];
        if (variable->in_project && variable_is_static(variable) && variable->type != NULL
            && type_element(variable->type)->record == record && changes(source, variable))
        {
            return true;
        }
    }
    return false;
}

/* Is the declarator of D the first behind RECORD? */
static bool
is_first_behind(const struct record *record, const struct declaration *d)
{
    const char *text = d->file->text + record->end;
    return memchr(text, ',', d->name - record->end) == NULL;
}

/* A name for the struct of VARIABLE, which has none. */
static const char *
record_name(const struct preparation *p, const struct variable *variable)
{
    const char *name = arena_format(p->arena, "%s_record", variable->name);
    for (int i = 2; source_has_word(p->source, name); i++) {
        name = arena_format(p->arena, "%s_record_%d", variable->name, i);
    }
    return name;
}

/* `static struct { … } x;` becomes `struct x_record { … }; static struct x_record x;`,
 * so that a field of the module state can have the type; one with a tag keeps that. */
static void
prepare_record(struct preparation *p, const struct variable *variable)
{
    const struct declaration *d = variable_declaration(variable);
    const struct type *type = type_element(variable->type);
    const struct record *record = type->record;

    if (d == NULL || record == NULL || type->kind != TYPE_RECORD || record->file != d->file
        || d->from_macro || record->begin < d->begin || record->end > d->name
        || !is_first_behind(record, d) || !record_changes(p->source, record))
    {
        return;
    }
    const struct source_file *file = d->file;
    struct brackets braces;
    if (!record_braces(record, &braces)) {
        return;
    }
    const char *word = record->is_union ? "union" : "struct";
    uint32_t word_end = record->begin + (uint32_t)strlen(word);
    uint32_t tag = word_end + (uint32_t)strspn(file->text + word_end, " \t\r\n");
    uint32_t tag_end = tag + (uint32_t)strlen(record->tag);
    uint32_t brace = tag_end + (uint32_t)strspn(file->text + tag_end, " \t\r\n");
    struct declaration_extent extent;
    if (!string_starts(file->text + record->begin, word)
        || !string_starts(file->text + tag, record->tag) || brace != braces.open
        || !declaration_extent(d, &extent))
    {
        return; /* attributes, a macro, a class */
    }
    bool has_tag = *record->tag != '\0';
    const char *name = has_tag ? record->tag : record_name(p, variable);
    uint32_t begin = extent.begin;
    const char *front = copy_text(p, file, begin, record->begin);
    uint32_t line = line_begin(file, begin);
    const char *indent =
        copy_text(p, file, line, line + (uint32_t)strspn(file->text + line, " \t"));
    /* A line break between the brace and the name is the struct's no more. */
    uint32_t next = record->end + (uint32_t)strspn(file->text + record->end, " \t\r\n");
    edits_cover(p->edits, file, begin, has_tag ? tag : word_end,
                arena_format(p->arena, "%s %s", word, has_tag ? "" : name),
                "the struct is defined by itself");
    edits_cover(p->edits, file, record->end, next,
                arena_format(p->arena, ";\n%s%s%s %s ", indent, front, word, name),
                "the struct is defined by itself");
}

/* --- names that macros make texts of ------------------------------------------------------ */

/* `PyModule_AddObject(m, #N, N)`: where VARIABLE is N, what stands in its place would stand in
 * the text, too. */
static void
prepare_spelled(struct preparation *p, const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        if (use->file == NULL || !word_is_spelled(p->arena, p->source, use->file, use->begin)) {
            continue;
        }
        const struct expansion *expansion = expansion_at(p->source, use->file, use->begin);
        if (expansion != NULL && can_be_written_out(p, expansion)
            && expansion->macro->function_like)
        {
            write_out(p, expansion);
        }
    }
}

/* Is a conditional around MACRO? */
static bool
is_conditional(const struct macro *macro)
{
    struct conditional conditional;
    for (uint32_t at = 0; conditional_next(macro->file, at, macro->begin, &conditional);
         at = conditional.begin + 1)
    {
        if (conditional.last > macro->end) {
            return true;
        }
    }
    return false;
}

static size_t
count_mentions(const struct source *source, const struct macro *macro)
{
    size_t n = 0;
    for (size_t i = 0; i < source->n_files; i++) {
        struct word word = {.file = source->files[i]};
        while (shares_unit(word.file, macro->file)
               && word_next(&word, macro->name, word.file->size)) {
            n += !word.is_defined;
        }
    }
    return n;
}

/* A unit's own macros of which every use was written out go. */
static void
drop_unused_macros(struct preparation *p)
{
    for (size_t i = 0; i < p->source->n_macros; i++) {
        const struct macro *macro = p->source->macros[i];
        size_t n_written = 0;
        for (size_t k = 0; k < p->source->n_expansions; k++) {
            n_written += p->is_written[k] && p->source->expansions[k].macro == macro;
        }
        if (n_written > 0 && macro->file->is_main && !is_conditional(macro)
            && count_mentions(p->source, macro) == n_written)
        {
            uint32_t end = line_end(macro->file, macro->end);
            uint32_t begin = conditional_begin(
                macro->file, line_begin(macro->file, macro->begin), end);
            edits_cover(p->edits, macro->file, lone_begin(macro->file, begin, end), end, "",
                        "nothing uses it");
        }
    }
}

/* --- heads in branches ---------------------------------------------------------------- */

static void
prune(struct preparation *p, const struct source_file *file, const struct range *parts,
      size_t n)
{
    for (size_t i = 0; i < n; i++) {
        edits_cover(p->edits, file, parts[i].begin, parts[i].end, "",
                    "no supported Python takes this branch");
    }
}

/* `#if … PyInit_x(void) { … #else initx(void) { … #endif`: what older Pythons compile goes,
 * so that the function begins in one place. */
static void
prepare_head(struct preparation *p, const struct conditions *conditions,
             const struct function *function)
{
    if (function == NULL || function->body == NULL
        || function->body->origin != ORIGIN_FILE)
    {
        return;
    }
    const struct declaration *d = function_definition(function);
    const struct node *body = function->body;
    struct range parts[MAX_DEAD_PARTS];
    struct conditional conditional;
    size_t n = dead_parts_across(conditions, d->file, d->begin, body->end, parts);
    if (n == 0) {
        n = dead_parts_across(conditions, d->file, body->begin, body->end, parts);
    }
    if (n == 0 && conditional_next(d->file, d->begin, body->begin, &conditional)) {
        n = dead_parts(conditions, &conditional, parts);
    }
    prune(p, d->file, parts, n);
}

/* The conditional around D that every supported Python takes; false: there is none. */
static bool
taken_around(const struct conditions *conditions, const struct declaration *d,
             struct conditional *out)
{
    for (uint32_t at = 0; conditional_next(d->file, at, d->begin, out); at = out->begin + 1) {
        if (out->last > d->end && conditional_value(conditions, out) == TRUTH_YES) {
            return true;
        }
    }
    return false;
}

/* `#if PY_MAJOR_VERSION >= 3` around the definition of MODULE: if the init function is in no such
 * branch, nothing is left for other Pythons. */
static void
prepare_definition_branch(struct preparation *p, const struct conditions *conditions,
                     const struct module *module)
{
    const struct declaration *definition = variable_declaration(module->variable);
    const struct declaration *entry =
        module->entry != NULL ? function_definition(module->entry) : NULL;
    struct conditional conditional;
    struct range parts[MAX_DEAD_PARTS];
    if (definition != NULL && definition->file->is_main && entry != NULL
        && !taken_around(conditions, entry, &conditional)
        && taken_around(conditions, definition, &conditional))
    {
        prune(p, definition->file, parts, dead_parts(conditions, &conditional, parts));
    }
}

/* The files of MODULE's definition and init function, as far as they are there. */
static size_t
files_of(const struct module *module, const struct source_file *out_files[3])
{
    const struct declaration *places[] = {
        variable_declaration(module->variable),
        module->entry != NULL ? function_definition(module->entry) : NULL,
        module->setup != NULL ? function_definition(module->setup) : NULL,
    };
    size_t n = 0;
    for (size_t i = 0; i < ARRAY_LENGTH(places); i++) {
        if (places[i] != NULL) {
            out_files[n++] = places[i]->file;
        }
    }
    return n;
}

/* Is a file of MODULE prepared already in this reading?  It takes one step a reading. */
static bool
is_begun(const struct preparation *p, const struct module *module)
{
    const struct source_file *files[3];
    size_t n = files_of(module, files);
    for (size_t i = 0; i < n; i++) {
        if (p->is_begun[files[i]->id]) {
            return true;
        }
    }
    return false;
}

/* What was done for MODULE since there were N_BEFORE edits was a step if it made some. */
static void
end_step(struct preparation *p, const struct module *module, size_t n_before)
{
    const struct source_file *files[3];
    size_t n = p->edits->n_items > n_before ? files_of(module, files) : 0;
    for (size_t i = 0; i < n; i++) {
        p->is_begun[files[i]->id] = true;
    }
}

/* The init function of MODULE; those of other files do not wait for it. */
static void
prepare_entry(struct preparation *p, const struct conditions *conditions,
              const struct module *module)
{
    size_t n_before = p->edits->n_items;
    if (module->is_multi_phase || is_begun(p, module)) {
        return;
    }
    prepare_head(p, conditions, module->entry);
    if (p->edits->n_items == n_before && module->setup != module->entry) {
        prepare_head(p, conditions, module->setup);
    }
    if (p->edits->n_items == n_before && module->setup == module->entry) {
        prepare_split_head(p->arena, p->edits, p->source, module->entry);
    }
    if (p->edits->n_items == n_before) {
        prepare_definition_branch(p, conditions, module);
    }
    end_step(p, module, n_before);
}

void
prepare_source(const struct source *source, const struct convert_options *options,
               struct arena *arena, struct edits *edits)
{
    struct preparation p = {source, arena, edits,
                            ARENA_ARRAY(arena, bool, source->n_expansions + 1),
                            ARENA_ARRAY(arena, bool, source->n_files + 1)};
    const struct module *const *modules;
    size_t n_modules = find_modules(arena, extension_read(arena, source), &modules);

    for (size_t i = 0; i < n_modules; i++) {
        size_t n_before = edits->n_items;
        prepare_definition(&p, modules[i]->variable);
        prepare_definition_fields(arena, edits, modules[i]->variable);
        prepare_chained_creation(arena, edits, modules[i]->variable);
        if (options->stage != STAGE_INIT) {
            prepare_hook_head(arena, edits, source, modules[i]->variable);
        }
        end_step(&p, modules[i], n_before);
    }
    const struct conditions *conditions = conditions_from(arena, source, options->floor);
    for (size_t i = 0; i < n_modules; i++) {
        prepare_entry(&p, conditions, modules[i]);
    }
    if (n_modules == 0 || edits->n_items > 0 || options->stage == STAGE_INIT) {
        return; /* what follows is for statics that move */
    }
    prepare_made_objects(&p);
    for (size_t i = 0; i < source->n_variables; i++) {
        const struct variable *variable = source->variables[i];
        if (variable->in_project && variable_is_static(variable) && variable->type != NULL
            && (type_is_record(variable->type, "PyTypeObject") || changes(source, variable)))
        {
            prepare_spelled(&p, variable);
        }
    }
    drop_unused_macros(&p);
    if (edits->n_items > 0) {
        return;
    }
    for (size_t i = 0; i < source->n_variables; i++) {
        const struct variable *variable = source->variables[i];
        if (variable->in_project && variable_is_static(variable)
            && variable->type != NULL && !variable->is_thread_local)
        {
            prepare_record(&p, variable);
            prepare_instance(source, arena, edits, variable);
        }
    }
}
