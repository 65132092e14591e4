#include "report/html_plan.h"

#include <string.h>

#include "report/html_graph.h"
#include "report/html_text.h"

static void
add_place(struct strbuf *out, struct plan_place place)
{
    CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
    if (place.path != NULL) {
        strbuf_format(&text, "%s:%u", place.path, place.line);
    }
    html_add_code(out, text.size > 0 ? text.text : "");
}

static void
add_names(struct strbuf *out, const struct plan_names *names, const char *none)
{
    for (size_t i = 0; i < names->n_items; i++) {
        strbuf_add_string(out, i > 0 ? ", " : "");
        html_add_code(out, names->items[i]);
    }
    strbuf_add_string(out, names->n_items == 0 ? none : "");
}

static void
open_table(struct strbuf *out, const char *title, const char *const *heads, size_t n)
{
    strbuf_format(out, "<h3>%s</h3>\n<div class=\"wide\" tabindex=\"0\"><table><thead><tr>",
                  title);
    for (size_t i = 0; i < n; i++) {
        strbuf_format(out, "<th scope=\"col\">%s</th>", heads[i]);
    }
    strbuf_add_string(out, "</tr></thead>\n<tbody>\n");
}

static void
close_table(struct strbuf *out)
{
    strbuf_add_string(out, "</tbody></table></div>\n");
}

/* --- before and after -------------------------------------------------------------------- */

static void
add_row(struct strbuf *out, const char *head, const char *before, const char *after)
{
    strbuf_format(out, "<tr><th scope=\"row\">%s</th><td>", head);
    html_add(out, before);
    strbuf_add_string(out, "</td><td>");
    html_add(out, after);
    strbuf_add_string(out, "</td></tr>\n");
}

static void
add_numbers(struct strbuf *out, const char *head, size_t before, size_t after)
{
    strbuf_format(out, "<tr><th scope=\"row\">%s</th><td>%zu</td><td>%zu</td></tr>\n", head,
                  before, after);
}

static const char *
init_words(enum init_kind kind)
{
    return kind == INIT_SINGLE  ? "single-phase"
           : kind == INIT_MULTI ? "multi-phase"
           : kind == INIT_EXPORT ? "multi-phase, by export function"
                                 : "unknown";
}

static void
add_before_and_after(struct strbuf *out, const struct module_plan *module)
{
    static const char *const heads[] = {"property", "before", "after"};
    size_t n_moved_types = 0;
    for (size_t i = 0; i < module->n_types; i++) {
        n_moved_types += module->types[i].added_flags != NULL;
    }
    size_t n_moved = module->is_refused ? 0 : module->n_variables;
    open_table(out, "Before and after", heads, ARRAY_LENGTH(heads));
    add_row(out, "initialisation", init_words(module->init), init_words(module->new_init));
    if (!module->is_refused && module->interpreters != NULL) {
        add_row(out, "declares", module->claim != NULL ? module->claim : "nothing",
                module->interpreters);
    }
    add_numbers(out, "static variables and types", module->n_variables + module->n_retained,
                module->n_variables + module->n_retained - n_moved);
    add_numbers(out, "heap types", 0, module->is_refused ? 0 : n_moved_types);
    close_table(out);
}

/* --- access to the state ------------------------------------------------------------------ */

static void
add_functions(struct strbuf *out, const struct module_plan *module)
{
    static const char *const heads[] = {"function", "place", "has the state from", "uses",
                                        "calls, of these"};
    if (module->n_functions == 0) {
        return;
    }
    open_table(out, "Access to the state", heads, ARRAY_LENGTH(heads));
    for (size_t i = 0; i < module->n_functions; i++) {
        const struct planned_function *function = &module->functions[i];
        strbuf_add_string(out, "<tr><th scope=\"row\">");
        html_add_code(out, function->name);
        strbuf_add_string(out, "</th><td>");
        add_place(out, function->place);
        strbuf_add_string(out, "</td><td>");
        html_add(out, function->words != NULL ? function->words : "");
        strbuf_add_string(out, "</td><td>");
        add_names(out, &function->uses, "");
        strbuf_add_string(out, "</td><td>");
        add_names(out, &function->calls, "");
        strbuf_add_string(out, "</td></tr>\n");
    }
    close_table(out);
}

/* --- what moves, and what stays ------------------------------------------------------------ */

static void
add_variables(struct strbuf *out, const struct module_plan *module)
{
    static const char *const heads[] = {"variable", "place", "is", "written by", "read by"};
    if (module->n_variables == 0) {
        return;
    }
    open_table(out, "Moved to the module state", heads, ARRAY_LENGTH(heads));
    for (size_t i = 0; i < module->n_variables; i++) {
        const struct planned_variable *variable = &module->variables[i];
        strbuf_add_string(out, "<tr><th scope=\"row\">");
        html_add_code(out, variable->name);
        strbuf_add_string(out, "</th><td>");
        add_place(out, variable->place);
        strbuf_add_string(out, "</td><td>");
        html_add(out, variable->words != NULL ? variable->words : variable->kind);
        strbuf_add_string(out, "</td><td>");
        add_names(out, &variable->writers, "no function");
        strbuf_add_string(out, "</td><td>");
        add_names(out, &variable->readers, "no function");
        strbuf_add_string(out, "</td></tr>\n");
    }
    close_table(out);
}

