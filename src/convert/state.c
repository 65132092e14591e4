/* The state struct and what reads it: written where the first function needs it, or in
 * a header of its own when several files do; the statics' declarations go. */
#include "convert/conversion.h"

#include <string.h>

/* --- which files name the state ---------------------------------------------------- */

struct need {
    const struct source_file *file;
    uint32_t offset; /* of the first thing that names the state there */
};

struct need_list {
    struct need *items;
    size_t n_items, capacity;
};

static void
add_need(const struct conversion *c, struct need_list *list, const struct source_file *file,
         uint32_t offset)
{
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

static struct need_list
needs_of(const struct conversion *c)
{
    struct need_list list = {NULL, 0, 0};
    const struct declaration *definition = variable_declaration(c->definition);

    add_need(c, &list, definition->file, definition->begin);
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct function_plan *plan = plan_of_function(c, function);
        bool is_needy = plan->is_needy && plan->belongs;
        for (size_t k = 0; k < function->n_declarations && is_needy; k++) {
            const struct declaration *d = &function->declarations[k];
            if (d->is_definition ? names_state(c, function) || takes_state(c, function)
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
    const struct source_file *file;
    uint32_t offset;
    for (size_t i = 0; callback_place(c, i, &file, &offset); i++) {
        if (file != NULL) {
            add_need(c, &list, file, offset);
        }
    }
    return list;
}

/* --- the struct ------------------------------------------------------------------------ */

/* "name" or "name[SIZE]" as the declaration of VARIABLE has it, for FIELD. */
static const char *
field_suffix(const struct conversion *c, const struct declaration *declaration)
{
    const struct source_file *file = declaration->file;
    size_t name = token_at(file, declaration->name);
    size_t last = name;
    for (size_t i = token_after(file, name);
         i < file->n_tokens && token_is(file, i, "["); i = token_after(file, last))
    {
        last = token_closing(file, i);
        if (last >= file->n_tokens) {
            return "";
        }
    }
    return text_of(c, file, file->tokens[name].end, file->tokens[last].end);
}

/* Where the declaration begins that this declarator is part of: behind the statement
 * before it. */
static uint32_t
whole_begin(const struct declaration *declaration)
{
    const struct source_file *file = declaration->file;
    size_t i = token_at(file, declaration->begin);
    if (declaration->within == NULL) {
        return declaration->begin;
    }
    for (size_t before = token_before(file, i); before < file->n_tokens;
         before = token_before(file, i))
    {
        if (token_is(file, before, ";") || token_is(file, before, "{")
            || token_is(file, before, "}") || token_is(file, before, ":"))
        {
            break;
        }
        i = before;
    }
    return file->tokens[i].begin;
}

/* Does another variable stand in the same declaration? */
static bool
is_one_of_several(const struct declaration *declaration)
{
    const struct source_file *file = declaration->file;
    if (declaration->n_declarators > 1) {
        return true;
    }
    for (size_t i = token_at(file, whole_begin(declaration));
         i < file->n_tokens && !token_is(file, i, ";"); i = token_after(file, i))
    {
        if (token_is(file, i, "(") || token_is(file, i, "[") || token_is(file, i, "{"))
        {
            i = token_closing(file, i);
            if (i >= file->n_tokens) {
                break;
            }
        }
        else if (token_is(file, i, ",")) {
            return true;
        }
    }
    return false;
}

/* The type as the declaration of one variable writes it, without its storage; NULL
 * where it has to be spelled anew. */
static const char *
written_type(const struct conversion *c, const struct declaration *declaration)
{
    const struct source_file *file = declaration->file;
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    if (is_one_of_several(declaration)) {
        return NULL;
    }
    size_t last_star = token_at(file, declaration->begin);
    for (size_t i = last_star;
         i < file->n_tokens && file->tokens[i].begin < declaration->name; i++)
    {
        last_star = token_is(file, i, "*") ? i : last_star;
    }
    for (size_t i = token_at(file, declaration->begin);
         i < file->n_tokens && file->tokens[i].begin < declaration->name; i++)
    {
        const struct token *token = &file->tokens[i];
        if (token->directive != 0 || token_is(file, i, "(")) {
            return NULL;
        }
        if (token->kind == TOKEN_COMMENT || token_is(file, i, "static")
            || token_is(file, i, "extern")
            || (i >= last_star && token_is(file, i, "const")))
        {
            continue; /* a field is assigned */
        }
        bool is_star = token_is(file, i, "*");
        if (out.size > 0 && !(is_star && out.text[out.size - 1] == '*')) {
            strbuf_add_char(&out, ' ');
        }
        strbuf_add(&out, file->text + token->begin, token->end - token->begin);
    }
    return out.size > 0 ? arena_copy(c->arena, out.text, out.size) : NULL;
}

static const char *
field_text(struct conversion *c, const struct variable *variable)
{
    const struct variable_plan *plan = plan_of_variable(c, variable);
    const struct declaration *declaration = variable_declaration(variable);
    const char *suffix = field_suffix(c, declaration);
    if (string_starts(suffix, "[]")) {
        suffix = TEXT(c, "[%lld]%s", (long long)variable->type->n_elements, suffix + 2);
    }
    const struct type *type = type_element(variable->type);
    const char *spelling = type->spelling;

    if (plan->kind == FIELD_TYPE) {
        return TEXT(c, "PyTypeObject *%s;", plan->field);
    }
    if (strstr(spelling, "unnamed") != NULL || strstr(spelling, "anonymous") != NULL) {
        refuse(c, "state-not-converted", declaration->file, declaration->name,
               variable->name, "the type of '%s' has no name", variable->name);
        return "";
    }
    const char *written = written_type(c, declaration);
    spelling = written != NULL ? written : spelling;
    const char *star = strstr(spelling, "(*");
    if (star != NULL) {
        return TEXT(c, "%.*s%s%s%s;", (int)(star + 2 - spelling), spelling, plan->field,
                    suffix, star + 2);
    }
    bool is_pointer = spelling[strlen(spelling) - 1] == '*';
    return TEXT(c, "%s%s%s%s;", spelling, is_pointer ? "" : " ", plan->field, suffix);
}

/* The comment that stands on the declaration's line behind it, or NULL. */
static const char *
trailing_comment(const struct conversion *c, const struct declaration *declaration)
{
    const struct source_file *file = declaration->file;
    size_t i = token_at(file, after_semicolon(file, declaration->end));
    if (i >= file->n_tokens || file->tokens[i].kind != TOKEN_COMMENT
        || file->tokens[i].begin >= line_end(file, declaration->end)
        || memchr(file->text + file->tokens[i].begin, '\n',
                  file->tokens[i].end - file->tokens[i].begin)
               != NULL)
    {
        return NULL;
    }
    return token_text(c, file, i);
}

/* Where the comment above the declaration begins; the line of the declaration if
 * there is none that is its own. */
static uint32_t
comment_above(const struct declaration *declaration)
{
    const struct source_file *file = declaration->file;
    uint32_t line = line_begin(file, declaration->begin);
    uint32_t place = place_before(file, declaration->begin);
    /* What begins the file, and banners, speak of more than this variable. */
    return place == 0 || declaration->within != NULL ? line : place;
}

static void
add_comment_above(struct conversion *c, struct strbuf *out,
                  const struct declaration *declaration)
{
    const struct source_file *file = declaration->file;
    uint32_t place = comment_above(declaration);
    uint32_t end = line_begin(file, declaration->begin);
    while (place < end) {
        uint32_t next = line_end(file, place);
        uint32_t stop = next;
        while (stop > place && strchr("\r\n", file->text[stop - 1]) != NULL) {
            stop--;
        }
        strbuf_format(out, "\t%s\n", text_of(c, file, place, stop));
        place = next;
    }
}

static void
add_fields(struct conversion *c, struct strbuf *out)
{
    if (c->has_module_field) { /* the first stage needs it already */
        strbuf_format(out, "\tPyObject *%s; /* borrowed: the state is part of it */\n",
                      c->module_field);
    }
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->fields[i];
        const struct variable_plan *plan = moving(c, variable);
        if (plan == NULL) {
            continue;
        }
        const struct declaration *d = variable_declaration(variable);
        const char *comment = NULL;
        if (plan->kind != FIELD_TYPE && !is_one_of_several(d)) {
            add_comment_above(c, out, d);
            comment = trailing_comment(c, d);
        }
        strbuf_format(out, "\t%s%s%s\n", field_text(c, variable),
                      comment != NULL ? "  " : "", comment != NULL ? comment : "");
    }
}

static bool
has_fields(const struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        if (moving(c, c->source->variables[i]) != NULL) {
            return true;
        }
    }
    return c->has_module_field;
}

/* --- what reads it --------------------------------------------------------------------- */

static void
add_get(struct conversion *c, struct strbuf *out, const struct source_file *file)
{
    strbuf_format(out, "%s\treturn (%s *)PyModule_GetState(module);\n}\n\n",
                  function_head(c, file, TEXT(c, "static inline %s *", c->state_type),
                                TEXT(c, "%s(PyObject *module)", c->get)),
                  c->state_type);
}

/* WORD as the name of a local in a function that mentions the module's definition,
 * which may bear the same name. */
static const char *
local_beside_definition(struct conversion *c, const char *word)
{
    return string_equal(word, c->definition->name) ? TEXT(c, "own_%s", word) : word;
}

static void
add_by_type(struct conversion *c, struct strbuf *out, const struct source_file *file,
            const char *specifiers)
{
    const char *definition = c->definition->name;
    const char *type = local_beside_definition(c, "type");
    const char *module = local_beside_definition(c, "module");
    const char *base = local_beside_definition(c, "base");
    const char *candidate = local_beside_definition(c, "candidate");
    strbuf_add_string(
        out, function_head(c, file, TEXT(c, "%s%s *", specifiers, c->state_type),
                           TEXT(c, "%s(PyTypeObject *%s)", c->get_by_type, type)));
    bool is_old = c->options->floor < 0x030B0000;
    if (!finds_by_definition(c)) {
        add_limited_by_type(c, out, type);
        return;
    }
    if (is_old) {
        strbuf_add_string(out, "#if PY_VERSION_HEX >= 0x030B0000\n");
    }
    strbuf_format(out, "\tPyObject *%s = PyType_GetModuleByDef(%s, &%s);\n", module,
                  type, definition);
    if (is_old) {
        strbuf_format(
            out,
            "#else\n"
            "\tPyObject *%s = NULL;\n"
            "\tfor (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(%s->tp_mro); i++) {\n"
            "\t\tPyTypeObject *%s = (PyTypeObject *)PyTuple_GET_ITEM(%s->tp_mro, i);\n"
            "\t\tif (!PyType_HasFeature(%s, Py_TPFLAGS_HEAPTYPE)) {\n"
            "\t\t\tcontinue;\n"
            "\t\t}\n"
            "\t\tPyObject *%s = ((PyHeapTypeObject *)%s)->ht_module;\n"
            "\t\tif (%s != NULL && PyModule_GetDef(%s) == &%s) {\n"
            "\t\t\t%s = %s;\n"
            "\t\t\tbreak;\n"
            "\t\t}\n"
            "\t}\n"
            "#endif\n",
            module, type, base, type, base, candidate, base, candidate, candidate,
            definition, module, candidate);
    }
    strbuf_format(out, "\treturn %s != NULL ? %s(%s) : NULL;\n}\n\n", module, c->get,
                  module);
}

static void
add_by_operands(struct conversion *c, struct strbuf *out,
                const struct source_file *file)
{
    strbuf_format(
        out,
        "/* For binary slots: either operand can be the one of this module. */\n"
        "%s\t%s *%s = %s(Py_TYPE(left));\n"
        "\tif (%s == NULL) {\n"
        "\t\tPyErr_Clear();\n"
        "\t\t%s = %s(Py_TYPE(right));\n"
        "\t}\n"
        "\treturn %s;\n}\n\n",
        function_head(
            c, file, TEXT(c, "static inline %s *", c->state_type),
            TEXT(c, "%s(PyObject *left, PyObject *right)", c->get_by_operands)),
        c->state_type, c->state, c->get_by_type, c->state, c->state, c->get_by_type,
        c->state);
}

static void
add_new_type(struct conversion *c, struct strbuf *out, const struct source_file *file)
{
    bool is_old = c->options->floor < 0x030A0000;
    strbuf_add_string(out, function_head(c, file, "static inline PyTypeObject *",
                                         TEXT(c,
                                              "%s(PyObject *module, PyType_Spec *spec, "
                                              "PyTypeObject *base)",
                                              c->new_type)));
    strbuf_add_string(
        out, "\tPyObject *bases = NULL;\n"
             "\tif (base != NULL) {\n"
             "\t\tbases = PyTuple_Pack(1, (PyObject *)base);\n"
             "\t\tif (bases == NULL) {\n"
             "\t\t\treturn NULL;\n"
             "\t\t}\n"
             "\t}\n"
             "\tPyTypeObject *type =\n"
             "\t\t(PyTypeObject *)PyType_FromModuleAndSpec(module, spec, bases);\n"
             "\tPy_XDECREF(bases);\n");
    if (is_old) {
        strbuf_add_string(out, "#if PY_VERSION_HEX < 0x030A0000\n"
                               "\tif (type != NULL && (spec->flags & "
                               "Py_TPFLAGS_DISALLOW_INSTANTIATION)) {\n"
                               "\t\ttype->tp_new = NULL;\n"
                               "\t}\n"
                               "#endif\n");
    }
    if (c->has_plain_names) {
        strbuf_add_string(out,
                          "\t/* Types that had no module in their name keep it so. */\n"
                          "\tif (type != NULL && "
                          "strncmp(spec->name, \"builtins.\", 9) == 0) {\n"
                          "\t\ttype->tp_name = spec->name + 9;\n"
                          "\t}\n");
    }
    strbuf_add_string(out, "\treturn type;\n}\n\n");
}

static void
add_flags(const struct conversion *c, struct strbuf *out)
{
    if (c->moves_types && c->options->floor < 0x030A0000) {
        strbuf_add_string(out,
                          "#ifndef Py_TPFLAGS_IMMUTABLETYPE /* before Python 3.10 */\n"
                          "#define Py_TPFLAGS_IMMUTABLETYPE (1UL << 8)\n"
                          "#define Py_TPFLAGS_DISALLOW_INSTANTIATION (1UL << 7)\n"
                          "#endif\n\n");
    }
}

static void
add_readers(struct conversion *c, struct strbuf *out, const struct source_file *file)
{
    if (c->getter == NULL && (c->uses_get || c->uses_by_type)) {
        add_get(c, out, file);
    }
    if (c->type_getter != NULL) {
        /* it is there */
    }
    else if (c->uses_by_type && !c->is_header) {
        add_by_type(c, out, file, "static inline ");
    }
    else if (c->uses_by_type) {
        strbuf_format(out, "%s *%s(PyTypeObject *type);\n\n", c->state_type,
                      c->get_by_type);
    }
    if (c->uses_by_operands) {
        add_by_operands(c, out, file);
    }
    if (c->uses_new_type) {
        add_new_type(c, out, file);
    }
}

/* --- where it goes ----------------------------------------------------------------------- */

static void
add_struct(struct conversion *c, struct strbuf *out)
{
    if (c->old_state == NULL && has_fields(c)) {
        strbuf_add_string(out, "typedef struct {\n");
        add_fields(c, out);
        strbuf_format(out, "} %s;\n\n", c->state_type);
    }
}

/* New fields in the struct the module has already. */
static void
extend_struct(struct conversion *c)
{
    CLEANUP(strbuf_done) struct strbuf fields = STRBUF_INIT;
    const struct record *record = c->old_state;
    const struct source_file *file = record->file;

    if (!has_fields(c)) {
        return;
    }
    if (file == NULL || file->text[record->end - 1] != '}') {
        refuse(c, "state-not-converted", variable_declaration(c->definition)->file,
               variable_declaration(c->definition)->name, record->name,
               "the state struct is not written out in the project");
        return;
    }
    add_fields(c, &fields);
    uint32_t place = line_begin(file, record->end - 1);
    change(c, file, place, place, indented(c, file, fields.text, ""),
           "what was static belongs to each module");
}

static void
declare_definition(const struct conversion *c, struct strbuf *out, uint32_t place)
{
    const struct declaration *definition = variable_declaration(c->definition);
    if (c->uses_by_type && c->type_getter == NULL && !c->is_header
        && definition->begin >= place)
    {
        bool is_known = false;
        for (size_t i = 0; i < c->definition->n_declarations; i++) {
            const struct declaration *d = &c->definition->declarations[i];
            is_known |= d->begin < place && d->file == definition->file;
        }
        if (!is_known) {
            strbuf_format(out, "%sstruct PyModuleDef %s;\n\n",
                          c->definition->storage == STORAGE_STATIC ? "static "
                                                                   : "extern ",
                          c->definition->name);
        }
    }
}

static void
write_here(struct conversion *c, const struct need *need)
{
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    const struct source_file *file = need->file;
    uint32_t place = place_before(file, need->offset);

    carry_records(c, &out, file, place);
    add_struct(c, &out);
    add_flags(c, &out);
    declare_definition(c, &out, place);
    add_readers(c, &out, file);
    if (out.size > 0) {
        bool is_tight =
            place > 1 && file->text[place - 2] != '\n' && file->text[place - 2] != '\r';
        change(c, file, place, place,
               TEXT(c, "%s%s", is_tight ? "\n" : "", indented(c, file, out.text, "")),
               "the module state and what reads it");
    }
}

/* --- a header of its own -------------------------------------------------------------------- */

static char *
folder_of(const struct conversion *c, const char *path)
{
    return path_folder(c->arena, path);
}

/* HEADER as a file in FOLDER includes it. */
const char *
include_name(const struct conversion *c, const char *folder, const char *header)
{
    const char *from = folder, *to = header;
    if (strcmp(folder, ".") == 0) {
        return header;
    }
    /* Drop the folders that both have. */
    for (;;) {
        const char *a = strchr(from, '/'), *b = strchr(to, '/');
        size_t a_size = a != NULL ? (size_t)(a - from) : strlen(from);
        size_t b_size = b != NULL ? (size_t)(b - to) : 0;
        if (b == NULL || a_size != b_size || memcmp(from, to, a_size) != 0) {
            break;
        }
        to = b + 1;
        from += a_size + (a != NULL);
        if (*from == '\0') {
            break;
        }
    }
    CLEANUP(strbuf_done) struct strbuf name = STRBUF_INIT;
    while (*from != '\0') {
        const char *slash = strchr(from, '/');
        strbuf_add_string(&name, "../");
        from = slash != NULL ? slash + 1 : from + strlen(from);
    }
    strbuf_add_string(&name, to);
    return arena_copy(c->arena, name.text, name.size);
}

/* Behind the module's definition, for all files. */
static void
define_by_type(struct conversion *c)
{
    CLEANUP(strbuf_done) struct strbuf reader = STRBUF_INIT;
    const struct declaration *definition = variable_declaration(c->definition);
    const struct source_file *file = definition->file;
    if (!c->uses_by_type || c->type_getter != NULL) {
        return;
    }
    add_by_type(c, &reader, file, "");
    uint32_t place = after_semicolon(file, definition->end);
    const char *text = indented(c, file, reader.text, "");
    change(c, file, place, place, TEXT(c, "\n\n%.*s", (int)strlen(text) - 2, text),
           "what finds the state by a type");
}

static void
write_header(struct conversion *c, const struct need_list *needs)
{
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    const struct declaration *definition = variable_declaration(c->definition);
    const struct source_file *file = definition->file;
    const char *folder = folder_of(c, file->path);
    const char *name = TEXT(c, "%s_state.h", c->base);
    const char *path = path_join(c->arena, folder, name);
    char *guard = TEXT(c, "%s_STATE_H", c->base);

    if (file_exists(path)) {
        refuse(c, "state-not-converted", file, definition->name, c->definition->name,
               "the state needs a header of its own, but %s exists already", path);
        return;
    }
    for (char *p = guard; *p != '\0'; p++) {
        *p = (char)(*p >= 'a' && *p <= 'z' ? *p - 'a' + 'A' : *p);
    }
    strbuf_format(&out,
                  "/* The state of the module %s, and what reads it. */\n"
                  "#ifndef %s\n#define %s\n\n#include <Python.h>\n\n",
                  c->full_name, guard, guard);
    if (c->old_state != NULL && !c->old_state->file->is_main) {
        strbuf_format(&out, "#include \"%s\"\n\n",
                      include_name(c, folder, c->old_state->file->path));
    }
    size_t size = out.size;
    add_headers_of_fields(c, &out, folder);
    if (out.size > size) {
        strbuf_add_string(&out, "\n");
    }
    carry_records(c, &out, NULL, 0);
    add_struct(c, &out);
    add_flags(c, &out);
    add_readers(c, &out, file);
    strbuf_add_string(&out, "#endif\n");
    edits_add_file(&c->edits, path, indented(c, file, out.text, ""));

    for (size_t i = 0; i < needs->n_items; i++) {
        const struct need *need = &needs->items[i];
        uint32_t place = include_place(need->file, need->offset);
        if (place == UINT32_MAX) {
            place = place_before(need->file, need->offset);
        }
        change(c, need->file, place, place,
               TEXT(c, "#include \"%s\"\n",
                    include_name(c, folder_of(c, need->file->path), path)),
               "the module state");
    }
    define_by_type(c);
}

/* Does FILE include the header at PATH? */
static bool
includes(const struct conversion *c, const struct source_file *file, const char *path)
{
    const char *name = path_base(path);
    for (size_t i = 0; i < file->n_tokens; i++) {
        if (file->tokens[i].directive != 0 && token_is(file, i, "include")
            && strstr(text_of(c, file, file->tokens[i].begin,
                              line_end(file, file->tokens[i].begin)),
                      name)
                   != NULL)
        {
            return true;
        }
    }
    return false;
}

/* The module has a state and a function that gives it: what is new goes around that
 * function, and into files that do not know it yet. */
static void
write_around_getter(struct conversion *c, const struct need_list *needs)
{
    CLEANUP(strbuf_done) struct strbuf carried = STRBUF_INIT;
    CLEANUP(strbuf_done) struct strbuf before = STRBUF_INIT;
    CLEANUP(strbuf_done) struct strbuf behind = STRBUF_INIT;
    const struct declaration *getter = function_definition(c->getter);
    const struct source_file *file = getter->file;
    uint32_t place = place_before(file, getter->begin);
    uint32_t end = line_end(file, getter->end);
    bool is_header = !file->is_main;

    for (size_t i = 0; i < needs->n_items; i++) {
        const struct need *need = &needs->items[i];
        if (need->file == file) {
            continue;
        }
        if (!is_header) {
            refuse(c, "state-not-converted", need->file, need->offset,
                   c->old_state->name,
                   "the state struct '%s' would have to be known to several files",
                   c->old_state->name);
            return;
        }
        if (!includes(c, need->file, file->path)) {
            uint32_t at = include_place(need->file, need->offset);
            at = at != UINT32_MAX ? at : place_before(need->file, need->offset);
            change(c, need->file, at, at,
                   TEXT(c, "#include \"%s\"\n",
                        include_name(c, folder_of(c, need->file->path), file->path)),
                   "the module state");
        }
    }
    c->is_header = is_header;
    uint32_t state = place_before(file, c->old_state->begin);
    carry_records(c, &carried, is_header ? NULL : file, state);
    if (c->old_state->file == file && carried.size > 0) {
        change(c, file, state, state, indented(c, file, carried.text, ""),
               "the module state needs it");
    }
    add_flags(c, &before);
    declare_definition(c, &before, place);
    change(c, file, place, place, indented(c, file, before.text, ""),
           "what reads the state");
    add_readers(c, &behind, file);
    if (end < file->size && strchr("\r\n", file->text[end]) != NULL) {
        end = line_end(file, end);
    }
    change(c, file, end, end, indented(c, file, behind.text, ""),
           "what reads the state");
    if (is_header) {
        define_by_type(c);
    }
}

/* --- the declarations go --------------------------------------------------------------------- */

static bool
is_moving_name(const struct conversion *c, const struct source_file *file,
               uint32_t offset)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        const struct variable_plan *plan = plan_of_variable(c, variable);
        for (size_t k = 0; k < variable->n_declarations; k++) {
            const struct declaration *d = &variable->declarations[k];
            if (d->file == file && d->name == offset) {
                return plan->kind != FIELD_NONE;
            }
        }
    }
    return false;
}

