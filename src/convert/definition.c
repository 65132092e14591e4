/* The PyModuleDef gets its state's size, slots and hooks; the slots say what the module
 * supports. */
#include "convert/state.h"

#include <string.h>

/* --- what the hooks visit -------------------------------------------------------- */

/* Append lines that apply MACRO to every object that PATH, of TYPE, holds. */
static void
add_lines(const struct conversion *c, struct strbuf *out, const char *macro,
          const struct type *type, const char *path, const char *tabs, unsigned depth)
{
    enum { MAX_NESTING = 4 };
    if (depth > MAX_NESTING) {
        return;
    }
    if (type->kind == TYPE_ARRAY && type_holds_object(type)) {
        const char *index = TEXT(c, "%c", (int)('i' + depth));
        const char *length = TEXT(
            c, c->is_plus ? "sizeof(%s) / sizeof(*%s)" : "Py_ARRAY_LENGTH(%s)", path,
            path);
        strbuf_format(out, "%sfor (size_t %s = 0; %s < %s; %s++) {\n", tabs, index,
                      index, length, index);
        add_lines(c, out, macro, type->target, TEXT(c, "%s[%s]", path, index),
                  TEXT(c, "%s\t", tabs), depth + 1);
        strbuf_format(out, "%s}\n", tabs);
        return;
    }
    if (type_is_object_pointer(type)) {
        strbuf_format(out, "%s%s(%s);\n", tabs, macro, path);
        return;
    }
    if (type->kind == TYPE_RECORD && type->record != NULL && type_holds_object(type)
        && !type->record->is_union)
    {
        for (size_t i = 0; i < type->record->n_fields; i++) {
            const struct field *field = &type->record->fields[i];
            add_lines(c, out, macro, field->type, TEXT(c, "%s.%s", path, field->name),
                      tabs, depth + 1);
        }
    }
}

static void
add_hook_lines(const struct conversion *c, struct strbuf *out, const char *macro,
               const char *state)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->fields[i];
        const struct variable_plan *plan = moving(c, variable);
        if (plan == NULL || plan->kind == FIELD_DATA) {
            continue;
        }
        const char *path = TEXT(c, "%s->%s", state, plan->field);
        if (plan->kind == FIELD_TYPE) {
            strbuf_format(out, "\t%s(%s);\n", macro, path);
        }
        else if (plan->is_free_list) {
            if (strcmp(macro, "Py_CLEAR") == 0) {
                add_drain(c, out, state, plan);
            }
        }
        else if (plan->kind == FIELD_VECTOR) {
            add_vector_lines(c, out, macro, state, plan);
        }
        else {
            add_lines(c, out, macro, variable->type, path, "\t", 0);
        }
    }
}

static bool
holds_objects(const struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable_plan *plan = moving(c, c->source->variables[i]);
        if (plan != NULL && plan->kind != FIELD_DATA) {
            return true;
        }
    }
    return false;
}

/* --- hooks ------------------------------------------------------------------------- */

static const struct function *
hook_function(const struct conversion *c, const char *field)
{
    const struct initializer *item = variable_initializer(c->definition, field);
    const struct node *referent =
        item != NULL && !item->is_zero ? node_referent(item->value) : NULL;
    return referent != NULL ? referent->function : NULL;
}

/* New lines at the end of a hook the module already has, before its last return. */
static void
extend_hook(struct conversion *c, const struct function *hook, const char *macro)
{
    CLEANUP(strbuf_done) struct strbuf lines = STRBUF_INIT;
    const struct node *last = hook->body != NULL ? hook->body->first : NULL;

    while (last != NULL && last->next != NULL) {
        last = last->next;
    }
    if (last == NULL || last->kind != NODE_RETURN || last->origin != ORIGIN_FILE) {
        const struct declaration *place = function_definition(hook);
        if (place != NULL) {
            refuse(c, "state-not-converted", place->file, place->name, hook->name,
                   "'%s' does not end with a return, so that it cannot be extended",
                   hook->name);
        }
        return;
    }
    const char *state = TEXT(c, "%s(%s)", c->get, hook->parameters[0]->name);
    if (own_state(c, hook) != NULL) {
        state = c->state;
    }
    else {
        c->uses_get = true;
    }
    add_hook_lines(c, &lines, macro, state);
    uint32_t place = line_begin(last->file, last->begin);
    change(c, last->file, place, place, indented(c, last->file, lines.text, ""),
           "objects that moved into the state");
}

