/* insulate inspect csource|binary FILE...: what a reader makes of its input, as stable
 * text.  The debugger of those who work on a reader, and its golden test. */
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/strbuf.h"
#include "commands/command.h"
#include "commands/inspect_binary.h"
#include "csource/reader.h"
#include "model/source.h"

struct inspect_options {
    struct common_options common;
    const char *database, *python, *libclang;
};

const struct option inspect_options[] = {
    {"database", 'p', OPTION_WORD, OPTION(struct inspect_options, database), "DIR",
     "directory of the compile_commands.json to use"},
    {"python", 0, OPTION_WORD, OPTION(struct inspect_options, python), "EXE",
     "Python whose headers are used"},
    {"libclang", 0, OPTION_WORD, OPTION(struct inspect_options, libclang), "PATH",
     "libclang library to load"},
    {0},
};

/* --- places -------------------------------------------------------------- */

static void
print_place(struct strbuf *out, const struct source_file *file, uint32_t begin,
            uint32_t end)
{
    if (file == NULL) {
        strbuf_add_string(out, "nowhere");
        return;
    }
    if (!file->is_project) {
        strbuf_add_string(out, "foreign");
        return;
    }
    strbuf_format(out, "%u:%u-%u:%u", source_line(file, begin),
                  source_column(file, begin), source_line(file, end),
                  source_column(file, end));
}

/* The text [BEGIN, END) of FILE on one line, cut. */
static void
print_text(struct strbuf *out, const struct source_file *file, uint32_t begin,
           uint32_t end)
{
    enum { MOST = 48 };
    if (file == NULL || !file->is_project || end > file->size || begin > end) {
        return;
    }
    strbuf_add_string(out, " `");
    for (uint32_t i = begin; i < end; i++) {
        if (i - begin >= MOST) {
            strbuf_add_string(out, "...");
            break;
        }
        char c = file->text[i];
        strbuf_add_char(out, c == '\n' || c == '\t' || c == '\r' ? ' ' : c);
    }
    strbuf_add_char(out, '`');
}

/* --- nodes --------------------------------------------------------------- */

static const char *const kind_names[] = {
    [NODE_OTHER] = "other",
    [NODE_BLOCK] = "block",
    [NODE_DECLARATIONS] = "declarations",
    [NODE_VARIABLE] = "variable",
    [NODE_IF] = "if",
    [NODE_FOR] = "for",
    [NODE_WHILE] = "while",
    [NODE_DO] = "do",
    [NODE_SWITCH] = "switch",
    [NODE_CASE] = "case",
    [NODE_DEFAULT] = "default",
    [NODE_LABEL] = "label",
    [NODE_GOTO] = "goto",
    [NODE_BREAK] = "break",
    [NODE_CONTINUE] = "continue",
    [NODE_RETURN] = "return",
    [NODE_THROW] = "throw",
    [NODE_EMPTY] = "empty",
    [NODE_NAME] = "name",
    [NODE_MEMBER] = "member",
    [NODE_SUBSCRIPT] = "subscript",
    [NODE_CALL] = "call",
    [NODE_UNARY] = "unary",
    [NODE_BINARY] = "binary",
    [NODE_ASSIGN] = "assign",
    [NODE_CONDITIONAL] = "conditional",
    [NODE_CAST] = "cast",
    [NODE_PAREN] = "paren",
    [NODE_NUMBER] = "number",
    [NODE_STRING] = "string",
    [NODE_SIZEOF] = "sizeof",
    [NODE_TYPE] = "type",
    [NODE_INIT_LIST] = "list",
    [NODE_DESIGNATED] = "designated",
    [NODE_COMPOUND_LITERAL] = "compound-literal",
    [NODE_STATEMENT_EXPRESSION] = "statement-expression",
};

static void
print_op(struct strbuf *out, uint16_t op)
{
    static const char *const names[] = {"==", "!=", "<=", ">=", "&&",
                                        "||", "<<", ">>", "++", "--",
                                        "new", "delete", "lambda", "asm", "binding"};
    if (op >= OP_EQUAL && op - OP_EQUAL < (int)ARRAY_LENGTH(names)) {
        strbuf_format(out, " %s", names[op - OP_EQUAL]);
    }
    else if (op != OP_NONE) {
        strbuf_format(out, " %c", op);
    }
}

static void
print_node(struct strbuf *out, const struct node *node, unsigned depth)
{
    strbuf_format(out, "%*s%s", (int)depth * 2, "", kind_names[node->kind]);
    print_op(out, node->op);
    if (node->text != NULL && node->text[0] != '\0') {
        strbuf_add_char(out, ' ');
        for (const char *c = node->text; *c != '\0'; c++) {
            strbuf_add_char(out, *c == '\n' ? '~' : *c);
        }
    }
    if (node->kind == NODE_VARIABLE && node->variable != NULL) {
        strbuf_format(out, " %s", node->variable->name);
    }
    if (node->has_value) {
        strbuf_format(out, " = %lld", (long long)node->value);
    }
    if (node->type != NULL) {
        strbuf_format(out, " (%s)", node->type->spelling);
    }
    static const char *const origins[] = {"", " argument", " macro"};
    strbuf_format(out, "%s%s%s ", origins[node->origin],
                  node->is_written ? " written" : "",
                  node->is_address_taken ? " address" : "");
    print_place(out, node->file, node->begin, node->end);
    if (node->macro_file != NULL) {
        strbuf_format(out, " from %u:%u",
                      source_line(node->macro_file, node->macro_offset),
                      source_column(node->macro_file, node->macro_offset));
    }
    strbuf_add_char(out, '\n');
}

