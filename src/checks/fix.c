#include "checks/fix.h"

#include <string.h>

#include "base/strbuf.h"
#include "model/tokens.h"

enum {
    INDENT_MOST = 64,
    FLAGS_SINCE = 0x030a0000, /* Py_TPFLAGS_DISALLOW_INSTANTIATION, …_IMMUTABLETYPE */
};

void
draft_replace(struct draft *draft, uint32_t begin, uint32_t end, const char *text)
{
    const struct source_file *file = draft->file;
    if (draft->n == REPLACEMENTS_MOST) {
        return;
    }
    draft->items[draft->n++] = (struct replacement){
        .path = file->path,
        .begin = begin,
        .end = end,
        .line = source_line(file, begin),
        .column = source_point(file, begin),
        .end_line = source_line(file, end),
        .end_column = source_point(file, end),
        .text = text,
    };
}

const char *
draft_text(const struct draft *draft, uint32_t begin, uint32_t end)
{
    return arena_copy(draft->check->arena, draft->file->text + begin, end - begin);
}

const char *
draft_indent(const struct draft *draft, uint32_t offset)
{
    const char *text = draft->file->text;
    uint32_t begin = offset;
    while (begin > 0 && (text[begin - 1] == ' ' || text[begin - 1] == '\t')) {
        begin--;
    }
    bool is_first = begin == 0 || text[begin - 1] == '\n';
    return is_first && offset - begin < INDENT_MOST ? draft_text(draft, begin, offset)
                                                    : "";
}

const char *
draft_newline(const struct draft *draft)
{
    const char *end = strchr(draft->file->text, '\n');
    return end != NULL && end > draft->file->text && end[-1] == '\r' ? "\r\n" : "\n";
}

void
draft_insert(struct draft *draft, uint32_t offset, const char *line)
{
    draft_replace(draft, offset, offset,
            arena_format(draft->check->arena, "%s%s%s", line, draft_newline(draft),
                         draft_indent(draft, offset)));
}

void
draft_remove(struct draft *draft, uint32_t begin, uint32_t end)
{
    const char *text = draft->file->text;
    uint32_t line = begin, rest = end;
    while (line > 0 && (text[line - 1] == ' ' || text[line - 1] == '\t')) {
        line--;
    }
    while (text[rest] == ' ' || text[rest] == '\t' || text[rest] == '\r') {
        rest++;
    }
    if ((line == 0 || text[line - 1] == '\n') && text[rest] == '\n') {
        begin = line;
        end = rest + 1;
    }
    else if (begin > 0 && text[begin - 1] == ' ') {
        begin--;
    }
    draft_replace(draft, begin, end, "");
}

bool
range_is_plain(const struct source_file *file, uint32_t begin, uint32_t end)
{
    for (size_t i = source_token(file, begin);
         i < file->n_tokens && file->tokens[i].begin < end; i++)
    {
        if (file->tokens[i].directive != 0 || file->tokens[i].inactive != 0) {
            return false;
        }
    }
    return true;
}

const struct function *
draft_function(const struct draft *draft)
{
    const struct source *source = draft->check->source;
    for (size_t i = 0; i < source->n_functions; i++) {
        const struct function *function = source->functions[i];
        const struct declaration *definition = function_definition(function);
        if (function->body != NULL && function->made_by == NULL && definition != NULL
            && definition->file == draft->file
            && definition->name == draft->finding->offset
            && function->body->file == draft->file
            && range_is_plain(draft->file, function->body->begin, function->body->end))
        {
            return function;
        }
    }
    return NULL;
}

const struct node *
draft_call(const struct draft *draft)
{
    const struct source *source = draft->check->source;
    for (size_t i = 0; i < source->n_functions; i++) {
        const struct node *body = source->functions[i]->body;
        if (body == NULL || body->file != draft->file
            || source->functions[i]->made_by != NULL
            || body->begin > draft->finding->offset
            || body->end <= draft->finding->offset)
        {
            continue;
        }
        for (const struct node *node = body; node; node = node_after(node, body)) {
            if (node->kind == NODE_CALL && node->begin == draft->finding->offset
                && node->file == draft->file)
            {
                return node;
            }
        }
    }
    return NULL;
}

