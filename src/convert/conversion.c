/* What the passes share: look-ups, refusals, names. */
#include "convert/conversion.h"

#include <stdarg.h>
#include <string.h>

struct variable_plan *
variable_plan_of(struct conversion *c, const struct variable *variable)
{
    return &c->variables[variable->id];
}

const struct variable_plan *
known_variable(const struct conversion *c, const struct variable *variable)
{
    return &c->variables[variable->id];
}

struct function_plan *
function_plan_of(struct conversion *c, const struct function *function)
{
    return &c->functions[function->id];
}

const struct function_plan *
known_function(const struct conversion *c, const struct function *function)
{
    return &c->functions[function->id];
}

struct macro_plan *
macro_plan_of(struct conversion *c, const struct macro *macro)
{
    return &c->macros[macro->id];
}

const struct macro_plan *
known_macro(const struct conversion *c, const struct macro *macro)
{
    return &c->macros[macro->id];
}

const struct variable_plan *
known_moving(const struct conversion *c, const struct variable *variable)
{
    if (variable == NULL) {
        return NULL;
    }
    const struct variable_plan *plan = known_variable(c, variable);
    return plan->kind != FIELD_NONE ? plan : NULL;
}

struct variable_plan *
moving_plan(struct conversion *c, const struct variable *variable)
{
    return known_moving(c, variable) != NULL ? variable_plan_of(c, variable) : NULL;
}

static struct finding *
add_finding(struct conversion *c, const char *rule, const struct source_file *file,
            uint32_t offset, const char *symbol, const char *message)
{
    struct finding *finding = findings_add(c->findings, rule, "%s", message);
    finding->path = file->path;
    finding->line = source_line(file, offset);
    finding->column = source_column(file, offset);
    finding->offset = offset;
    finding->symbol = symbol;
    finding->module = c->full_name;
    return finding;
}

void
refuse(struct conversion *c, const char *rule, const struct source_file *file,
       uint32_t offset, const char *symbol, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add_finding(c, rule, file, offset, symbol, arena_vformat(c->arena, format, args));
    va_end(args);
    c->is_refused = true;
}

struct finding *
report(struct conversion *c, const char *rule, const struct source_file *file,
       uint32_t offset, const char *symbol, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    struct finding *finding = add_finding(c, rule, file, offset, symbol,
                                          arena_vformat(c->arena, format, args));
    va_end(args);
    return finding;
}

void
note(struct conversion *c, const char *rule, const struct source_file *file,
     uint32_t offset, const char *symbol, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    struct finding *finding = add_finding(c, rule, file, offset, symbol,
                                          arena_vformat(c->arena, format, args));
    va_end(args);
    finding->level = LEVEL_NOTE;
}

void
refuse_at(struct conversion *c, const char *rule, const struct node *node,
          const char *symbol, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *message = arena_vformat(c->arena, format, args);
    va_end(args);
    refuse(c, rule, node->file, node->begin, symbol, "%s", message);
}

const struct record *
record_called(const struct conversion *c, const char *name,
              const struct source_file *file)
{
    const struct record *found = NULL;
    name = string_starts(name, "struct ") ? name + strlen("struct ") : name;
    for (size_t i = 0; i < c->source->n_records; i++) {
        const struct record *record = c->source->records[i];
        bool is_visible =
            record->file == file || record->file == NULL || !record->file->is_main;
        if ((strcmp(record->name, name) == 0 || strcmp(record->tag, name) == 0)
            && is_visible && (found == NULL || record->file == file))
        {
            found = record;
        }
    }
    return found;
}

char *
text_of(const struct conversion *c, const struct source_file *file, uint32_t begin,
        uint32_t end)
{
    return arena_copy(c->arena, file->text + begin, end - begin);
}

char *
field_access(const struct conversion *c, const struct variable *variable)
{
    return TEXT(c, "%s->%s", c->state, plan_of_variable(c, variable)->field);
}

const char *
place_words(const struct conversion *c, const struct declaration *declaration)
{
    return TEXT(c, "%s:%u", declaration->file->path,
                source_line(declaration->file, declaration->name));
}