static void
print_tree(struct strbuf *out, const struct node *root, unsigned depth)
{
    unsigned level = depth;
    for (const struct node *node = root; node != NULL;) {
        print_node(out, node, level);
        if (node->first != NULL) {
            node = node->first;
            level++;
            continue;
        }
        while (node != root && node->next == NULL) {
            node = node->parent;
            level--;
        }
        node = node == root ? NULL : node->next;
    }
}

/* --- symbols ------------------------------------------------------------- */

static void
print_declaration(struct strbuf *out, const struct declaration *declaration)
{
    strbuf_format(out, "    %s ",
                  declaration->is_definition ? "definition" : "declaration");
    print_place(out, declaration->file, declaration->begin, declaration->end);
    if (declaration->n_declarators > 1) {
        strbuf_format(out, " one of %u", declaration->n_declarators);
    }
    if (declaration->from_macro) {
        strbuf_add_string(out, " from a macro");
    }
    print_text(out, declaration->file, declaration->begin, declaration->end);
    strbuf_add_char(out, '\n');
}

static void
print_uses(struct strbuf *out, const struct node *const *uses, size_t n_uses)
{
    for (size_t i = 0; i < n_uses; i++) {
        strbuf_add_string(out, i == 0 ? "    used at " : ", ");
        if (uses[i]->file != NULL) {
            strbuf_format(out, "%u:%u%s%s", source_line(uses[i]->file, uses[i]->begin),
                          source_column(uses[i]->file, uses[i]->begin),
                          uses[i]->is_written ? " written" : "",
                          uses[i]->is_address_taken ? " address" : "");
        }
    }
    if (n_uses != 0) {
        strbuf_add_char(out, '\n');
    }
}

static void
print_variable(struct strbuf *out, const struct variable *variable)
{
    static const char *const storages[] = {"automatic", "static", "extern", "global"};
    strbuf_format(out, "variable %s: %s, %s%s%s\n", variable->name,
                  variable->type ? variable->type->spelling : "?",
                  storages[variable->storage], variable->owner ? ", of " : "",
                  variable->owner ? variable->owner->name : "");
    for (size_t i = 0; i < variable->n_declarations; i++) {
        print_declaration(out, &variable->declarations[i]);
    }
    for (size_t i = 0; i < variable->n_initializers; i++) {
        const struct initializer *initializer = &variable->initializers[i];
        strbuf_format(out, "    [%u] %s%s%s%s%s%s ", initializer->element,
                      initializer->record, initializer->record[0] ? "." : "",
                      initializer->path, initializer->designated ? " designated" : "",
                      initializer->from_macro ? " macro" : "",
                      initializer->is_zero ? " zero" : "");
        print_place(out, initializer->file, initializer->begin, initializer->end);
        print_text(out, initializer->file, initializer->begin, initializer->end);
        strbuf_add_char(out, '\n');
    }
    print_uses(out, variable->uses, variable->n_uses);
}

static void
print_function(struct strbuf *out, const struct function *function)
{
    strbuf_format(out, "function %s: %s%s%s%s\n", function->name,
                  function->type ? function->type->spelling : "?",
                  function->is_static ? ", static" : "",
                  function->is_inline ? ", inline" : "",
                  function->made_by ? ", made by a macro" : "");
    for (size_t i = 0; i < function->n_parameters; i++) {
        const struct variable *parameter = function->parameters[i];
        strbuf_format(out, "    parameter %s: %s\n", parameter->name,
                      parameter->type ? parameter->type->spelling : "?");
    }
    for (size_t i = 0; i < function->n_declarations; i++) {
        print_declaration(out, &function->declarations[i]);
    }
    print_uses(out, function->uses, function->n_uses);
    for (size_t i = 0; i < function->n_initials; i++) {
        print_tree(out, function->initials[i], 2);
    }
    if (function->body != NULL) {
        print_tree(out, function->body, 2);
    }
}

/* --- the whole ----------------------------------------------------------- */

static void
print_file(struct strbuf *out, const struct source_file *file)
{
    strbuf_format(out, "file %s:%s%s%s %u bytes, %zu lines, %zu tokens\n",
                  path_base(file->path), file->is_main ? " main," : "",
                  file->is_broken ? " broken," : "",
                  file->is_generated ? " generated," : "", file->size, file->n_lines,
                  file->n_tokens);
    for (size_t i = 0; i < file->n_skipped; i++) {
        strbuf_add_string(out, "    skipped ");
        print_place(out, file, file->skipped[i].begin, file->skipped[i].end);
        strbuf_add_char(out, '\n');
    }
}

