/* The function that made the module becomes the one that executes it (PEP 489): it is
 * handed the module, answers 0 or -1, and makes the heap types. */
#include "convert/rewrite/init/init.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/inactive/code.h"
#include "convert/facts/inactive/conditionals.h"
#include "convert/facts/nodes.h"
#include "convert/plan/exec_body.h"
#include "convert/plan/existing_state.h"
#include "convert/plan/export.h"
#include "convert/plan/functions.h"
#include "convert/plan/initial_values.h"
#include "convert/plan/limited_api.h"
#include "convert/plan/module.h"
#include "convert/plan/module_lookups.h"
#include "convert/plan/module_slots.h"
#include "convert/plan/names.h"
#include "convert/plan/replaced_definition.h"
#include "convert/plan/stages.h"
#include "convert/plan/state_receivers.h"
#include "convert/plan/variable_selection.h"
#include "convert/plan/variables.h"
#include "convert/plan/whole_writes.h"
#include "convert/rewrite/branches.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/init/entry_work.h"
#include "convert/rewrite/init/export.h"
#include "convert/rewrite/init/gil_slot.h"
#include "convert/rewrite/init/init_body.h"
#include "convert/rewrite/init/initial_values.h"
#include "convert/rewrite/init/module_slots.h"
#include "convert/rewrite/init/ready_calls.h"
#include "convert/text/branch_lines.h"
#include "convert/text/places.h"
#include "convert/text/style.h"
#include "model/extent.h"

/* --- the head of exec ------------------------------------------------------ */

static size_t
n_lines(const char *text)
{
    size_t n = 0;
    for (; *text != '\0'; text++) {
        n += *text == '\n';
    }
    return n;
}

/* LINES go behind the declaration of the state that the exec function has, and behind what
 * writes it whole. */
static void
extend_head(struct rewriter *r, const char *lines)
{
    const struct variable *state = own_state(r->plan, r->plan->init->setup);
    const struct declaration *d = &state->declarations[0];
    const struct node *last = r->plan->whole_writes->last;
    if (*lines == '\0' || state->is_parameter) {
        return;
    }
    uint32_t end = last != NULL ? last->end : d->end;
    uint32_t place = line_end(d->file, after_semicolon(d->file, end));
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
    const struct node *body = r->plan->init->setup->body;
    const struct source_file *file = body->file;

    if (r->plan->lookups->has_module_field) {
        strbuf_format(&head, "\t%s->%s = %s;\n", r->plan->names->state,
                      r->plan->lookups->module_field, r->plan->init->module);
    }
    create_rest(r, &head);
    /* What a later stage adds stands in front of what an earlier one did. */
    add_initial_values(r, &head, GROUP_TYPES_ONLY);
    add_initial_values(r, &head, GROUP_STATE);
    size_t n_head_lines = n_lines(head.text);
    strbuf_add_string(&head, take_entry_work(r));
    if (!exec_needs_state(r->plan)) {
        return;
    }
    if (own_state(r->plan, r->plan->init->setup) != NULL) {
        extend_head(r, head.text);
        return;
    }
    const struct node *late = late_state(r->plan, r->plan->init->setup);
    if (late != NULL) {
        remove_text(r, file, late->begin, after_semicolon(file, late->end),
                    "it is already looked up above");
    }
    require(r, REQUIRES_GET);
    const char *text = TEXT(r, "\t%s *%s = %s(%s);\n%s", r->plan->names->state_type,
                            r->plan->names->state, r->plan->names->get,
                            r->plan->init->module, head.text);
    text = indented_like(r->plan, body, text);
    r->n_head_lines = 2 + n_head_lines;
    uint32_t place = body->begin + 1;
    change(r, file, place, place, TEXT(r, "\n%.*s", (int)strlen(text) - 1, text),
           "the state of this module object");
}

/* --- signatures ------------------------------------------------------------ */

/* Behind the parenthesis that closes the parameters; where a macro declares the function BODY,
 * behind its arguments. */
static uint32_t
declarator_end(const struct declaration *declaration, const struct node *body)
{
    struct brackets parameters;
    if (declaration_brackets(declaration, &parameters)) {
        return parameters.close + 1;
    }
    if (!declaration->is_definition) {
        return declaration->end;
    }
    struct range code = {declaration->begin, declaration->begin};
    uint32_t end = declaration->begin;
    while (next_code(declaration->file, body->begin, &code)) {
        end = code.end;
    }
    return end;
}

/* Where the head of DEFINITION begins: with the conditionals that stand in front of it. */
static uint32_t
head_begin(const struct declaration *definition)
{
    uint32_t begin = definition->begin;
    struct conditional conditional;
    while (conditional_in_front(definition->file, begin, &conditional)) {
        begin = conditional.begin;
    }
    return begin;
}