/* Write a declaration of several names again with those that stay. */
static void
thin_out(struct conversion *c, const struct declaration *declaration)
{
    const struct source_file *file = declaration->file;
    CLEANUP(strbuf_done) struct strbuf kept = STRBUF_INIT;
    uint32_t whole = whole_begin(declaration);
    size_t first = token_at(file, whole);
    size_t i = first, begin = 0;
    bool stays = true, has_any = false;
    size_t specifiers_end = 0;

    /* Specifiers end where the first declarator's stars, or its name, begin. */
    for (; i < file->n_tokens; i = token_after(file, i)) {
        size_t next = token_after(file, i);
        if (token_is(file, next, "*") || token_is(file, next, ",")
            || token_is(file, next, "=") || token_is(file, next, ";")
            || token_is(file, next, "["))
        {
            specifiers_end = token_is(file, next, "*") ? next : i;
            break;
        }
    }
    begin = specifiers_end;
    for (i = begin; i < file->n_tokens; i = token_after(file, i)) {
        if (token_is(file, i, "(") || token_is(file, i, "[") || token_is(file, i, "{"))
        {
            i = token_closing(file, i);
            continue;
        }
        if (file->tokens[i].kind == TOKEN_IDENTIFIER
            && is_moving_name(c, file, file->tokens[i].begin))
        {
            stays = false;
        }
        if (!token_is(file, i, ",") && !token_is(file, i, ";")) {
            continue;
        }
        if (stays) {
            strbuf_format(&kept, "%s%s", has_any ? ", " : "",
                          text_of(c, file, file->tokens[begin].begin,
                                  file->tokens[token_before(file, i)].end));
            has_any = true;
        }
        stays = true;
        if (token_is(file, i, ";")) {
            break;
        }
        begin = token_after(file, i);
    }
    if (i >= file->n_tokens) {
        return;
    }
    if (!has_any) {
        remove_text(c, file, whole, file->tokens[i].end, "it belongs to each module");
        return;
    }
    change_cover(c, file, file->tokens[specifiers_end].begin, file->tokens[i].begin,
                 kept.text, "the others belong to each module");
}