/* The module's own m_free frees, last of all, the arrays and resources that moved. */
static void
extend_release(struct conversion *c, const struct function *release)
{
    CLEANUP(strbuf_done) struct strbuf frees = STRBUF_INIT;
    const struct node *last = release->body != NULL ? release->body->first : NULL;
    while (last != NULL && last->next != NULL) {
        last = last->next;
    }
    if (!has_vectors(c) && !has_resources(c)) {
        return;
    }
    if (last == NULL || last->kind == NODE_RETURN) {
        const struct declaration *place = function_definition(release);
        refuse(c, "state-not-converted", place->file, place->name, release->name,
               "'%s' is empty or ends with a return, so that it cannot be extended",
               release->name);
        return;
    }
    const char *state = c->state;
    if (own_state(c, release) == NULL) {
        c->uses_get = true;
        state = TEXT(c, "%s((PyObject *)%s)", c->get,
                     parameter_name(c, release, 0, "module"));
        uint32_t first = line_end(release->body->file, release->body->begin);
        if (first <= release->body->first->begin) {
            change(c, release->body->file, first, first,
                   indented(c, release->body->file,
                            TEXT(c, "\t%s *%s = %s;\n", c->state_type, c->state, state),
                            ""),
                   "what moved into the state");
            state = c->state;
        }
    }
    add_vector_frees(c, &frees, state);
    add_resource_releases(c, &frees, state);
    const struct source_file *file = release->body->file;
    uint32_t place = line_begin(file, release->body->end - 1);
    change(c, file, place, place, indented(c, file, frees.text, ""),
           "what moved into the state");
}

static void
add_hook(struct conversion *c, struct strbuf *out, const struct source_file *file,
         const char *result, const char *declarator, const char *macro)
{
    CLEANUP(strbuf_done) struct strbuf body = STRBUF_INIT;
    strbuf_add_string(&body, function_head(c, file, result, declarator));
    strbuf_format(&body, "\t%s *%s = %s(module);\n", c->state_type, c->state, c->get);
    add_hook_lines(c, &body, macro, c->state);
    strbuf_add_string(&body, "\treturn 0;\n}\n\n");
    strbuf_add_string(out, indented(c, file, body.text, ""));
}

/* --- the definition's fields ---------------------------------------------------------- */

/* Give FIELD its VALUE where the initialiser has a place for it; else append it to
 * REST as a designated initialiser. */
static void
set_field(struct conversion *c, struct strbuf *rest, const char *field,
          const char *value)
{
    const struct initializer *item = variable_initializer(c->definition, field);
    if (item == NULL) {
        strbuf_format(rest, "\t.%s = %s,\n", field, value);
        return;
    }
    change_cover(c, item->file, item->begin, item->end, value,
                 "the module's definition");
    /* m_slots took the place of m_reload; so does the word in the comment. */
    if (strcmp(field, "m_slots") == 0) {
        size_t comma = token_at(item->file, item->end);
        size_t note = comma + 1;
        if (token_is(item->file, comma, "}")) {
            return;
        }
        if (note < item->file->n_tokens
            && item->file->tokens[note].kind == TOKEN_COMMENT)
        {
            uint32_t begin = item->file->tokens[note].begin;
            const char *text =
                text_of(c, item->file, begin, item->file->tokens[note].end);
            const char *word = strstr(text, "m_reload");
            if (word != NULL) {
                begin += (uint32_t)(word - text);
                change(c, item->file, begin, begin + (uint32_t)strlen("m_reload"),
                       "m_slots", "the field's name today");
            }
        }
    }
}

/* The fields of REST, lines of `.field = value,`, by their places behind the last one
 * that the definition has: C++ knows no designated initialisers before C++20. */
static const char *
positional(const struct conversion *c, const char *rest)
{
    static const char *const fields[] = {"m_base",     "m_name",  "m_doc",
                                         "m_size",     "m_methods", "m_slots",
                                         "m_traverse", "m_clear", "m_free"};
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    size_t n_given = 0, n_wanted = 0;
    for (size_t i = 0; i < ARRAY_LENGTH(fields); i++) {
        if (variable_initializer(c->definition, fields[i]) != NULL) {
            n_given = i + 1;
        }
        if (strstr(rest, TEXT(c, "\t.%s = ", fields[i])) != NULL) {
            n_wanted = i + 1;
        }
    }
    for (size_t i = n_given > 0 ? n_given : 1; i < n_wanted; i++) {
        const char *name = TEXT(c, "\t.%s = ", fields[i]);
        const char *line = strstr(rest, name);
        const char *value = line != NULL ? line + strlen(name) : "NULL,\n";
        strbuf_format(&out, "\t%.*s\n", (int)strcspn(value, "\n"), value);
    }
    return arena_copy(c->arena, out.size > 0 ? out.text : "", out.size);
}

