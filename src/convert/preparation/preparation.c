/* What is written so that it cannot be edited where it stands is written out first: a
 * module's definition that a macro makes, a struct that has no name, an object in static
 * memory.  The text means
 * the same afterwards, and is read again before it is converted. */
#include "convert/preparation/preparation.h"

#include <string.h>

#include "convert/facts/branches.h"
#include "convert/facts/modules.h"
#include "convert/facts/places.h"
#include "convert/preparation/static_instances.h"
#include "convert/rewrite/branches.h"
#include "extension/reader.h"

struct preparation {
    const struct source *source;
    struct arena *arena;
    struct edits *edits;
};

/* --- the text of a macro's body ----------------------------------------------------- */

enum { MAX_MACRO_ARGUMENTS = 64 };

/* One use of a function-like macro: its parameters' names and what stands for them. */
struct macro_use {
    const struct macro *macro;
    const struct source_file *file; /* of the use */
    const char *names[MAX_MACRO_ARGUMENTS];
    const char *values[MAX_MACRO_ARGUMENTS];
    size_t n_arguments;
    uint32_t end; /* of the use */
};

static char *
copy_text(const struct preparation *p, const struct source_file *file, uint32_t begin,
          uint32_t end)
{
    return arena_copy(p->arena, file->text + begin, end - begin);
}

static bool
read_parameters(const struct preparation *p, struct macro_use *use)
{
    const struct macro *macro = use->macro;
    const struct source_file *file = macro->file;
    size_t open = token_after(file, source_token(file, macro->begin));
    size_t close = token_closing(file, open);

    use->n_arguments = 0;
    if (!macro->function_like) {
        return true;
    }
    if (close >= file->n_tokens) {
        return false;
    }
    for (size_t i = token_after(file, open); i < close; i = token_after(file, i)) {
        if (token_is(file, i, ",")) {
            continue;
        }
        if (use->n_arguments == MAX_MACRO_ARGUMENTS) {
            return false;
        }
        use->names[use->n_arguments++] =
            token_is(file, i, "...")
                ? "__VA_ARGS__"
                : copy_text(p, file, file->tokens[i].begin, file->tokens[i].end);
    }
    return true;
}

/* The arguments in the parentheses that open at token OPEN of the use's file. */
static bool
read_arguments(const struct preparation *p, struct macro_use *use, size_t open)
{
    const struct source_file *file = use->file;
    size_t close = token_closing(file, open), n = 0;
    size_t first = open + 1;

    if (!token_is(file, open, "(") || close >= file->n_tokens) {
        return false;
    }
    use->end = file->tokens[close].end;
    for (size_t i = first; i <= close && n < use->n_arguments; i++) {
        if (file->tokens[i].directive != file->tokens[open].directive) {
            return false; /* an #if between the arguments */
        }
        if (i < close && (token_is(file, i, "(") || token_is(file, i, "["))) {
            i = token_closing(file, i);
            continue;
        }
        bool takes_rest = strcmp(use->names[n], "__VA_ARGS__") == 0;
        if (i == close || (token_is(file, i, ",") && !takes_rest)) {
            use->values[n++] = first < i ? copy_text(p, file, file->tokens[first].begin,
                                                     file->tokens[i - 1].end)
                                         : "";
            first = i + 1;
        }
    }
    if (n + 1 == use->n_arguments && strcmp(use->names[n], "__VA_ARGS__") == 0) {
        use->values[n++] = "";
    }
    return n == use->n_arguments;
}

static const char *
value_of_token(const struct macro_use *use, size_t i)
{
    for (size_t k = 0; k < use->n_arguments; k++) {
        if (token_is(use->macro->file, i, use->names[k])) {
            return use->values[k];
        }
    }
    return NULL;
}

static void
add_as_string(struct strbuf *out, const char *text)
{
    strbuf_add_char(out, '"');
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\') {
            strbuf_add_char(out, '\\');
        }
        strbuf_add_char(out, *text);
    }
    strbuf_add_char(out, '"');
}

/* The blanks between two tokens of the body: a continued line becomes a line, with
 * INDENT in place of the WIDTH columns that all of them have. */
