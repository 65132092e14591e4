/* The functions and variables that each module can reach. */
#include "convert/plan/ownership.h"

#include "convert/plan/functions.h"
#include "convert/plan/variables.h"

/* Numbers of one kind of thing: variables first, then those of other projects, functions
 * behind them. */
struct graph {
    size_t n_variables, n_things;
    struct edge {
        uint32_t from, to;
    } *edges;
    size_t n_edges, capacity;
};

static void
add_edges(struct arena *arena, struct graph *graph, const struct node *const *uses,
          size_t n_uses, uint32_t to)
{
    for (size_t i = 0; i < n_uses; i++) {
        const struct node *use = uses[i];
        if (use->within != NULL) {
            ARENA_GROW(arena, graph->edges, graph->n_edges, graph->capacity);
            graph->edges[graph->n_edges++] =
                (struct edge){(uint32_t)graph->n_variables + use->within->id, to};
        }
        if (use->holder != NULL) {
            ARENA_GROW(arena, graph->edges, graph->n_edges, graph->capacity);
            graph->edges[graph->n_edges++] = (struct edge){use->holder->id, to};
        }
    }
}

static struct graph
graph_of(struct arena *arena, const struct source *source)
{
    struct graph graph = {.n_variables = source->n_variables + 1};
    graph.n_things = graph.n_variables + source->n_functions;
    for (size_t i = 0; i < source->n_variables; i++) {
        const struct variable *variable = source->variables[i];
        add_edges(arena, &graph, variable->uses, variable->n_uses, variable->id);
    }
    for (size_t i = 0; i < source->n_functions; i++) {
        const struct function *function = source->functions[i];
        add_edges(arena, &graph, function->uses, function->n_uses,
                  (uint32_t)graph.n_variables + function->id);
    }
    return graph;
}

/* Everything that what is REACHED already leads to is reached, too. */
static void
spread(const struct graph *graph, bool *reached)
{
    bool grows = true;
    while (grows) {
        grows = false;
        for (size_t i = 0; i < graph->n_edges; i++) {
            const struct edge *edge = &graph->edges[i];
            if (reached[edge->from] && !reached[edge->to]) {
                reached[edge->to] = grows = true;
            }
        }
    }
}

static bool *
reach(struct arena *arena, const struct graph *graph, const struct module *module)
{
    bool *reached = ARENA_ARRAY(arena, bool, graph->n_things + 1);
    reached[module->variable->id] = true;
    if (module->entry != NULL) {
        reached[graph->n_variables + module->entry->id] = true;
    }
    if (module->setup != NULL) {
        reached[graph->n_variables + module->setup->id] = true;
    }
    spread(graph, reached);
    return reached;
}

/* What the programs reach whose sources lie beside the module's. */
static bool *
reach_of_programs(struct arena *arena, const struct graph *graph,
                  const struct source *source)
{
    bool *reached = ARENA_ARRAY(arena, bool, graph->n_things + 1);
    for (size_t i = 0; i < source->n_functions; i++) {
        const struct function *function = source->functions[i];
        if (function_is_program(function)) {
            reached[graph->n_variables + function->id] = true;
        }
    }
    spread(graph, reached);
    return reached;
}

/* Functions that nothing is seen to call, as the methods of a class that a library calls: they
 * belong to the module if they use what is MINE. */
static bool *
reach_backwards(struct arena *arena, const struct graph *graph, const bool *mine,
                const bool *others, const bool *programs)
{
    bool *reached = ARENA_ARRAY(arena, bool, graph->n_things + 1);
    bool grows = true;
    while (grows) {
        grows = false;
        for (size_t i = 0; i < graph->n_edges; i++) {
            uint32_t from = graph->edges[i].from, to = graph->edges[i].to;
            if (from >= graph->n_variables && !reached[from] && !mine[from]
                && !others[from] && !programs[from] && (mine[to] || reached[to]))
            {
                reached[from] = grows = true;
            }
        }
    }
    return reached;
}

/* A static that nothing reaches belongs to the module whose definition stands in
 * its file. */
static bool
is_left_over(const bool *others, const struct variable *variable,
             const struct variable *definition)
{
    const struct declaration *a = variable_declaration(variable);
    const struct declaration *b = variable_declaration(definition);
    return !others[variable->id] && a != NULL && b != NULL && a->file == b->file;
}

/* Is FUNCTION what another unit makes of the text of ENTRY, under a name by a macro?  The text is
 * converted once, as ENTRY's. */
static bool
is_twin(const struct function *function, const struct function *entry)
{
    const struct declaration *a = function_definition(function);
    const struct declaration *b = entry != NULL ? function_definition(entry) : NULL;
    return function != entry && a != NULL && b != NULL && a->file == b->file
           && a->name == b->name;
}

void
plan_ownership(struct conversion *c)
{
    const struct source *source = c->source;
    struct graph graph = graph_of(c->arena, source);
    bool *mine = reach(c->arena, &graph, c->module);
    bool *others = ARENA_ARRAY(c->arena, bool, graph.n_things + 1);
    bool *programs = reach_of_programs(c->arena, &graph, source);

    for (size_t i = 0; i < c->n_modules; i++) {
        if (c->modules[i] == c->module) {
            continue;
        }
        bool *theirs = reach(c->arena, &graph, c->modules[i]);
        for (size_t k = 0; k < graph.n_things; k++) {
            others[k] |= theirs[k];
        }
    }
    bool *uncalled = reach_backwards(c->arena, &graph, mine, others, programs);
    for (size_t i = 0; i < source->n_variables; i++) {
        const struct variable *variable = source->variables[i];
        struct variable_plan *plan = plan_of_variable(c, variable);
        plan->belongs = mine[variable->id]
                        || (c->n_modules == 1 && !programs[variable->id])
                        || is_left_over(others, variable, c->module->variable);
        plan->is_shared = mine[variable->id] && others[variable->id];
    }
    for (size_t i = 0; i < source->n_functions; i++) {
        const struct function *function = source->functions[i];
        size_t number = graph.n_variables + function->id;
        plan_of_function(c, function)->belongs =
            function->in_project && !is_twin(function, c->module->entry)
            && (mine[number] || uncalled[number]
                || (c->n_modules == 1 && !programs[number]));
        plan_of_function(c, function)->is_reached =
            function->in_project && mine[number];
    }
}
