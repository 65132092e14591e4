/* Remedies that need no judgement, as replacements of text.  One function a rule: it
 * returns false where the code is not plain enough (macros, conditionals in between, a
 * name that is taken), and the finding then says in words what to do. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/strbuf.h"
#include "checks/check.h"
#include "checks/expression.h"
#include "checks/heap_type.h"

enum {
    REPLACEMENTS_MOST = 64,
    INDENT_MOST = 64,
    FLAGS_SINCE = 0x030a0000, /* Py_TPFLAGS_DISALLOW_INSTANTIATION, …_IMMUTABLETYPE */
};

struct draft {
    struct check *check;
    const struct finding *finding;
    const struct source_file *file;
    struct replacement items[REPLACEMENTS_MOST];
    size_t n;
    const char *description;
};

/* --- text ----------------------------------------------------------------- */

static void
replace(struct draft *draft, uint32_t begin, uint32_t end, const char *text)
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

static const char *
text_of(const struct draft *draft, uint32_t begin, uint32_t end)
{
    return arena_copy(draft->check->arena, draft->file->text + begin, end - begin);
}

/* The white space before OFFSET in its line; "" if there is anything else. */
static const char *
indent_at(const struct draft *draft, uint32_t offset)
{
    const char *text = draft->file->text;
    uint32_t begin = offset;
    while (begin > 0 && (text[begin - 1] == ' ' || text[begin - 1] == '\t')) {
        begin--;
    }
    bool is_first = begin == 0 || text[begin - 1] == '\n';
    return is_first && offset - begin < INDENT_MOST ? text_of(draft, begin, offset)
                                                    : "";
}

static const char *
newline_of(const struct draft *draft)
{
    const char *end = strchr(draft->file->text, '\n');
    return end != NULL && end > draft->file->text && end[-1] == '\r' ? "\r\n" : "\n";
}

/* LINE, to stand before what begins at OFFSET. */
static void
insert_before(struct draft *draft, uint32_t offset, const char *line)
{
    replace(draft, offset, offset,
            arena_format(draft->check->arena, "%s%s%s", line, newline_of(draft),
                         indent_at(draft, offset)));
}

/* Remove [begin, end), with its line where that has nothing else. */
static void
remove_text(struct draft *draft, uint32_t begin, uint32_t end)
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
    replace(draft, begin, end, "");
}

/* Is [begin, end) plain text: one configuration's, without directives? */
static bool
is_plain(const struct source_file *file, uint32_t begin, uint32_t end)
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

/* --- code ----------------------------------------------------------------- */

/* The function whose name the finding stands at, if its body is plain text. */
static const struct function *
function_at(const struct draft *draft)
{
    const struct source *source = draft->check->source;
    for (size_t i = 0; i < source->n_functions; i++) {
        const struct function *function = source->functions[i];
        const struct declaration *definition = function_definition(function);
        if (function->body != NULL && function->made_by == NULL && definition != NULL
            && definition->file == draft->file
            && definition->name == draft->finding->offset
            && function->body->file == draft->file
            && is_plain(draft->file, function->body->begin, function->body->end))
        {
            return function;
        }
    }
    return NULL;
}

/* The call that the finding stands at. */
static const struct node *
call_at(const struct draft *draft)
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

/* Behind the semicolon of the statement NODE; 0 if none follows. */
static uint32_t
statement_end(const struct node *node)
{
    size_t i = source_token(node->file, node->end);
    while (i < node->file->n_tokens && node->file->tokens[i].kind == TOKEN_COMMENT) {
        i++;
    }
    return token_is(node->file, i, ";") ? node->file->tokens[i].end : 0;
}

/* Is NODE a whole statement of a block?  It may begin with a macro, or be one. */
static bool
is_statement(const struct node *node)
{
    return node->origin != ORIGIN_ARGUMENT && node->parent != NULL
           && node->parent->kind == NODE_BLOCK && statement_end(node) != 0;
}

/* Where code can be put that runs first in FUNCTION: before the first statement that
 * declares nothing.  0 if there is none. */
static uint32_t
first_statement(const struct function *function)
{
    for (const struct node *node = function->body->first; node; node = node->next) {
        if (node->kind != NODE_DECLARATIONS) {
            return node->kind == NODE_LABEL || node->kind == NODE_EMPTY ? 0
                                                                       : node->begin;
        }
    }
    return 0;
}