static void
remove_declarations(struct conversion *c, const struct variable *variable)
{
    const struct variable_plan *plan = plan_of_variable(c, variable);
    const struct declaration *main_one = variable_declaration(variable);

    for (size_t i = 0; i < variable->n_declarations; i++) {
        const struct declaration *d = &variable->declarations[i];
        uint32_t end = after_semicolon(d->file, d->end);
        if (plan->kind == FIELD_TYPE && d == main_one && !plan->is_sequence) {
            continue; /* types.c */
        }
        if (plan->kind == FIELD_TYPE && variable->storage == STORAGE_GLOBAL
            && !plan->is_sequence && !is_one_of_several(d))
        {
            change_cover(c, d->file, d->begin, d->end,
                         TEXT(c, "extern PyType_Spec %s_spec", variable->name),
                         "the type is made for each module");
        }
        else if (is_one_of_several(d)) {
            thin_out(c, d);
        }
        else {
            bool has_own_comment = d == main_one && plan->kind != FIELD_TYPE;
            uint32_t begin = has_own_comment ? comment_above(d) : d->begin;
            if (begin < line_begin(d->file, d->begin)) {
                /* The comment moved with its variable. */
                remove_text(c, d->file, begin, end, "it belongs to each module");
            }
            else {
                remove_text(c, d->file, d->begin, end, "it belongs to each module");
            }
        }
    }
}