static bool
is_designated(const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_initializers; i++) {
        if (variable->initializers[i].designated) {
            return true;
        }
    }
    return false;
}

/* The lines of REST, ".field = value," each.  Where all fields but the last, m_free,
 * have a place of their own without a name, it goes behind them as they are. */
static const char *
items_of(const struct conversion *c, const struct strbuf *rest)
{
    static const char name[] = "\t.m_free = ";
    const struct initializer *last = variable_initializer(c->definition, "m_clear");
    bool is_plain =
        last != NULL && !last->designated && string_starts(rest->text, name);
    return is_plain ? TEXT(c, "\t%s", rest->text + strlen(name)) : rest->text;
}

/* What stands in front of the tab of each new line: with it, they are as far in as the
 * last item's line, if that is not the one of the brace. */
static const char *
fields_indent(const struct conversion *c, const struct source_file *file, size_t open,
              size_t close)
{
    uint32_t last = file->tokens[token_before(file, close)].begin;
    const char *unit = style_of(c, file)->indent;
    if (line_begin(file, last) > file->tokens[open].begin) {
        const char *indent = indent_at(c, file, last);
        if (string_ends(indent, unit)) {
            return TEXT(c, "%.*s", (int)(strlen(indent) - strlen(unit)), indent);
        }
    }
    return indent_at(c, file, file->tokens[close].begin);
}

/* Append the lines REST to the initialiser, behind its last item. */
static void
append_fields(struct conversion *c, const struct strbuf *rest)
{
    const struct node *list = c->definition->initial;
    if (rest->size == 0) {
        return;
    }
    if (list == NULL || list->origin != ORIGIN_FILE || list->kind != NODE_INIT_LIST) {
        const struct declaration *place = variable_declaration(c->definition);
        refuse(c, "init-not-converted", place->file, place->name, c->definition->name,
               "the module's definition is made by a macro");
        return;
    }
    const struct source_file *file = list->file;
    size_t open = token_at(file, list->begin);
    size_t close = token_closing(file, open);
    if (!token_is(file, open, "{") || close >= file->n_tokens) {
        return;
    }
    size_t last = token_before(file, close);
    bool has_comma = token_is(file, last, ",");
    const char *fields = c->is_plus && !is_designated(c->definition)
                             ? positional(c, rest->text)
                             : items_of(c, rest);
    const char *lines = indented(c, file, fields, fields_indent(c, file, open, close));
    uint32_t place = line_begin(file, file->tokens[close].begin);
    if (!has_comma) {
        change(c, file, file->tokens[last].end, file->tokens[last].end, ",",
               "the module's definition");
    }
    if (place > file->tokens[last].end) {
        change(c, file, place, place, lines, "the module's definition");
    }
    else {
        change(c, file, file->tokens[close].begin, file->tokens[close].begin,
               TEXT(c, "\n%s", lines), "the module's definition");
    }
}

/* --- slots ------------------------------------------------------------------------------ */

static const char *
exec_name(const struct conversion *c)
{
    return c->entry == c->setup ? TEXT(c, "%s_exec", c->base) : c->setup->name;
}

/* Stands above the slot of a module whose statics are still to move. */
static const char later[] =
    "/* What is static here is shared by all interpreters. */";

const char *
interpreters_value(const struct conversion *c)
{
    return c->is_once ? "Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED"
           : c->not_isolated != NULL ? "Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED"
                                     : "Py_MOD_PER_INTERPRETER_GIL_SUPPORTED";
}