static bool
parameter_is(const struct function *function, size_t i, const char *name)
{
    return i < function->n_parameters
           && strcmp(function->parameters[i]->name, name) == 0;
}

/* Does the text of FUNCTION name NAME anywhere? */
static bool
uses_name(const struct draft *draft, const struct function *function, const char *name)
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

/* --- the rules ------------------------------------------------------------ */

static bool
fix_type_not_visited(struct draft *draft)
{
    const struct function *traverse = function_at(draft);
    uint32_t place = traverse ? first_statement(traverse) : 0;
    if (place == 0 || !parameter_is(traverse, 1, "visit")
        || !parameter_is(traverse, 2, "arg") || traverse->parameters[0]->name[0] == '\0')
    {
        return false;
    }
    insert_before(draft, place,
                  arena_format(draft->check->arena, "Py_VISIT(Py_TYPE(%s));",
                               traverse->parameters[0]->name));
    draft->description = "visit the type of the object";
    return true;
}

/* Does evaluating NODE twice do the same as once? */
static bool
is_without_effect(const struct node *root)
{
    for (const struct node *node = root; node; node = node_after(node, root)) {
        bool is_step = node->kind == NODE_UNARY
                       && (node->op == OP_INCREMENT || node->op == OP_DECREMENT);
        if (node->kind == NODE_CALL || node->kind == NODE_ASSIGN || is_step) {
            return false;
        }
    }
    return true;
}

/* `visit(object, arg)`, the statement of a block or of an if. */
static bool
fix_ignored_visit(struct draft *draft, const struct node *call)
{
    const struct function *within = call->within;
    const struct node *object = call_argument(call, 0), *parent = call->parent;
    if (object == NULL || parent == NULL
        || !(parent->kind == NODE_BLOCK
             || (parent->kind == NODE_IF && parent->first != call))
        || node_variable(call_argument(call, 1)) != within->parameters[2]
        || object->origin == ORIGIN_ARGUMENT || !is_without_effect(object))
    {
        return false;
    }
    replace(draft, call->begin, call->end,
            arena_format(draft->check->arena, "Py_VISIT(%s)",
                         text_of(draft, object->begin, object->end)));
    draft->description = "return what the visit answers, by Py_VISIT";
    return true;
}

static bool
fix_traverse_ignored(struct draft *draft)
{
    const struct node *call = call_at(draft);
    const struct function *within = call ? call->within : NULL;
    if (within == NULL || call->origin != ORIGIN_FILE || statement_end(call) == 0
        || !is_plain(draft->file, call->begin, call->end)
        || !parameter_is(within, 1, "visit") || !parameter_is(within, 2, "arg"))
    {
        return false;
    }
    if (node_variable(call->first) == within->parameters[1]) {
        return fix_ignored_visit(draft, call);
    }
    const struct node *statement = call;
    while (statement->parent != NULL
           && (statement->parent->kind == NODE_CAST
               || statement->parent->kind == NODE_PAREN))
    {
        statement = statement->parent;
    }
    if (!is_statement(statement) || statement->origin != ORIGIN_FILE
        || uses_name(draft, within, "result"))
    {
        return false;
    }
    const char *indent = indent_at(draft, statement->begin);
    const char *line = newline_of(draft);
    replace(draft, statement->begin, statement_end(statement),
            arena_format(draft->check->arena,
                         "{%s%s    int result = %s;%s%s    if (result != 0) {%s%s"
                         "        return result;%s%s    }%s%s}",
                         line, indent, text_of(draft, call->begin, call->end), line,
                         indent, line, indent, line, indent, line, indent));
    draft->description = "return what the call answers";
    return true;
}

/* Py_VISIT(Py_TYPE(NAME)); at token I: its last token, else 0. */
static size_t
type_visit_at(const struct source_file *file, size_t i, const char *name)
{
    const char *const words[] = {"Py_VISIT", "(", "Py_TYPE", "(", name, ")", ")", ";"};
    for (size_t k = 0; k < ARRAY_LENGTH(words); k++) {
        if (!token_is(file, i + k, words[k])) {
            return 0;
        }
    }
    return i + ARRAY_LENGTH(words) - 1;
}