static void
print_source(struct strbuf *out, const struct source *source)
{
    for (size_t i = 0; i < source->n_files; i++) {
        if (source->files[i]->is_project) {
            print_file(out, source->files[i]);
        }
    }
    for (size_t i = 0; i < source->n_problems; i++) {
        const struct source_problem *problem = &source->problems[i];
        strbuf_format(out, "problem %u:%u %s\n", problem->line, problem->column,
                      problem->message);
    }
    for (size_t i = 0; i < source->n_warnings; i++) {
        /* In each release's own words. */
        strbuf_format(out, "warning %u:%u\n", source->warnings[i].line,
                      source->warnings[i].column);
    }
    for (size_t i = 0; i < source->n_records; i++) {
        const struct record *record = source->records[i];
        strbuf_format(out, "%s %s, tag '%s' ", record->is_union ? "union" : "struct",
                      record->name, record->tag);
        print_place(out, record->file, record->begin, record->end);
        strbuf_add_string(out, record->is_plain ? "\n" : " not plain\n");
        for (size_t k = 0; k < record->n_fields; k++) {
            const struct type *type = record->fields[k].type;
            strbuf_format(out, "    %s: %s", record->fields[k].name,
                          type ? type->spelling : "?");
            if (record->fields[k].place != 0) {
                strbuf_format(out, " %u:%u",
                              source_line(record->file, record->fields[k].place),
                              source_column(record->file, record->fields[k].place));
            }
            strbuf_add_char(out, '\n');
        }
    }
    for (size_t i = 0; i < source->n_aliases; i++) {
        const struct type_alias *alias = &source->aliases[i];
        strbuf_format(out, "typedef %s: %s%s ", alias->name,
                      alias->type ? alias->type->spelling : "?",
                      alias->from_macro ? ", from a macro" : "");
        print_place(out, alias->file, alias->begin, alias->end);
        print_text(out, alias->file, alias->begin, alias->end);
        strbuf_add_char(out, '\n');
    }
    for (size_t i = 0; i < source->n_macros; i++) {
        const struct macro *macro = source->macros[i];
        strbuf_format(out, "macro %s%s ", macro->name,
                      macro->function_like ? "()" : "");
        print_place(out, macro->file, macro->begin, macro->end);
        print_text(out, macro->file, macro->body, macro->end);
        strbuf_add_char(out, '\n');
    }
    for (size_t i = 0; i < source->n_expansions; i++) {
        const struct expansion *expansion = &source->expansions[i];
        strbuf_format(out, "use of %s%s ", expansion->name,
                      expansion->macro ? "" : " (foreign)");
        print_place(out, expansion->file, expansion->begin, expansion->end);
        strbuf_add_char(out, '\n');
    }
    for (size_t i = 0; i < source->n_variables; i++) {
        print_variable(out, source->variables[i]);
    }
    for (size_t i = 0; i < source->n_functions; i++) {
        print_function(out, source->functions[i]);
    }
}

static int
inspect_csource(struct run *run, const struct inspect_options *options,
                struct error *err)
{
    struct source *source;
    struct source_request request = {
        .paths = run->operands.items + 1,
        .n_paths = run->operands.n_items - 1,
        .database = options->database,
        .python = options->python,
        .libclang = options->libclang,
        .arguments = run->after.items,
        .n_arguments = run->after.n_items,
    };
    run_limit(run, &(struct limits){0});
    if (source_read(run->arena, &request, &source, err) != 0) {
        return -1;
    }
    CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
    print_source(&text, source);
    return run_answer(run, text.text, text.size, err);
}

static int
inspect_binaries(struct run *run, struct error *err)
{
    CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
    for (size_t i = 1; i < run->operands.n_items; i++) {
        if (inspect_binary(run->arena, run->operands.items[i], &text, err) != 0) {
            return -1;
        }
    }
    return run_answer(run, text.text, text.size, err);
}

/* Returns -1 and fills ERR if the reader is not known or fails. */
static int
inspect_by(struct run *run, const struct inspect_options *options, struct error *err)
{
    const struct words *words = &run->operands;
    const char *reader = words->n_items >= 2 ? words->items[0] : "";
    if (strcmp(reader, "csource") == 0) {
        return inspect_csource(run, options, err);
    }
    if (strcmp(reader, "binary") == 0) {
        return inspect_binaries(run, err);
    }
    return error_set(err, ERROR_USAGE,
                     "expected a reader (csource or binary) and files");
}

int
cmd_inspect(const struct command *self, int argc, char **argv)
{
    struct inspect_options options = {.common = COMMON_OPTIONS_INIT};
    struct run run;
    int code = run_begin(&run, self, argc, argv, &options.common);
    if (code < 0) {
        struct error err = ERROR_INIT;
        code =
            inspect_by(&run, &options, &err) == 0 ? EXIT_CLEAN : run_fail(&run, &err);
    }
    return run_end(&run, code);
}