static const char *
interpreters_slot(const struct conversion *c)
{
    bool is_later = c->is_once;
    if (c->options->abi3 != 0 || c->options->floor >= 0x030C0000) {
        return slots_are_late(c) && c->options->abi3 < 0x030C0000
                   ? ""
                   : TEXT(c, "%s%s%s\t{Py_mod_multiple_interpreters, %s},\n",
                          is_later ? "\t" : "", is_later ? later : "",
                          is_later ? "\n" : "", interpreters_value(c));
    }
    /* An extension for the limited API of an older Python is built with newer headers
     * that hide the slot, or (3.15) its value only; so that itself is asked for. */
    return TEXT(c,
                "#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED\n%s%s%s"
                "\t{Py_mod_multiple_interpreters, %s},\n#endif\n",
                is_later ? "\t" : "", is_later ? later : "", is_later ? "\n" : "",
                interpreters_value(c));
}

/* RELEASE: the function that m_free is to call, or NULL. */
static void
add_slots(struct conversion *c, struct strbuf *out, const struct source_file *file,
          const char *release)
{
    CLEANUP(strbuf_done) struct strbuf table = STRBUF_INIT;
    const struct declaration *exec = function_definition(c->setup);
    const struct declaration *definition = variable_declaration(c->definition);
    bool is_known = false;

    for (size_t i = 0; i < c->setup->n_declarations && c->entry != c->setup; i++) {
        const struct declaration *d = &c->setup->declarations[i];
        /* A definition that stands inside of it is moved in front of it. */
        uint32_t limit =
            definition->within == c->setup ? exec->begin : definition->begin;
        is_known |= d->file != exec->file || d->name < limit;
    }
    if (c->has_exec && !is_known
        && (exec->name > definition->begin || definition->within != NULL))
    {
        strbuf_format(&table, "static int %s(PyObject *%s);\n\n", exec_name(c),
                      c->module);
    }
    if (c->is_once) {
        add_guard(c, &table, c->has_exec ? exec_name(c) : NULL, release);
    }
    if (replaces_definition(c)) {
        strbuf_add_string(out, indented(c, file, table.text, ""));
        return;
    }
    if (slots_are_late(c)) {
        add_late_slots(c, &table, interpreters_value(c));
    }
    strbuf_format(&table, "static PyModuleDef_Slot %s_slots[] = {\n", c->base);
    if (c->is_once || c->has_exec) {
        strbuf_format(&table, "\t{Py_mod_exec, %s%s},\n", slot_cast(c),
                      c->is_once ? guard_exec_name(c) : exec_name(c));
    }
    strbuf_add_string(&table, interpreters_slot(c));
    if ((c->options->abi3 >= 0x030D0000
         || (c->options->abi3 == 0 && c->options->floor >= 0x030D0000))
        && c->gil_slot != NULL)
    {
        strbuf_format(&table, "\t{Py_mod_gil, %s},\n", c->gil_slot);
    }
    else if (slots_are_late(c)) {
        strbuf_format(&table, "\t{0, NULL},\n%s",
                      c->gil_slot != NULL && c->options->abi3 < 0x030C0000
                          ? "\t{0, NULL},\n"
                          : "");
    }
    else if (c->gil_slot != NULL) {
        strbuf_format(&table, "#ifdef %s\n\t{Py_mod_gil, %s},\n#endif\n",
                      c->gil_slot, c->gil_slot);
    }
    strbuf_add_string(&table, "\t{0, NULL},\n};\n\n");
    strbuf_add_string(out, indented(c, file, table.text, ""));
}

/* The slot table that a module in multi-phase initialisation has already, or NULL. */
static const struct variable *
slot_table(const struct conversion *c)
{
    const struct initializer *slots = variable_initializer(c->definition, "m_slots");
    const struct node *table = slots != NULL ? node_referent(slots->value) : NULL;
    return c->is_multi_phase && table != NULL && table->kind == NODE_NAME
               ? table->variable
               : NULL;
}

/* The line of the slot that holds NAME goes, or NAME becomes TO. */
static void
edit_exec_slot(struct conversion *c, const struct declaration *table, const char *name,
               const char *to)
{
    const struct source_file *file = table->file;
    for (size_t i = token_at(file, table->name);
         i < file->n_tokens && file->tokens[i].begin < table->end; i++)
    {
        if (!token_is(file, i, name)) {
            continue;
        }
        if (to != NULL) {
            change(c, file, file->tokens[i].begin, file->tokens[i].end, to,
                   "what is executed");
            return;
        }
        uint32_t begin = line_begin(file, file->tokens[i].begin);
        change_cover(c, file, begin, line_end(file, begin), "",
                     "nothing is left to execute");
        return;
    }
}

