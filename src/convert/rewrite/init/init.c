/* The function that made the module becomes the one that executes it (PEP 489): it is
 * handed the module, answers 0 or -1, and makes the heap types. */
#include "convert/rewrite/init/init.h"

#include <string.h>

#include "convert/text/branch_lines.h"
#include "convert/facts/existing_state.h"
#include "convert/facts/inactive/conditionals.h"
#include "convert/facts/nodes.h"
#include "convert/text/places.h"
#include "convert/plan/export.h"
#include "convert/plan/initial_values.h"
#include "convert/plan/limited_api.h"
#include "convert/plan/state_receivers.h"
#include "convert/rewrite/branches.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/init/entry_work.h"
#include "convert/rewrite/init/gil_slot.h"
#include "convert/rewrite/init/inactive_init.h"
#include "convert/rewrite/init/init_body.h"
#include "convert/rewrite/init/init_module.h"
#include "convert/rewrite/init/initial_values.h"
#include "convert/rewrite/init/ready_calls.h"
#include "convert/text/style.h"
#include "model/extent.h"

static const char rule[] = "init-not-converted";

/* --- the head of exec ------------------------------------------------------ */

/* Is the state used by what the exec function holds? */
static bool
exec_names_state(const struct conversion *c, const struct strbuf *head)
{
    return head->size > 0 || names_state(c, c->setup)
           || moving(c, c->module_variable) != NULL;
}

static size_t
n_lines(const char *text)
{
    size_t n = 0;
    for (; *text != '\0'; text++) {
        n += *text == '\n';
    }
    return n;
}

/* LINES go behind the declaration of the state that the exec function has. */
static void
extend_head(struct conversion *c, const char *lines)
{
    const struct variable *state = own_state(c, c->setup);
    const struct declaration *d = &state->declarations[0];
    if (*lines == '\0' || state->is_parameter) {
        return;
    }
    uint32_t place = line_end(d->file, after_semicolon(d->file, d->end));
    change(c, d->file, place, place, indented(c, d->file, lines, ""),
           "the state of this module object");
}

/* LINES, whose indentation is tabs, as far in as the statements of BODY. */
static const char *
indented_like(const struct conversion *c, const struct node *body, const char *lines)
{
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    const struct source_file *file = body->file;
    const struct node *first = body->first;
    const char *unit = style_of(c, file)->indent;
    const char *indent = TEXT(c, "%s%s", indent_at(c, file, body->end - 1), unit);

    if (first != NULL && first->origin == ORIGIN_FILE
        && line_begin(file, first->begin) > body->begin)
    {
        indent = indent_at(c, file, first->begin);
    }
    for (; *lines != '\0'; lines += *lines == '\n') {
        size_t size = strcspn(lines, "\n");
        size_t levels = strspn(lines, "\t");
        for (size_t level = 0; level < levels; level++) {
            strbuf_add_string(&out, level == 0 ? indent : unit);
        }
        strbuf_add(&out, lines + levels, size - levels);
        lines += size;
        if (*lines == '\n') {
            strbuf_add_char(&out, '\n');
        }
    }
    return arena_copy(c->arena, out.text, out.size);
}

static void
begin_exec(struct conversion *c)
{
    CLEANUP(strbuf_done) struct strbuf head = STRBUF_INIT;
    const struct node *body = c->setup->body;
    const struct source_file *file = body->file;

    if (c->has_module_field) {
        strbuf_format(&head, "\t%s->%s = %s;\n", c->state, c->module_field, c->module);
    }
    create_rest(c, &head);
    /* What a later stage adds stands in front of what an earlier one did. */
    add_initial_values(c, &head, GROUP_TYPES_ONLY);
    add_initial_values(c, &head, GROUP_STATE);
    size_t n_head_lines = n_lines(head.text);
    strbuf_add_string(&head, take_entry_work(c));
    if (!exec_names_state(c, &head)) {
        return;
    }
    if (own_state(c, c->setup) != NULL) {
        extend_head(c, head.text);
        return;
    }
    require(c, REQUIRES_GET);
    const char *text = TEXT(c, "\t%s *%s = %s(%s);\n%s", c->state_type, c->state,
                            c->get, c->module, head.text);
    text = indented_like(c, body, text);
    c->n_head_lines = 2 + n_head_lines;
    uint32_t place = body->begin + 1;
    change(c, file, place, place, TEXT(c, "\n%.*s", (int)strlen(text) - 1, text),
           "the state of this module object");
}