static bool
fix_type_visited_twice(struct draft *draft)
{
    const struct function *traverse = function_at(draft);
    if (traverse == NULL || traverse->n_parameters == 0) {
        return false;
    }
    const struct source_file *file = draft->file;
    size_t first = 0, last = 0, n = 0;
    for (size_t i = source_token(file, traverse->body->begin);
         i < file->n_tokens && file->tokens[i].begin < traverse->body->end; i++)
    {
        size_t end = type_visit_at(file, i, traverse->parameters[0]->name);
        if (end != 0) {
            n++;
            first = i;
            last = end;
        }
    }
    if (n == 0 || function_count_type_visits(traverse, SLOT_DEPTH - 1) != 2
        || !(token_is(file, first - 1, ";") || token_is(file, first - 1, "{")
             || token_is(file, first - 1, "}")))
    {
        return false;
    }
    remove_text(draft, file->tokens[first].begin, file->tokens[last].end);
    draft->description = "leave out the second visit of the type";
    return true;
}

static bool
fix_tracked_twice(struct draft *draft)
{
    const struct node *call = call_at(draft);
    if (call == NULL || !is_statement(call) || call->origin != ORIGIN_FILE
        || !is_plain(draft->file, call->begin, statement_end(call)))
    {
        return false;
    }
    remove_text(draft, call->begin, statement_end(call));
    draft->description = "remove the call; tp_alloc has tracked the object";
    return true;
}

static bool
fix_type_not_dropped(struct draft *draft)
{
    static const char *const names[] = {"type", "tp", "heap_type"};
    const struct function *dealloc = function_at(draft);
    const struct node *call = dealloc ? function_free_call(dealloc) : NULL;
    if (call == NULL || !is_statement(call) || call->file != draft->file
        || dealloc->parameters[0]->name[0] == '\0')
    {
        return false;
    }
    /* C++ lets no jump pass a declaration with a value. */
    if (!string_ends(draft->file->path, ".c")
        && (uses_name(draft, dealloc, "goto")
            || uses_name(draft, dealloc, "Py_TRASHCAN_BEGIN")))
    {
        return false;
    }
    const char *name = NULL;
    for (size_t i = 0; i < ARRAY_LENGTH(names) && name == NULL; i++) {
        name = uses_name(draft, dealloc, names[i]) ? NULL : names[i];
    }
    if (name == NULL) {
        return false;
    }
    struct arena *arena = draft->check->arena;
    insert_before(draft, call->begin,
                  arena_format(arena, "PyTypeObject *%s = Py_TYPE(%s);", name,
                               dealloc->parameters[0]->name));
    replace(draft, statement_end(call), statement_end(call),
            arena_format(arena, "%s%sPy_DECREF(%s);", newline_of(draft),
                         indent_at(draft, call->begin), name));
    draft->description = "release the type behind the object";
    return true;
}

static bool
fix_not_untracked(struct draft *draft)
{
    const struct function *dealloc = function_at(draft);
    uint32_t place = dealloc ? first_statement(dealloc) : 0;
    if (place == 0 || dealloc->n_parameters == 0
        || dealloc->parameters[0]->name[0] == '\0')
    {
        return false;
    }
    insert_before(draft, place,
                  arena_format(draft->check->arena, "PyObject_GC_UnTrack(%s);",
                               dealloc->parameters[0]->name));
    draft->description = "untrack the object before it is taken apart";
    return true;
}

/* The entry of a slot table that VALUE stands in, if it is written out: "{name, value}". */
static const struct node *
entry_of(const struct draft *draft, const struct node *value)
{
    const struct node *entry = value;
    while (entry != NULL && entry->kind != NODE_INIT_LIST) {
        entry = entry->parent;
    }
    return entry != NULL && entry->origin == ORIGIN_FILE && entry->file == draft->file
                   && draft->file->text[entry->begin] == '{'
                   && draft->file->text[entry->end - 1] == '}'
                   && node_n_children(entry) == 2
                   && is_plain(draft->file, entry->begin, entry->end)
               ? entry
               : NULL;
}

/* Do A and B consist of the same tokens? */
static bool
is_same_text(const struct node *a, const struct node *b)
{
    size_t i = source_token(a->file, a->begin), k = source_token(b->file, b->begin);
    for (; i < a->file->n_tokens && a->file->tokens[i].begin < a->end; i++, k++) {
        char word[128];
        const struct token *token = &a->file->tokens[i];
        snprintf(word, sizeof word, "%.*s", (int)(token->end - token->begin),
                 a->file->text + token->begin);
        if (k >= b->file->n_tokens || !token_is(b->file, k, word)) {
            return false;
        }
    }
    return k >= b->file->n_tokens || b->file->tokens[k].begin >= b->end;
}