static void
add_blanks(struct strbuf *out, const struct source_file *file, uint32_t begin,
           uint32_t end, const char *indent, size_t width)
{
    const char *newline = NULL;
    for (uint32_t i = begin; i < end; i++) {
        if (file->text[i] == '\n') {
            newline = file->text + i;
        }
    }
    if (newline == NULL) {
        strbuf_add(out, file->text + begin, end - begin);
        return;
    }
    size_t columns = (size_t)(file->text + end - newline) - 1;
    strbuf_add_char(out, '\n');
    strbuf_add_string(out, indent);
    if (columns > width) {
        strbuf_add(out, newline + 1 + width, columns - width);
    }
}

/* The fewest columns in front of a continued line of the macro's body. */
static size_t
body_width(const struct macro *macro)
{
    const struct source_file *file = macro->file;
    size_t width = SIZE_MAX;
    for (size_t i = source_token(file, macro->body);
         i < file->n_tokens && file->tokens[i].begin < macro->end; i++)
    {
        uint32_t begin = file->tokens[i].begin;
        uint32_t line = line_begin(file, begin);
        bool is_first = line > macro->begin;
        for (uint32_t k = line; k < begin && is_first; k++) {
            is_first = file->text[k] == ' ' || file->text[k] == '\t';
        }
        if (is_first && begin - line < width) {
            width = begin - line;
        }
    }
    return width == SIZE_MAX ? 0 : width;
}