/* --- signatures ------------------------------------------------------------ */

/* Behind the parenthesis that closes the parameters. */
static uint32_t
declarator_end(const struct declaration *declaration)
{
    struct brackets parameters;
    return declaration_brackets(declaration, &parameters) ? parameters.close + 1
                                                          : declaration->end;
}

/* "static int name(PyObject *module)" for the head of a definition or declaration. */
static void
edit_head(struct conversion *c, const struct declaration *declaration, const char *name,
          uint32_t end)
{
    const struct source_file *file = declaration->file;
    const struct style *style = style_of(c, file);
    change_cover(c, file, declaration->begin, end,
                 TEXT(c, "static int%s%s(PyObject *%s)%s",
                      style->result_on_own_line
                          ? TEXT(c, "\n%s", indent_at(c, file, declaration->begin))
                          : " ",
                      name, c->module,
                      !declaration->is_definition || end == declarator_end(declaration)
                          ? ""
                      : style->brace_on_own_line ? "\n"
                                                 : " "),
                 "runs for each module object");
}

/* --- PyInit ---------------------------------------------------------------- */

static const char *
entry_body(const struct conversion *c)
{
    const char *late = "";
    if (slots_are_late(c)) {
        unsigned n_slots = (c->is_once || c->has_exec ? 1u : 0u)
                           + (c->options->abi3 >= 0x030C0000 ? 1u : 0u);
        late = TEXT(c, "\t%s(&%s_slots[%u]);\n", late_slots_name(c), c->base, n_slots);
    }
    const struct node *body = c->entry->body;
    return TEXT(c, "%s%s}",
                indented_like(c, body,
                              TEXT(c, "{\n%s\treturn PyModuleDef_Init(&%s);\n", late,
                                   c->definition->name)),
                indent_at(c, body->file, body->end - 1));
}

/* The words of TEXT, without blanks. */
static bool
is_only(const char *text, const char *words)
{
    for (; *text != '\0'; text++) {
        if (strchr(" \t\r\n{", *text) != NULL) {
            continue;
        }
        if (*text != *words) {
            return false;
        }
        words++;
    }
    return *words == '\0';
}

/* Is nothing left to do when the module is executed?  Asked before the state and its
 * types are set up. */
static bool
is_inactive(struct conversion *c)
{
    const struct node *body = c->setup->body;
    if (c->entry != c->setup || c->moves_types || c->needs_exec
        || replaces_definition(c) || names_state(c, c->setup) || has_initial_values(c)
        || text_has_directive(body->file, c->setup->declarations[0].begin, body->begin))
    {
        return false;
    }
    const struct declaration *definition = variable_declaration(c->definition);
    if (definition->within == c->setup) {
        return false;
    }
    return is_only(rendered(c, body->file, body->begin, body->end - 1), "return0;");
}

/* HEAD without blank lines. */
static const char *
without_blank_lines(struct conversion *c, const char *head)
{
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    while (*head != '\0') {
        size_t size = strcspn(head, "\n");
        size += head[size] == '\n';
        if (strspn(head, " \t\r\n") < size || head[size - 1] != '\n') {
            strbuf_add(&out, head, size);
        }
        head += size;
    }
    return arena_copy(c->arena, out.text, out.size);
}