static void
add_types(struct strbuf *out, const struct module_plan *module)
{
    static const char *const heads[] = {"type", "place", "flags", "added flags"};
    bool has_any = false;
    for (size_t i = 0; i < module->n_types; i++) {
        const struct planned_type *type = &module->types[i];
        if (type->added_flags == NULL) {
            continue;
        }
        if (!has_any) {
            open_table(out, "Types", heads, ARRAY_LENGTH(heads));
            has_any = true;
        }
        strbuf_add_string(out, "<tr><th scope=\"row\">");
        html_add_code(out, type->name);
        strbuf_add_string(out, "</th><td>");
        add_place(out, type->place);
        strbuf_add_string(out, "</td><td>");
        html_add_code(out, type->flags != NULL ? type->flags : "");
        strbuf_add_string(out, "</td><td>");
        html_add_code(out, type->added_flags);
        strbuf_add_string(out, "</td></tr>\n");
    }
    if (has_any) {
        close_table(out);
    }
}

static void
add_retained(struct strbuf *out, const struct module_plan *module)
{
    static const char *const heads[] = {"variable", "place", "is", "stays because",
                                        "protected by"};
    if (module->n_retained > 0) {
        open_table(out, "Not moved", heads, ARRAY_LENGTH(heads));
        for (size_t i = 0; i < module->n_retained; i++) {
            const struct retained_variable *variable = &module->retained[i];
            strbuf_add_string(out, "<tr><th scope=\"row\">");
            html_add_code(out, variable->name);
            strbuf_add_string(out, "</th><td>");
            add_place(out, variable->place);
            strbuf_add_string(out, "</td><td>");
            html_add(out, variable->words != NULL ? variable->words : "");
            strbuf_add_string(out, "</td><td>");
            html_add(out, variable->why != NULL ? variable->why : "");
            strbuf_add_string(out, "</td><td>");
            html_add(out, retention_protection(variable->cause));
            strbuf_add_string(out, "</td></tr>\n");
        }
        close_table(out);
    }
    if (module->not_isolated != NULL) {
        strbuf_add_string(out, "<p>");
        html_add(out, module->not_isolated);
        strbuf_format(out, "; a per-interpreter GIL is %s.</p>\n",
                      module->declares == SUPPORT_OWN_GIL ? "declared all the same"
                                                          : "not declared");
    }
}

static void
add_places_left(struct strbuf *out, const struct module_plan *module)
{
    if (module->n_findings == 0) {
        return;
    }
    strbuf_add_string(out, "<h3>Places left</h3>\n<ul>\n");
    for (size_t i = 0; i < module->n_findings; i++) {
        const struct plan_finding *finding = &module->findings[i];
        strbuf_add_string(out, "<li>");
        html_add_mark(out,
                      finding->level == LEVEL_ERROR     ? TONE_BAD
                      : finding->level == LEVEL_WARNING ? TONE_FAIR
                                                        : TONE_NONE,
                      level_name(finding->level));
        strbuf_add_char(out, ' ');
        add_place(out, finding->place);
        strbuf_add_char(out, ' ');
        html_add(out, finding->message);
        for (size_t k = 0; k < finding->n_evidence; k++) {
            strbuf_add_string(out, "<br><span class=\"dim\">");
            html_add(out, finding->evidence[k]);
            strbuf_add_string(out, "</span>");
        }
        strbuf_add_string(out, "</li>\n");
    }
    strbuf_add_string(out, "</ul>\n");
}

static void
add_module(struct strbuf *out, const struct module_plan *module)
{
    bool is_part = module->rung != RUNG_WHOLE;
    bool is_unchanged = !module->is_refused && module->costs.n_edits == 0;
    strbuf_add_string(out, "<section>\n<h2>");
    html_add(out, module->name);
    strbuf_add_char(out, ' ');
    html_add_mark(out,
                  module->is_refused ? TONE_BAD
                  : is_unchanged     ? TONE_NONE
                  : is_part          ? TONE_FAIR
                                     : TONE_GOOD,
                  module->is_refused ? "not converted"
                  : is_unchanged     ? "no changes"
                  : is_part          ? "converted in part"
                                     : "converted");
    strbuf_add_string(out, "</h2>\n");
    add_before_and_after(out, module);
    add_places_left(out, module);
    html_add_graph(out, module);
    add_variables(out, module);
    add_functions(out, module);
    add_types(out, module);
    add_retained(out, module);
    strbuf_add_string(out, "</section>\n");
}

void
html_add_plan(struct strbuf *out, const struct conversion_plan *plan)
{
    for (size_t i = 0; i < plan->n_modules; i++) {
        if (!plan->modules[i].is_broken) {
            add_module(out, &plan->modules[i]);
        }
    }
    if (plan->unverified.n_items > 0) {
        strbuf_add_string(out, "<h3>Not verified</h3>\n<p>The result was not read with these "
                               "conditions, which the build does not have.</p>\n<ul>\n");
        for (size_t i = 0; i < plan->unverified.n_items; i++) {
            strbuf_add_string(out, "<li>");
            html_add(out, plan->unverified.items[i]);
            strbuf_add_string(out, "</li>\n");
        }
        strbuf_add_string(out, "</ul>\n");
    }
    if (plan->left_out.n_items > 0) {
        CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
        left_out_print(&plan->left_out, "", &text);
        strbuf_add_string(out, "<p>Left out, as code of other projects: ");
        html_add(out, text.text);
        strbuf_add_string(out, ".</p>\n");
    }
}