uint32_t
statement_end(const struct node *node)
{
    size_t i = source_token(node->file, node->end);
    while (i < node->file->n_tokens && node->file->tokens[i].kind == TOKEN_COMMENT) {
        i++;
    }
    return token_is(node->file, i, ";") ? node->file->tokens[i].end : 0;
}

bool
node_is_statement(const struct node *node)
{
    return node->origin != ORIGIN_ARGUMENT && node->parent != NULL
           && node->parent->kind == NODE_BLOCK && statement_end(node) != 0;
}

uint32_t
function_first_statement(const struct function *function)
{
    for (const struct node *node = function->body->first; node; node = node->next) {
        if (node->kind != NODE_DECLARATIONS) {
            return node->kind == NODE_LABEL || node->kind == NODE_EMPTY ? 0
                                                                       : node->begin;
        }
    }
    return 0;
}

bool
parameter_is_called(const struct function *function, size_t i, const char *name)
{
    return i < function->n_parameters
           && strcmp(function->parameters[i]->name, name) == 0;
}

bool
draft_uses_name(const struct draft *draft, const struct function *function, const char *name)
{
    const struct declaration *definition = function_definition(function);
    for (size_t i = source_token(draft->file, definition->begin);
         i < draft->file->n_tokens && draft->file->tokens[i].begin < definition->end;
         i++)
    {
        if (token_is(draft->file, i, name)) {
            return true;
        }
    }
    return false;
}

const struct node *
draft_entry(const struct draft *draft, const struct node *value)
{
    const struct node *entry = value;
    while (entry != NULL && entry->kind != NODE_INIT_LIST) {
        entry = entry->parent;
    }
    return entry != NULL && entry->origin == ORIGIN_FILE && entry->file == draft->file
                   && draft->file->text[entry->begin] == '{'
                   && draft->file->text[entry->end - 1] == '}'
                   && node_n_children(entry) == 2
                   && range_is_plain(draft->file, entry->begin, entry->end)
               ? entry
               : NULL;
}

bool
draft_add_flag(struct draft *draft, const char *flag)
{
    const struct source *source = draft->check->source;
    if (draft->check->versions.floor < FLAGS_SINCE) {
        return false;
    }
    for (size_t i = 0; i < source->n_variables; i++) {
        const struct variable *variable = source->variables[i];
        const struct declaration *place = variable_declaration(variable);
        const struct initializer *flags = variable_initializer(variable, "flags");
        if (place == NULL || place->file != draft->file
            || place->name != draft->finding->offset || flags == NULL
            || flags->from_macro || flags->file != draft->file
            || !type_is_record(variable->type, "PyType_Spec")
            || !range_is_plain(draft->file, flags->begin, flags->end))
        {
            continue;
        }
        bool is_sum = true; /* | binds less than these */
        for (size_t k = source_token(draft->file, flags->begin);
             k < draft->file->n_tokens && draft->file->tokens[k].begin < flags->end; k++)
        {
            is_sum = is_sum && !token_is(draft->file, k, "?");
        }
        draft_replace(draft, flags->end, flags->end,
                arena_format(draft->check->arena, " | %s", flag));
        draft->description =
            arena_format(draft->check->arena, "add %s to the flags", flag);
        return is_sum;
    }
    return false;
}

static const struct fix *
kept(const struct draft *draft)
{
    struct arena *arena = draft->check->arena;
    struct fix *fix = ARENA_NEW(arena, struct fix);
    struct replacement *items = ARENA_ARRAY(arena, struct replacement, draft->n);
    memcpy(items, draft->items, draft->n * sizeof *items);
    *fix = (struct fix){draft->description, items, draft->n};
    return fix;
}

void
check_fix(struct check *check, struct finding *finding, fix_function *fix)
{
    struct draft draft = {
        .check = check,
        .finding = finding,
        .file = finding->path != NULL ? source_file_named(check->source, finding->path)
                                      : NULL,
    };
    if (draft.file != NULL && draft.file->is_project && fix(&draft)
        && draft.n < REPLACEMENTS_MOST)
    {
        finding->fix = kept(&draft);
    }
}