/* The comma behind an entry goes with it. */
static uint32_t
entry_end(const struct node *entry)
{
    size_t i = source_token(entry->file, entry->end);
    while (i < entry->file->n_tokens && entry->file->tokens[i].kind == TOKEN_COMMENT) {
        i++;
    }
    return token_is(entry->file, i, ",") ? entry->file->tokens[i].end : 0;
}

static bool
fix_slot_repeated(struct draft *draft)
{
    const struct extension *extension = draft->check->extension;
    for (size_t i = 0; i < extension->n_modules; i++) {
        const struct slots *slots = &extension->modules[i].slots;
        for (size_t k = 1; k < slots->n_items; k++) {
            const struct slot *slot = &slots->items[k];
            if (slot->value->begin != draft->finding->offset
                || slot->value->file != draft->file)
            {
                continue;
            }
            const struct node *entry = entry_of(draft, slot->value);
            const struct slot *first = slots_find(slots, slot->name);
            const struct node *other = first ? entry_of(draft, first->value) : NULL;
            if (entry == NULL || other == NULL || other == entry
                || !is_same_text(entry, other) || entry_end(entry) == 0)
            {
                return false;
            }
            remove_text(draft, entry->begin, entry_end(entry));
            draft->description = "leave out the entry that is there twice";
            return true;
        }
    }
    return false;
}

/* The table that FUNCTION returns and that nothing else uses; or NULL. */
static const struct variable *
returned_table(const struct function *function)
{
    const struct variable *table = NULL;
    for (const struct node *node = function->body; node;
         node = node_after(node, function->body))
    {
        if (node->kind == NODE_RETURN) {
            table = node_variable(node->first);
        }
    }
    return table != NULL && table->n_uses == 1 && table->n_declarations == 1 ? table
                                                                           : NULL;
}

/* "PySlot_FUNC(Py_mod_exec, spam_exec)" for an entry; NULL if its kind is unknown. */
static const char *
new_entry(const struct draft *draft, const struct node *entry)
{
    const struct node *id = entry->first, *value = id->next;
    const char *name = text_of(draft, id->begin, id->end);
    const struct slot_kind *kind = slot_kind_find(name);
    if (kind == NULL) {
        return NULL;
    }
    const char *macro = kind->n_parameters >= 0 ? "PySlot_FUNC" : "PySlot_DATA";
    if (strcmp(name, "Py_mod_state_size") == 0) {
        macro = "PySlot_SIZE";
        value = node_bare(value);
    }
    else if (kind->n_parameters >= 0 && node_function(value) != NULL) {
        value = node_bare(value);
    }
    return value->origin == ORIGIN_FILE || value->end > value->begin
               ? arena_format(draft->check->arena, "%s(%s, %s)", macro, name,
                              text_of(draft, value->begin, value->end))
               : NULL;
}

/* Replace the word PyModuleDef_Slot in [begin, end) by PySlot; false if it is not there
 * just once. */
static bool
rename_type(struct draft *draft, uint32_t begin, uint32_t end)
{
    size_t found = 0, n = 0;
    for (size_t i = source_token(draft->file, begin);
         i < draft->file->n_tokens && draft->file->tokens[i].begin < end; i++)
    {
        if (token_is(draft->file, i, "PyModuleDef_Slot")) {
            found = i;
            n++;
        }
    }
    if (n == 1) {
        replace(draft, draft->file->tokens[found].begin, draft->file->tokens[found].end,
                "PySlot");
    }
    return n == 1;
}

static bool
replace_entries(struct draft *draft, const struct node *list)
{
    bool has_abi = false;
    for (const struct node *entry = list->first; entry; entry = entry->next) {
        const struct node *plain = entry_of(draft, entry);
        bool is_last = entry->next == NULL;
        if (plain == NULL && !is_last) {
            return false;
        }
        const char *text = is_last ? "PySlot_END" : new_entry(draft, entry);
        if (text == NULL
            || (is_last && entry->first != NULL
                && !(entry->first->has_value && entry->first->value == 0)))
        {
            return false;
        }
        has_abi = has_abi || strstr(text, "(Py_mod_abi,") != NULL;
        if (is_last && !has_abi) {
            text = arena_format(
                draft->check->arena, "PySlot_DATA(Py_mod_abi, &abi_info),%s%s%s",
                indent_at(draft, entry->begin)[0] ? newline_of(draft) : " ",
                indent_at(draft, entry->begin), text);
        }
        replace(draft, entry->begin, entry->end, text);
    }
    return true;
}

