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
extend_head(struct rewriter *r, const char *lines)
{
    const struct variable *state = own_state(r->plan, r->plan->setup);
    const struct declaration *d = &state->declarations[0];
    if (*lines == '\0' || state->is_parameter) {
        return;
    }
    uint32_t place = line_end(d->file, after_semicolon(d->file, d->end));
    change(r, d->file, place, place, indented(r->plan, d->file, lines, ""),
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
begin_exec(struct rewriter *r)
{
    CLEANUP(strbuf_done) struct strbuf head = STRBUF_INIT;
    const struct node *body = r->plan->setup->body;
    const struct source_file *file = body->file;

    if (r->plan->has_module_field) {
        strbuf_format(&head, "\t%s->%s = %s;\n", r->plan->state, r->plan->module_field,
                      r->plan->module);
    }
    create_rest(r, &head);
    /* What a later stage adds stands in front of what an earlier one did. */
    add_initial_values(r, &head, GROUP_TYPES_ONLY);
    add_initial_values(r, &head, GROUP_STATE);
    size_t n_head_lines = n_lines(head.text);
    strbuf_add_string(&head, take_entry_work(r));
    if (!exec_names_state(r->plan, &head)) {
        return;
    }
    if (own_state(r->plan, r->plan->setup) != NULL) {
        extend_head(r, head.text);
        return;
    }
    require(r, REQUIRES_GET);
    const char *text = TEXT(r, "\t%s *%s = %s(%s);\n%s", r->plan->state_type,
                            r->plan->state, r->plan->get, r->plan->module, head.text);
    text = indented_like(r->plan, body, text);
    r->n_head_lines = 2 + n_head_lines;
    uint32_t place = body->begin + 1;
    change(r, file, place, place, TEXT(r, "\n%.*s", (int)strlen(text) - 1, text),
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
edit_head(struct rewriter *r, const struct declaration *declaration, const char *name,
          uint32_t end)
{
    const struct source_file *file = declaration->file;
    const struct style *style = style_of(r->plan, file);
    change_cover(
        r, file, declaration->begin, end,
        TEXT(r, "static int%s%s(PyObject *%s)%s",
             style->result_on_own_line
                 ? TEXT(r, "\n%s", indent_at(r->plan, file, declaration->begin))
                 : " ",
             name, r->plan->module,
             !declaration->is_definition || end == declarator_end(declaration) ? ""
             : style->brace_on_own_line                                        ? "\n"
                                                                               : " "),
        "runs for each module object");
}

/* --- PyInit ---------------------------------------------------------------- */

static const char *
entry_body(const struct rewriter *r)
{
    const struct conversion *c = r->plan;
    const char *late = "";
    if (slots_are_late(c)) {
        unsigned n_slots = (c->is_once || r->has_exec ? 1u : 0u)
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
is_inactive(struct rewriter *r)
{
    const struct node *body = r->plan->setup->body;
    if (r->plan->entry != r->plan->setup || r->plan->moves_types || r->plan->needs_exec
        || replaces_definition(r->plan) || names_state(r->plan, r->plan->setup)
        || has_initial_values(r->plan)
        || text_has_directive(body->file, r->plan->setup->declarations[0].begin,
                              body->begin))
    {
        return false;
    }
    const struct declaration *definition = variable_declaration(r->plan->definition);
    if (definition->within == r->plan->setup) {
        return false;
    }
    return is_only(rendered(r, body->file, body->begin, body->end - 1), "return0;");
}

/* HEAD without blank lines. */
static const char *
without_blank_lines(const struct conversion *c, const char *head)
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
add_entry(struct rewriter *r)
{
    const struct declaration *definition = function_definition(r->plan->entry);
    const struct source_file *file = definition->file;
    const char *head =
        text_of(r->plan, file, definition->begin, r->plan->entry->body->begin);
    const struct style *style = style_of(r->plan, file);

    if (text_has_directive(file, definition->begin, r->plan->entry->body->begin)) {
        head = TEXT(r, "PyMODINIT_FUNC%s%s(void)%s",
                    style->result_on_own_line ? "\n" : " ", r->plan->entry->name,
                    style->brace_on_own_line ? "\n" : " ");
    }
    head = without_blank_lines(r->plan, head);
    const char *body = entry_body(r);
    if (replaces_definition(r->plan)) {
        const char *hook = indented(r->plan, file, export_hook(r->plan), "");
        uint32_t end = r->plan->entry->body->end;
        hook = TEXT(r, "%.*s", (int)strlen(hook) - 1, hook);
        if (r->plan->entry == r->plan->setup) {
            change(r, file, end, end, TEXT(r, "\n\n%s", hook),
                   "the PyModExport function of Python 3.15");
        }
        else {
            change_cover(r, file, definition->begin, end, hook,
                         "the PyModExport function of Python 3.15");
        }
        return;
    }
    if (r->plan->entry == r->plan->setup) {
        uint32_t place = r->plan->setup->body->end;
        change(r, file, place, place,
               TEXT(r, "\n\n%s%s%s", indent_at(r->plan, file, definition->begin), head,
                    body),
               "multi-phase initialisation");
    }
    else {
        change_cover(r, file, r->plan->entry->body->begin, r->plan->entry->body->end,
                     body, "multi-phase initialisation");
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
edit_single_phase(struct rewriter *r)
{
    if (r->plan->entry == NULL || r->plan->entry->body == NULL) {
        const struct declaration *place = variable_declaration(r->plan->definition);
        refuse(r->late, rule, place->file, place->name, r->plan->definition->name,
               "no PyInit function found for this module");
        return;
    }
    const struct declaration *definition = function_definition(r->plan->setup);
    if (r->plan->setup->body->origin != ORIGIN_FILE
        || r->plan->entry->body->origin != ORIGIN_FILE
        || (definition->from_macro && r->plan->entry != r->plan->setup))
    {
        refuse(r->late, rule, definition->file, definition->name, r->plan->setup->name,
               "a macro defines the head of '%s'", r->plan->setup->name);
        return;
    }
    if (r->plan->entry != r->plan->setup && !entry_only_delegates(r->plan)) {
        refuse(r->late, rule, r->plan->entry->body->file, r->plan->entry->body->begin,
               r->plan->entry->name, "'%s' does more than call '%s'",
               r->plan->entry->name, r->plan->setup->name);
        return;
    }
    edit_statements(r, r->plan->setup->body);
    edit_gil(r);
    edit_inactive_init(r);
    prune_branches(r, r->plan->setup->body->file, r->plan->setup->body->begin,
                   r->plan->setup->body->end);
    r->has_exec = !is_inactive(r);
    if (!r->has_exec) {
        change_cover(r, r->plan->setup->body->file, r->plan->setup->body->begin,
                     r->plan->setup->body->end, entry_body(r),
                     "multi-phase initialisation");
        return;
    }
    for (size_t i = 0; i < r->plan->setup->n_declarations; i++) {
        const struct declaration *d = &r->plan->setup->declarations[i];
        if (d->is_definition) {
            edit_head(r, d, exec_name(r->plan),
                      text_is_balanced(d->file, d->begin, r->plan->setup->body->begin)
                          ? r->plan->setup->body->begin
                          : declarator_end(d));
        }
        else if (r->plan->entry != r->plan->setup) {
            edit_head(r, d, exec_name(r->plan), d->end);
        }
    }
    add_entry(r);
}

void
edit_init(struct rewriter *r)
{
    check_entry(r);
    if (r->plan->setup == NULL) {
        return;
    }
    edit_ready_calls(r);
    for (size_t i = 0; i < r->source->n_functions; i++) {
        const struct function *function = r->source->functions[i];
        const struct function_plan *plan = plan_of_function(r->plan, function);
        if (plan->is_init && function != r->plan->setup && function->body != NULL
            && plan->module_parameter >= 0 && !r->plan->is_multi_phase)
        {
            edit_drops(r, function, function->body);
        }
    }
    if (r->plan->is_multi_phase) {
        begin_exec(r);
        return;
    }
    r->has_exec = true;
    edit_single_phase(r);
    if (r->plan->entry != NULL && r->has_exec) {
        begin_exec(r);
    }
}
