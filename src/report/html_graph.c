#include "report/html_graph.h"

#include <string.h>

#include "report/html_text.h"

enum {
    MOST_ROWS = 60, /* of a column */
    NAME_SHOWN = 30, /* characters */
    /* In pixels. */
    ROW = 22,
    COLUMN = 300,
    CHARACTER = 8, /* of the font in page.css, or a little more */
    GAP = 8,       /* between a name and its lines */
};

/* Where a function stands: column 0 is that of the fields. */
struct vertex {
    size_t column, row; /* column 0: none yet */
};

struct graph {
    const struct module_plan *module;
    struct vertex *vertices; /* of the module's functions */
    size_t n_columns;
    size_t *widest; /* by column - 1: characters of the longest name that is shown */
};

static size_t
function_called(const struct graph *graph, const char *name)
{
    for (size_t i = 0; i < graph->module->n_functions; i++) {
        if (strcmp(graph->module->functions[i].name, name) == 0) {
            return i;
        }
    }
    return SIZE_MAX;
}

/* Is a function that FUNCTION calls in COLUMN? */
static bool
calls_into(const struct graph *graph, const struct planned_function *function,
           size_t column)
{
    for (size_t i = 0; i < function->calls.n_items; i++) {
        size_t called = function_called(graph, function->calls.items[i]);
        if (called != SIZE_MAX && graph->vertices[called].column == column) {
            return true;
        }
    }
    return false;
}

/* Users of fields first, then whoever calls them, then whoever calls those. */
static void
place_columns(struct graph *graph)
{
    const struct module_plan *module = graph->module;
    bool has_more = true;
    for (graph->n_columns = 1; has_more; graph->n_columns += has_more) {
        size_t column = graph->n_columns;
        has_more = false;
        for (size_t i = 0; i < module->n_functions; i++) {
            const struct planned_function *function = &module->functions[i];
            struct vertex *vertex = &graph->vertices[i];
            if (vertex->column == 0
                && (column == 1 ? function->uses.n_items > 0
                                : calls_into(graph, function, column - 1)))
            {
                vertex->column = column;
                has_more = true;
            }
        }
    }
    /* Who needs the module itself stands alone. */
    for (size_t i = 0; i < module->n_functions; i++) {
        struct vertex *vertex = &graph->vertices[i];
        if (vertex->column == 0) {
            vertex->column = 1;
            graph->n_columns = graph->n_columns == 1 ? 2 : graph->n_columns;
        }
    }
}

static size_t
shown_size(const char *name)
{
    size_t size = strlen(name);
    return size > NAME_SHOWN ? NAME_SHOWN : size;
}

/* Returns how many rows the longest column has. */
static size_t
place_rows(struct graph *graph)
{
    const struct planned_function *functions = graph->module->functions;
    size_t longest = graph->module->n_variables;
    for (size_t column = 1; column < graph->n_columns; column++) {
        size_t n = 0;
        for (size_t i = 0; i < graph->module->n_functions; i++) {
            if (graph->vertices[i].column == column) {
                size_t size = shown_size(functions[i].name) + 1;
                size_t *widest = &graph->widest[column - 1];
                *widest = size > *widest ? size : *widest;
                graph->vertices[i].row = n++;
            }
        }
        longest = n > longest ? n : longest;
    }
    return longest;
}

static size_t
left_of(const struct graph *graph, size_t column)
{
    return (graph->n_columns - 1 - column) * COLUMN + GAP;
}

static void
add_name(struct strbuf *out, const struct graph *graph, struct vertex vertex,
         const char *name)
{
    CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
    strbuf_add(&text, name, shown_size(name));
    strbuf_format(out, "<text x=\"%zu\" y=\"%zu\">", left_of(graph, vertex.column),
                  vertex.row * ROW + 16);
    html_add(out, text.text);
    strbuf_add_string(out, shown_size(name) < strlen(name) ? "…</text>\n" : "</text>\n");
}

/* From the end of FROM's NAME past the names of its column to TO. */
static void
add_line(struct strbuf *out, const struct graph *graph, struct vertex from,
         const char *name, struct vertex to)
{
    size_t n_shown = shown_size(name) + (shown_size(name) < strlen(name));
    size_t left = left_of(graph, from.column) + GAP, y = from.row * ROW + 12;
    strbuf_format(out, "<polyline points=\"%zu,%zu %zu,%zu %zu,%zu\"/>\n",
                  left + n_shown * CHARACTER, y,
                  left + graph->widest[from.column - 1] * CHARACTER, y,
                  left_of(graph, to.column) - GAP, to.row * ROW + 12);
}

static void
add_function(struct strbuf *out, const struct graph *graph, size_t i)
{
    const struct module_plan *module = graph->module;
    const struct planned_function *function = &module->functions[i];
    struct vertex vertex = graph->vertices[i];
    if (vertex.row >= MOST_ROWS) {
        return;
    }
    add_name(out, graph, vertex, function->name);
    for (size_t k = 0; k < module->n_variables && k < MOST_ROWS; k++) {
        if (vertex.column == 1
            && plan_names_have(&function->uses, module->variables[k].name))
        {
            add_line(out, graph, vertex, function->name, (struct vertex){0, k});
        }
    }
    for (size_t k = 0; k < function->calls.n_items; k++) {
        size_t called = function_called(graph, function->calls.items[k]);
        if (called != SIZE_MAX && graph->vertices[called].column + 1 == vertex.column
            && graph->vertices[called].row < MOST_ROWS)
        {
            add_line(out, graph, vertex, function->name, graph->vertices[called]);
        }
    }
}

void
html_add_graph(struct strbuf *out, const struct module_plan *module)
{
    if (module->n_functions == 0 || module->n_variables == 0) {
        return;
    }
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct graph graph = {
        .module = module,
        .vertices = ARENA_ARRAY(arena, struct vertex, module->n_functions),
    };
    place_columns(&graph);
    graph.widest = ARENA_ARRAY(arena, size_t, graph.n_columns);
    size_t n_rows = place_rows(&graph);
    size_t width = graph.n_columns * COLUMN;
    size_t height = (n_rows < MOST_ROWS ? n_rows : MOST_ROWS) * ROW + ROW / 2;
    strbuf_format(out,
                  "<h3>Who needs the state</h3>\n<div class=\"wide\" tabindex=\"0\">"
                  "<svg role=\"img\" width=\"%zu\" height=\"%zu\" viewBox=\"0 0 %zu %zu\">"
                  "<title>Functions, lines to what they call or use, and the fields of "
                  "the module state; the tables below have the same</title>\n",
                  width, height, width, height);
    for (size_t i = 0; i < module->n_functions; i++) {
        add_function(out, &graph, i);
    }
    for (size_t k = 0; k < module->n_variables && k < MOST_ROWS; k++) {
        add_name(out, &graph, (struct vertex){0, k}, module->variables[k].field);
    }
    strbuf_add_string(out, "</svg></div>\n");
    if (n_rows > MOST_ROWS) {
        strbuf_format(out, "<p class=\"dim\">The first %d of each column are drawn.</p>\n",
                      MOST_ROWS);
    }
}