static bool
fix_export_alpha(struct draft *draft)
{
    const struct function *export = function_at(draft);
    const struct variable *table = export ? returned_table(export) : NULL;
    const struct declaration *place = table ? variable_declaration(table) : NULL;
    const struct declaration *definition = export ? function_definition(export) : NULL;
    /* PySlot_DATA is a designated initialiser: C++ has these from C++20 on only. */
    if (place == NULL || place->file != draft->file || place->within != NULL
        || place->begin > definition->begin || !string_ends(draft->file->path, ".c")
        || place->n_declarators != 1 || table->initial == NULL
        || table->initial->kind != NODE_INIT_LIST || table->initial->first == NULL
        || !is_plain(draft->file, place->begin, definition->begin)
        || !is_plain(draft->file, definition->begin, export->body->begin))
    {
        return false;
    }
    for (size_t i = 0; i < draft->file->n_tokens; i++) {
        if (token_is(draft->file, i, "abi_info")) {
            return false;
        }
    }
    replace(draft, place->begin, place->begin,
            arena_format(draft->check->arena, "PyABIInfo_VAR(abi_info);%s%s",
                         newline_of(draft), newline_of(draft)));
    draft->description = "return PySlot entries, as the release of 3.15 reads them";
    return rename_type(draft, place->begin, table->initial->begin)
           && replace_entries(draft, table->initial)
           && rename_type(draft, definition->begin, definition->name);
}

/* Add FLAG to the flags of the type spec that the finding is about. */
static bool
add_flag(struct draft *draft, const char *flag)
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
            || !is_plain(draft->file, flags->begin, flags->end))
        {
            continue;
        }
        bool is_sum = true; /* | binds less than these */
        for (size_t k = source_token(draft->file, flags->begin);
             k < draft->file->n_tokens && draft->file->tokens[k].begin < flags->end; k++)
        {
            is_sum = is_sum && !token_is(draft->file, k, "?");
        }
        replace(draft, flags->end, flags->end,
                arena_format(draft->check->arena, " | %s", flag));
        draft->description =
            arena_format(draft->check->arena, "add %s to the flags", flag);
        return is_sum;
    }
    return false;
}

static bool
fix_instantiable(struct draft *draft)
{
    return add_flag(draft, "Py_TPFLAGS_DISALLOW_INSTANTIATION");
}

static bool
fix_mutable(struct draft *draft)
{
    return add_flag(draft, "Py_TPFLAGS_IMMUTABLETYPE");
}

/* --- all ------------------------------------------------------------------ */

static const struct {
    const char *rule;
    bool (*fix)(struct draft *draft);
} fixes[] = {
    {"change-instantiable", fix_instantiable},
    {"change-mutable", fix_mutable},
    {"gc-not-untracked", fix_not_untracked},
    {"gc-tracked-twice", fix_tracked_twice},
    {"gc-traverse-ignored", fix_traverse_ignored},
    {"gc-type-not-visited", fix_type_not_visited},
    {"gc-type-visited-twice", fix_type_visited_twice},
    {"init-export-alpha", fix_export_alpha},
    {"init-slot-repeated", fix_slot_repeated},
    {"lifetime-type-not-dropped", fix_type_not_dropped},
};

static const struct source_file *
file_at(const struct source *source, const char *path)
{
    for (size_t i = 0; i < source->n_files; i++) {
        if (string_equal(source->files[i]->path, path)) {
            return source->files[i];
        }
    }
    return NULL;
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
fixes_find(struct check *check)
{
    for (size_t i = 0; i < check->findings->n_items; i++) {
        struct finding *finding = &check->findings->items[i];
        for (size_t k = 0; k < ARRAY_LENGTH(fixes); k++) {
            struct draft draft = {.check = check, .finding = finding};
            if (strcmp(fixes[k].rule, finding->rule) != 0) {
                continue;
            }
            draft.file = file_at(check->source, finding->path);
            if (draft.file != NULL && draft.file->is_project && fixes[k].fix(&draft)
                && draft.n < REPLACEMENTS_MOST)
            {
                finding->fix = kept(&draft);
            }
        }
    }
}