/* Around and instead of the exec function stands the opt-out; or it stood there. */
static void
edit_guarded_slot(struct conversion *c, const struct declaration *table)
{
    if (c->is_once && c->guard.exec == NULL && c->setup != NULL) {
        edit_exec_slot(c, table, c->setup->name, guard_exec_name(c));
    }
    else if (!c->is_once && c->guard.exec != NULL && c->guard.question == NULL) {
        edit_exec_slot(c, table, c->guard.exec->name,
                       c->setup != NULL ? c->setup->name : NULL);
    }
}

/* Its claim: added where there is none, and raised where an opt-out has lost its
 * reason.  What the author declared stays otherwise. */
static void
edit_slot_table(struct conversion *c, const struct variable *table)
{
    const struct declaration *d = variable_declaration(table);
    const struct source_file *file = d->file;
    size_t last_brace = file->n_tokens, claim = file->n_tokens, note = file->n_tokens;

    edit_guarded_slot(c, d);
    for (size_t i = token_at(file, d->name);
         i < file->n_tokens && file->tokens[i].begin < d->end; i++)
    {
        if (token_is(file, i, "{")) {
            last_brace = i;
        }
        else if (file->tokens[i].directive == 0
                 && token_is(file, i, "Py_mod_multiple_interpreters"))
        {
            claim = i;
        }
        else if (file->tokens[i].kind == TOKEN_COMMENT
                 && strcmp(token_text(c, file, i), later) == 0)
        {
            note = i;
        }
    }
    if (claim == file->n_tokens && slots_are_late(c)) {
        edit_late_slots(c, interpreters_value(c));
        return;
    }
    if (claim == file->n_tokens && last_brace < file->n_tokens) {
        uint32_t place = line_begin(file, file->tokens[last_brace].begin);
        if (place > d->name) {
            change(c, file, place, place, indented(c, file, interpreters_slot(c), ""),
                   "what the module supports");
        }
        return;
    }
    size_t value = token_after(file, token_after(file, claim));
    if (c->is_once
        || !token_is(file, value, "Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED"))
    {
        return;
    }
    if (note < file->n_tokens) {
        change_cover(c, file, line_begin(file, file->tokens[note].begin),
                     line_end(file, file->tokens[note].begin), "", "the statics moved");
    }
    change(c, file, file->tokens[value].begin, file->tokens[value].end,
           interpreters_value(c), "the statics moved");
}

/* Where the hooks go: above the definition, its slot table and the declaration of the
 * exec function. */
static uint32_t
hooks_place(const struct conversion *c, const struct variable *table)
{
    const struct declaration *definition = variable_declaration(c->definition);
    const struct source_file *file = definition->file;
    uint32_t place = place_before(file, definition->begin);
    const struct declaration *slots =
        table != NULL ? variable_declaration(table) : NULL;

    if (slots == NULL || slots->file != file || slots->begin > place) {
        return place;
    }
    place = place_before(file, slots->begin);
    if (c->guard.exec != NULL && c->guard.file == file && c->guard.begin < place) {
        place = c->guard.begin;
    }
    for (size_t i = 0; c->setup != NULL && i < c->setup->n_declarations; i++) {
        const struct declaration *d = &c->setup->declarations[i];
        size_t next = token_after(file, token_at(file, d->end));
        if (!d->is_definition && d->file == file && d->begin < place
            && next < file->n_tokens && file->tokens[next].begin >= place
            && file->tokens[next].begin <= slots->begin && d->end < place)
        {
            return place_before(file, d->begin);
        }
    }
    return place;
}

uint32_t
definition_need(const struct conversion *c)
{
    const struct declaration *definition = variable_declaration(c->definition);
    bool has_new_hooks =
        (holds_objects(c)
         && (hook_function(c, "m_traverse") == NULL
             || hook_function(c, "m_clear") == NULL))
        || (has_resources(c) && hook_function(c, "m_free") == NULL);
    return has_new_hooks && definition->within == NULL
               ? hooks_place(c, slot_table(c))
               : definition->begin;
}

/* A definition inside of the function that made the module goes in front of it, as
 * more than that function names it now.  Returns where OUT is to be put. */