static bool
use_is_edited(const struct conversion *c, const struct node *use)
{
    for (size_t i = 0; i < c->edits.n_items; i++) {
        const struct edit *edit = &c->edits.items[i];
        if (edit->file == use->file && edit->covers && edit->begin <= use->begin
            && edit->end >= use->end)
        {
            return true;
        }
    }
    return false;
}

/* Tables whose fields are slots now, and that nothing else names. */
static void
remove_sub_table(struct conversion *c, const struct variable *table)
{
    for (size_t i = 0; i < table->n_uses; i++) {
        if (!use_is_edited(c, table->uses[i])) {
            return;
        }
    }
    for (size_t i = 0; i < table->n_declarations; i++) {
        const struct declaration *d = &table->declarations[i];
        if (is_one_of_several(d) || d->from_macro) {
            return;
        }
        remove_text(c, d->file, d->begin, after_semicolon(d->file, d->end),
                    "its fields are slots");
    }
}

/* --- branches that are empty now ------------------------------------------------------------- */

static bool
is_removed(const struct conversion *c, const struct source_file *file, size_t i)
{
    const struct token *token = &file->tokens[i];
    for (size_t k = 0; k < c->edits.n_items; k++) {
        const struct edit *edit = &c->edits.items[k];
        if (edit->file == file && edit->covers && *edit->text == '\0'
            && edit->begin <= token->begin && edit->end >= token->end)
        {
            return true;
        }
    }
    return false;
}