/* One step of the expansion of USE, as text with INDENT in front of its lines. */
static char *
expanded(const struct preparation *p, const struct macro_use *use, const char *indent)
{
    const struct macro *macro = use->macro;
    const struct source_file *file = macro->file;
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    size_t width = body_width(macro);
    uint32_t last = macro->body;

    for (size_t i = source_token(file, macro->body);
         i < file->n_tokens && file->tokens[i].begin < macro->end; i++)
    {
        const struct token *token = &file->tokens[i];
        bool is_pasted =
            token_is(file, i, "##")
            || (i > 0 && last > macro->body && token_is(file, i - 1, "##"));
        if (!is_pasted && !(token_is(file, i + 1, "##") && out.size == 0)) {
            add_blanks(&out, file, last, token->begin, indent, width);
        }
        last = token->end;
        if (token_is(file, i, "##")) {
            while (out.size > 0 && strchr(" \t\n", out.text[out.size - 1]) != NULL) {
                out.text[--out.size] = '\0';
            }
            continue;
        }
        if (macro->function_like && token_is(file, i, "#")
            && value_of_token(use, i + 1) != NULL)
        {
            add_as_string(&out, value_of_token(use, ++i));
            last = file->tokens[i].end;
            continue;
        }
        const char *value = value_of_token(use, i);
        if (value != NULL) {
            strbuf_add_string(&out, value);
        }
        else {
            strbuf_add(&out, file->text + token->begin, token->end - token->begin);
        }
    }
    return arena_copy(p->arena, out.text, out.size);
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

/* Put the macro's text in place of its use. */
static bool
write_out(struct preparation *p, const struct expansion *expansion)
{
    struct macro_use use = {.macro = expansion->macro, .file = expansion->file};
    const struct source_file *file = expansion->file;
    size_t name = source_token(file, expansion->begin);

    use.end = file->tokens[name].end;
    if (!read_parameters(p, &use)
        || (use.macro->function_like
            && !read_arguments(p, &use, token_after(file, name))))
    {
        return false;
    }
    uint32_t line = line_begin(file, expansion->begin), stop = line;
    while (stop < expansion->begin && strchr(" \t", file->text[stop]) != NULL) {
        stop++;
    }
    const char *text = expanded(p, &use, copy_text(p, file, line, stop));
    size_t semicolon = token_after(file, source_token(file, use.end - 1));
    size_t size = strlen(text);
    if (size > 0 && text[size - 1] == ';' && token_is(file, semicolon, ";")) {
        use.end = file->tokens[semicolon].end; /* one is enough */
    }
    edits_cover(p->edits, file, expansion->begin, use.end, text,
                "what the macro makes is written out");
    return true;
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

/* --- structs without a name -------------------------------------------------------------- */

static bool
name_exists(const struct source *source, const char *name)
{
    for (size_t i = 0; i < source->n_files; i++) {
        const struct source_file *file = source->files[i];
        for (size_t k = 0; k < file->n_tokens; k++) {
            if (file->tokens[k].kind == TOKEN_IDENTIFIER && token_is(file, k, name)) {
                return true;
            }
        }
    }
    return false;
}

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

/* `static struct { … } x;` becomes `struct x_record { … }; static struct x_record x;`,
 * so that a field of the module state can have the type. */
static void
prepare_record(struct preparation *p, const struct variable *variable)
{
    const struct declaration *d = variable_declaration(variable);
    const struct type *type = type_element(variable->type);
    const struct record *record = type->record;

    if (d == NULL || record == NULL || type->kind != TYPE_RECORD || *record->tag != '\0'
        || record->file != d->file || d->from_macro || d->n_declarators > 1
        || record->begin < d->begin || record->end > d->name
        || !changes(p->source, variable))
    {
        return;
    }
    const struct source_file *file = d->file;
    size_t keyword = source_token(file, record->begin);
    size_t brace = token_after(file, keyword);
    size_t close = token_closing(file, brace);
    const char *word =
        copy_text(p, file, file->tokens[keyword].begin, file->tokens[keyword].end);
    if (!token_is(file, brace, "{") || close >= file->n_tokens
        || file->tokens[close].end != record->end)
    {
        return;
    }
    const char *name = arena_format(p->arena, "%s_record", variable->name);
    for (int i = 2; name_exists(p->source, name); i++) {
        name = arena_format(p->arena, "%s_record_%d", variable->name, i);
    }
    size_t first = source_token(file, d->begin);
    for (size_t i = token_before(file, first);
         token_is(file, i, "static") || token_is(file, i, "const");
         i = token_before(file, i))
    {
        first = i; /* a local's declaration begins behind them */
    }
    uint32_t begin = file->tokens[first].begin;
    const char *front = copy_text(p, file, begin, file->tokens[keyword].begin);
    uint32_t line = line_begin(file, begin);
    const char *indent =
        copy_text(p, file, line, line + (uint32_t)strspn(file->text + line, " \t"));
    /* A line break between the brace and the name is the struct's no more. */
    uint32_t next = file->tokens[token_after(file, close)].begin;
    edits_cover(p->edits, file, begin, file->tokens[keyword].end,
                arena_format(p->arena, "%s %s", word, name), "the struct gets a name");
    edits_cover(p->edits, file, record->end, next,
                arena_format(p->arena, ";\n%s%s%s %s ", indent, front, word, name),
                "the struct gets a name");
}

/* --- heads in branches ---------------------------------------------------------------- */

/* `#if … PyInit_x(void) { … #else initx(void) { … #endif`: what older Pythons compile goes,
 * so that the function begins in one place. */
static void
prepare_head(struct preparation *p, unsigned floor, const struct function *function)
{
    struct convert_options options = {.floor = floor};
    struct conversion c = {.source = p->source,
                           .conditions = conditions_from(p->arena, p->source, floor),
                           .options = &options,
                           .arena = p->arena};
    const struct declaration *d = NULL;

    if (function == NULL || function->body == NULL
        || function->body->origin != ORIGIN_FILE) {
        return;
    }
    d = function_definition(function);
    c.edits = *p->edits;
    if (!prune_across(&c, d->file, d->begin, function->body->end)) {
        prune_across(&c, d->file, function->body->begin, function->body->end);
    }
    *p->edits = c.edits;
}

void
prepare_source(const struct source *source, const struct convert_options *options,
               struct arena *arena, struct edits *edits)
{
    struct preparation p = {source, arena, edits};
    struct module_seed *seeds;
    size_t n_seeds = find_modules(arena, extension_read(arena, source), &seeds);

    for (size_t i = 0; i < n_seeds; i++) {
        prepare_definition(&p, seeds[i].definition);
    }
    for (size_t i = 0; i < n_seeds && edits->n_items == 0; i++) {
        if (seeds[i].is_multi_phase) {
            continue;
        }
        prepare_head(&p, options->floor, seeds[i].entry);
        if (edits->n_items == 0 && seeds[i].setup != seeds[i].entry) {
            prepare_head(&p, options->floor, seeds[i].setup);
        }
    }
    if (n_seeds == 0 || edits->n_items > 0 || options->stage == STAGE_INIT) {
        return; /* what follows is for statics that move */
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