static uint32_t
move_out(struct conversion *c, const struct declaration *place, struct strbuf *out)
{
    const struct source_file *file = place->file;
    uint32_t end = after_semicolon(file, place->end);
    const char *indent = indent_at(c, file, place->begin);
    size_t width = strlen(indent);

    for (const char *line = rendered(c, file, place->begin, end); *line != '\0';) {
        const char *newline = strchr(line, '\n');
        size_t size = newline != NULL ? (size_t)(newline - line) + 1 : strlen(line);
        size_t skipped = size > width && strncmp(line, indent, width) == 0 ? width : 0;
        strbuf_add(out, line + skipped, size - skipped);
        line += size;
    }
    strbuf_add_string(out, "\n\n");
    remove_text(c, file, place->begin, end, "the definition stands in front now");
    return place_before(file, function_definition(c->setup)->begin);
}

/* Take `.m_free = …,` out of the initialiser, if it is written so. */
static bool
drop_release(struct conversion *c)
{
    const struct initializer *item = variable_initializer(c->definition, "m_free");
    const struct source_file *file = item->file;
    if (!item->designated) {
        return false;
    }
    uint32_t begin = line_begin(file, item->begin);
    change_cover(c, file, begin, line_end(file, item->end), "",
                 "nothing is shared any more");
    return true;
}

/* m_free: WAS its function, the opt-out's left out; NOW it is to call NAME. */
static void
edit_release(struct conversion *c, struct strbuf *rest, const struct function *was,
             const char *now)
{
    bool is_new = was == NULL && now != NULL;
    if (c->guard.release == NULL) {
        if (c->is_once && c->guard.exec == NULL) {
            set_field(c, rest, "m_free", guard_release_name(c));
        }
        else if (is_new) {
            set_field(c, rest, "m_free", now);
        }
        return;
    }
    if (c->is_once) {
        if (is_new) {
            extend_guard(c, now);
            if (drop_release(c)) {
                strbuf_format(rest, "\t.m_free = %s,\n", c->guard.release->name);
            }
        }
        return;
    }
    if (was != NULL || !drop_release(c)) {
        set_field(c, rest, "m_free", now != NULL ? now : "NULL");
    }
    else if (now != NULL) {
        strbuf_format(rest, "\t.m_free = %s,\n", now);
    }
}

/* Returns the function that m_free is to call: RELEASE, extended, or a new one that
 * first calls CLEAR, if there is one. */
static const char *
edit_free(struct conversion *c, struct strbuf *before, const struct function *release,
          const char *clear)
{
    const struct source_file *file = variable_declaration(c->definition)->file;
    CLEANUP(strbuf_done) struct strbuf frees = STRBUF_INIT;
    if (release != NULL) {
        extend_release(c, release);
        return release->name;
    }
    add_vector_frees(c, &frees, c->state);
    add_resource_releases(c, &frees, c->state);
    c->uses_get |= frees.size > 0;
    const char *body =
        TEXT(c, "%s%s%s%s}\n\n",
             function_head(c, file, "static void",
                           TEXT(c, "%s_free(void *module)", c->base)),
             frees.size > 0 ? TEXT(c, "\t%s *%s = %s((PyObject *)module);\n",
                                   c->state_type, c->state, c->get)
                            : "",
             clear != NULL ? TEXT(c, "\t(void)%s((PyObject *)module);\n", clear) : "",
             frees.size > 0 ? frees.text : "");
    strbuf_add_string(before, indented(c, file, body, ""));
    return TEXT(c, "%s_free", c->base);
}

/* Traverse, clear and free of the state: written, or extended where there are some.
 * Returns the function that m_free is to call, or NULL. */
static const char *
edit_hooks(struct conversion *c, struct strbuf *before, struct strbuf *rest,
           const struct function *release)
{
    const struct source_file *file = variable_declaration(c->definition)->file;
    const struct function *traverse = hook_function(c, "m_traverse");
    const struct function *clear = hook_function(c, "m_clear");

    if (traverse != NULL) {
        extend_hook(c, traverse, "Py_VISIT");
    }
    else {
        add_hook(c, before, file, "static int",
                 TEXT(c, "%s_traverse(PyObject *module, visitproc visit, void *arg)",
                      c->base),
                 "Py_VISIT");
        set_field(c, rest, "m_traverse", TEXT(c, "%s_traverse", c->base));
    }
    if (clear != NULL) {
        extend_hook(c, clear, "Py_CLEAR");
    }
    else {
        add_hook(c, before, file, "static int",
                 TEXT(c, "%s_clear(PyObject *module)", c->base), "Py_CLEAR");
        set_field(c, rest, "m_clear", TEXT(c, "%s_clear", c->base));
    }
    c->uses_get = true;
    return edit_free(c, before, release,
                     clear != NULL ? clear->name : TEXT(c, "%s_clear", c->base));
}