/* If all that stood between the #if at token I and its #endif was removed, so are
 * they. */
static void
remove_if_empty(struct conversion *c, const struct source_file *file, size_t i)
{
    uint32_t opens = file->tokens[i].directive;
    bool has_removed = false;
    size_t k = i;
    while (k < file->n_tokens && file->tokens[k].directive == opens) {
        k++;
    }
    for (; k < file->n_tokens && file->tokens[k].directive == 0; k++) {
        if (!is_removed(c, file, k)) {
            return;
        }
        has_removed = true;
    }
    if (!has_removed || k + 1 >= file->n_tokens || !token_is(file, k, "#")
        || !token_is(file, k + 1, "endif"))
    {
        return;
    }
    change_cover(c, file, line_begin(file, file->tokens[i].begin),
                 line_end(file, file->tokens[k].begin), "", "nothing is left in it");
}

static void
remove_empty_branches(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_files; i++) {
        const struct source_file *file = c->source->files[i];
        bool is_changed = false;
        for (size_t k = 0; k < c->edits.n_items && !is_changed; k++) {
            is_changed = c->edits.items[k].file == file;
        }
        for (size_t k = 0; is_changed && k + 1 < file->n_tokens; k++) {
            if (file->tokens[k].directive != 0 && token_is(file, k, "#")
                && string_starts(file->text + file->tokens[k + 1].begin, "if"))
            {
                remove_if_empty(c, file, k);
            }
        }
    }
}