/* PyInit_x keeps its head and gets the one-line body of multi-phase init. */
static void
add_entry(struct conversion *c)
{
    const struct declaration *definition = function_definition(c->entry);
    const struct source_file *file = definition->file;
    const char *head = text_of(c, file, definition->begin, c->entry->body->begin);
    const struct style *style = style_of(c, file);

    if (text_has_directive(file, definition->begin, c->entry->body->begin)) {
        head = TEXT(c, "PyMODINIT_FUNC%s%s(void)%s",
                    style->result_on_own_line ? "\n" : " ", c->entry->name,
                    style->brace_on_own_line ? "\n" : " ");
    }
    head = without_blank_lines(c, head);
    const char *body = entry_body(c);
    if (replaces_definition(c)) {
        const char *hook = indented(c, file, export_hook(c), "");
        uint32_t end = c->entry->body->end;
        hook = TEXT(c, "%.*s", (int)strlen(hook) - 1, hook);
        if (c->entry == c->setup) {
            change(c, file, end, end, TEXT(c, "\n\n%s", hook),
                   "the PyModExport function of Python 3.15");
        }
        else {
            change_cover(c, file, definition->begin, end, hook,
                         "the PyModExport function of Python 3.15");
        }
        return;
    }
    if (c->entry == c->setup) {
        uint32_t place = c->setup->body->end;
        change(c, file, place, place,
               TEXT(c, "\n\n%s%s%s", indent_at(c, file, definition->begin), head, body),
               "multi-phase initialisation");
    }
    else {
        change_cover(c, file, c->entry->body->begin, c->entry->body->end, body,
                     "multi-phase initialisation");
    }
}

/* --- the pass -------------------------------------------------------------- */

static const char *
exec_name(const struct conversion *c)
{
    return c->entry == c->setup ? TEXT(c, "%s_exec", c->base) : c->setup->name;
}

static bool
entry_only_delegates(const struct conversion *c)
{
    const struct node *only = c->entry->body->first;
    return only != NULL && only->next == NULL && only->kind == NODE_RETURN
           && only->first != NULL && calls(only->first, c->setup->name);
}

static void
edit_single_phase(struct conversion *c)
{
    if (c->entry == NULL || c->entry->body == NULL) {
        const struct declaration *place = variable_declaration(c->definition);
        refuse(c, rule, place->file, place->name, c->definition->name,
               "no PyInit function found for this module");
        return;
    }
    const struct declaration *definition = function_definition(c->setup);
    if (c->setup->body->origin != ORIGIN_FILE || c->entry->body->origin != ORIGIN_FILE
        || (definition->from_macro && c->entry != c->setup))
    {
        refuse(c, rule, definition->file, definition->name, c->setup->name,
               "a macro defines the head of '%s'", c->setup->name);
        return;
    }
    if (c->entry != c->setup && !entry_only_delegates(c)) {
        refuse(c, rule, c->entry->body->file, c->entry->body->begin, c->entry->name,
               "'%s' does more than call '%s'", c->entry->name, c->setup->name);
        return;
    }
    edit_statements(c, c->setup->body);
    edit_gil(c);
    edit_inactive_init(c);
    prune_branches(c, c->setup->body->file, c->setup->body->begin, c->setup->body->end);
    c->has_exec = !is_inactive(c);
    if (!c->has_exec) {
        change_cover(c, c->setup->body->file, c->setup->body->begin,
                     c->setup->body->end, entry_body(c), "multi-phase initialisation");
        return;
    }
    for (size_t i = 0; i < c->setup->n_declarations; i++) {
        const struct declaration *d = &c->setup->declarations[i];
        if (d->is_definition) {
            edit_head(c, d, exec_name(c),
                      text_is_balanced(d->file, d->begin, c->setup->body->begin)
                          ? c->setup->body->begin
                          : declarator_end(d));
        }
        else if (c->entry != c->setup) {
            edit_head(c, d, exec_name(c), d->end);
        }
    }
    add_entry(c);
}

void
edit_init(struct conversion *c)
{
    check_entry(c);
    if (c->setup == NULL) {
        return;
    }
    edit_ready_calls(c);
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct function_plan *plan = plan_of_function(c, function);
        if (plan->is_init && function != c->setup && function->body != NULL
            && plan->module_parameter >= 0 && !c->is_multi_phase)
        {
            edit_drops(c, function, function->body);
        }
    }
    if (c->is_multi_phase) {
        begin_exec(c);
        return;
    }
    c->has_exec = true;
    edit_single_phase(c);
    if (c->entry != NULL && c->has_exec) {
        begin_exec(c);
    }
}