/* The text of FIELD as it is in the end, its line in REST included; NULL: not set. */
static const char *
field_text(struct conversion *c, const struct strbuf *rest, const char *field)
{
    const struct initializer *item = variable_initializer(c->definition, field);
    const char *line = TEXT(c, "\t.%s = ", field);
    const char *added = rest->size > 0 ? strstr(rest->text, line) : NULL;
    const char *text = NULL;
    if (added != NULL) {
        added += strlen(line);
        text = TEXT(c, "%.*s", (int)strcspn(added, "\n") - 1, added);
    }
    else if (item != NULL) {
        text = rendered(c, item->file, item->begin, item->end);
    }
    return text == NULL || strcmp(text, "NULL") == 0 || strcmp(text, "0") == 0 ? NULL
                                                                               : text;
}

/* The definition said once more, for the hook of Python 3.15. */
static void
export_definition(struct conversion *c, const struct strbuf *rest)
{
    struct definition_text text = {
        .name = field_text(c, rest, "m_name"),
        .doc = field_text(c, rest, "m_doc"),
        .methods = field_text(c, rest, "m_methods"),
        .size = c->has_state ? field_text(c, rest, "m_size") : NULL,
        .slots = field_text(c, rest, "m_slots"),
        .traverse = field_text(c, rest, "m_traverse"),
        .clear = field_text(c, rest, "m_clear"),
        .release = field_text(c, rest, "m_free"),
    };
    if (replaces_definition(c)) {
        text.slots = NULL;
        text.exec = c->is_once     ? guard_exec_name(c)
                    : c->has_exec ? exec_name(c)
                                  : NULL;
        text.interpreters = interpreters_value(c);
        text.gil = c->gil_slot;
    }
    edit_export(c, &text);
}

void
edit_definition(struct conversion *c)
{
    const struct declaration *place = variable_declaration(c->definition);
    const struct source_file *file = place->file;
    CLEANUP(strbuf_done) struct strbuf before = STRBUF_INIT;
    CLEANUP(strbuf_done) struct strbuf rest = STRBUF_INIT;
    const struct function *release = hook_function(c, "m_free");
    if (c->guard.release != NULL && release == c->guard.release) {
        release = c->guard.inner_release;
    }
    const char *release_name = release != NULL ? release->name : NULL;

    bool is_local = place->within != NULL;
    bool is_written = c->definition->initial != NULL
                      && c->definition->initial->origin == ORIGIN_FILE;
    if (!is_written || (is_local && place->within != c->setup)) {
        refuse(c, "init-not-converted", file, place->name, c->definition->name,
               "the module's definition is made by a macro, or stands inside another "
               "function than the one that makes the module");
        return;
    }
    if (c->has_state && c->old_state == NULL) {
        set_field(c, &rest, "m_size", TEXT(c, "sizeof(%s)", c->state_type));
    }
    else if (!c->has_state && !c->is_multi_phase) {
        set_field(c, &rest, "m_size", "0");
    }
    if (!c->is_multi_phase) {
        set_field(c, &rest, "m_slots", TEXT(c, "%s_slots", c->base));
    }
    if (holds_objects(c)) {
        release_name = edit_hooks(c, &before, &rest, release);
    }
    else if (has_resources(c)) {
        release_name = edit_free(c, &before, release, NULL);
    }
    edit_release(c, &rest, release, release_name);
    append_fields(c, &rest);
    export_definition(c, &rest);
    if (!c->is_multi_phase) {
        add_slots(c, &before, file, release_name);
    }
    else if (c->is_once && c->guard.exec == NULL) {
        CLEANUP(strbuf_done) struct strbuf guard = STRBUF_INIT;
        add_guard(c, &guard, c->setup != NULL ? c->setup->name : NULL, release_name);
        strbuf_add_string(&before, indented(c, file, guard.text, ""));
    }
    else if (!c->is_once && c->guard.exec != NULL) {
        lift_guard(c);
    }
    const struct variable *table = slot_table(c);
    if (table != NULL) {
        edit_slot_table(c, table);
    }
    uint32_t at = hooks_place(c, table);
    if (is_local) {
        at = move_out(c, place, &before);
    }
    change(c, file, at, at, before.text, "slots and hooks of the module");
}