/* "static int name(PyObject *module)" for the head of a definition or declaration. */
static void
edit_head(struct rewriter *r, const struct declaration *declaration, const char *name,
          uint32_t end)
{
    const struct source_file *file = declaration->file;
    const struct style *style = style_of(r->plan, file);
    const struct node *body = r->plan->init->setup->body;
    /* What stands there belongs to PyInit, which is written anew. */
    bool is_entry = declaration->is_definition && r->plan->module->entry == r->plan->init->setup;
    change_cover(
        r, file, is_entry ? head_begin(declaration) : declaration->begin, end,
        TEXT(r, "static int%s%s(PyObject *%s)%s",
             style->result_on_own_line
                 ? TEXT(r, "\n%s", indent_at(r->plan, file, declaration->begin))
                 : " ",
             name, r->plan->init->module,
             !declaration->is_definition || end < body->begin ? ""
             : style->brace_on_own_line
                 ? TEXT(r, "\n%s", indent_at(r->plan, body->file, body->end - 1))
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
        unsigned n_slots = (slot_exec_name(c) != NULL ? 1u : 0u)
                           + (c->options->abi3 >= 0x030C0000 ? 1u : 0u);
        late = TEXT(c, "\t%s(&%s_slots[%u]);\n", late_slots_name(c), c->names->base,
                    n_slots);
    }
    const struct node *body = c->module->entry->body;
    return TEXT(c, "%s%s}",
                indented_like(c, body,
                              TEXT(c, "{\n%s\treturn PyModuleDef_Init(&%s);\n", late,
                                   c->module->variable->name)),
                indent_at(c, body->file, body->end - 1));
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
    const struct declaration *definition = function_definition(r->plan->module->entry);
    const struct source_file *file = definition->file;
    const char *head =
        text_of(r->plan, file, definition->begin, r->plan->module->entry->body->begin);
    const struct style *style = style_of(r->plan, file);

    if (text_has_directive(file, definition->begin,
                           r->plan->module->entry->body->begin))
    {
        head = TEXT(
            r, "PyMODINIT_FUNC%s%s(void)%s", style->result_on_own_line ? "\n" : " ",
            r->plan->module->entry->name, style->brace_on_own_line ? "\n" : " ");
    }
    head = without_blank_lines(r->plan, head);
    const struct node *block = r->plan->module->entry->body;
    if (style->brace_on_own_line && line_begin(file, block->begin) < definition->name
        && line_end(file, block->begin) == line_end(file, block->end))
    {
        size_t size = strlen(head);
        while (size > 0 && strchr(" \t", head[size - 1]) != NULL) {
            size--;
        }
        head = TEXT(r, "%.*s\n", (int)size, head);
    }
    head = TEXT(r, "%s%s",
                text_of(r->plan, file, head_begin(definition), definition->begin), head);
    const char *body = entry_body(r);
    if (replaces_definition(r->plan)) {
        const char *hook = indented(r->plan, file, export_hook(r->plan), "");
        uint32_t end = r->plan->module->entry->body->end;
        hook = TEXT(r, "%.*s", (int)strlen(hook) - 1, hook);
        if (r->plan->module->entry == r->plan->init->setup) {
            change(r, file, end, end, TEXT(r, "\n\n%s", hook),
                   "the PyModExport function of Python 3.15");
        }
        else {
            change_cover(r, file, definition->begin, end, hook,
                         "the PyModExport function of Python 3.15");
        }
        return;
    }
    if (r->plan->module->entry == r->plan->init->setup) {
        uint32_t place = r->plan->init->setup->body->end;
        change(r, file, place, place,
               TEXT(r, "\n\n%s%s%s", indent_at(r->plan, file, definition->begin), head,
                    body),
               "multi-phase initialisation");
    }
    else {
        change_cover(r, file, r->plan->module->entry->body->begin,
                     r->plan->module->entry->body->end, body,
                     "multi-phase initialisation");
    }
}

/* --- the pass -------------------------------------------------------------- */

static void
edit_single_phase(struct rewriter *r)
{
    edit_init_body(r);
    edit_gil(r);
    prune_branches(r, r->plan->init->setup->body->file,
                   r->plan->init->setup->body->begin, r->plan->init->setup->body->end);
    if (!r->plan->exec_body->has_work) {
        change_cover(r, r->plan->init->setup->body->file,
                     r->plan->init->setup->body->begin, r->plan->init->setup->body->end,
                     entry_body(r), "multi-phase initialisation");
        return;
    }
    for (size_t i = 0; i < r->plan->init->setup->n_declarations; i++) {
        const struct declaration *d = &r->plan->init->setup->declarations[i];
        if (d->is_definition) {
            edit_head(
                r, d, exec_name(r->plan),
                text_is_balanced(d->file, d->begin, r->plan->init->setup->body->begin)
                    ? r->plan->init->setup->body->begin
                    : declarator_end(d, r->plan->init->setup->body));
        }
        else if (r->plan->module->entry != r->plan->init->setup) {
            edit_head(r, d, exec_name(r->plan), d->end);
        }
    }
    add_entry(r);
}

void
edit_init(struct rewriter *r)
{
    if (r->plan->init->setup == NULL) {
        return;
    }
    edit_ready_calls(r);
    if (r->plan->module->is_multi_phase) {
        begin_exec(r);
        return;
    }
    edit_single_phase(r);
    if (r->plan->exec_body->has_work) {
        begin_exec(r);
    }
}