/* --- macros that only static types used --------------------------------------------------------- */

static bool
mention_is_removed(const struct conversion *c, const struct mention *mention)
{
    const struct token *token = &mention->file->tokens[mention->token];
    for (size_t i = 0; i < c->edits.n_items; i++) {
        const struct edit *edit = &c->edits.items[i];
        if (edit->file == mention->file && edit->covers && edit->begin <= token->begin
            && edit->end >= token->end)
        {
            return true;
        }
    }
    return false;
}

/* Does the macro's body give fields of a type? */
static bool
macro_fills_types(const struct macro *macro)
{
    const struct source_file *file = macro->file;
    for (size_t i = token_at(file, macro->body);
         i + 1 < file->n_tokens && file->tokens[i].begin < macro->end; i++)
    {
        if (token_is(file, i, ".")
            && string_starts(file->text + file->tokens[i + 1].begin, "tp_"))
        {
            return true;
        }
    }
    return false;
}

static void
remove_idle_macros(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_macros; i++) {
        const struct macro *macro = c->source->macros[i];
        bool is_mentioned = false, is_used = false;
        for (size_t k = 0; k < c->n_mentions && !is_used; k++) {
            if (c->mentions[k].macro == macro) {
                is_mentioned = true;
                is_used = !mention_is_removed(c, &c->mentions[k]);
            }
        }
        if (is_mentioned && !is_used && macro_fills_types(macro)) {
            change_cover(c, macro->file, line_begin(macro->file, macro->begin),
                         line_end(macro->file, macro->end), "",
                         "the static types that used it are gone");
        }
    }
}

void
edit_state(struct conversion *c)
{
    /* Where it will be wanted in the end, it stands from the beginning. */
    struct need_list needs = needs_of(c->whole != NULL ? c->whole : c);
    struct need_list own = needs_of(c);
    bool is_read = c->uses_get || c->uses_by_type || c->uses_new_type;

    if (c->old_state != NULL) {
        extend_struct(c);
    }
    c->is_header = needs.n_items > 1;
    if ((has_fields(c) || is_read) && needs.n_items > 0) {
        if (c->getter != NULL) {
            write_around_getter(c, &own);
        }
        else if (!c->is_header) {
            write_here(c, &needs.items[0]);
        }
        else {
            write_header(c, &own);
        }
    }
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        if (moving(c, variable) != NULL) {
            remove_declarations(c, variable);
        }
        else if (plan_of_variable(c, variable)->is_sub_table) {
            remove_sub_table(c, variable);
        }
    }
    remove_empty_branches(c);
    remove_idle_macros(c);
}
