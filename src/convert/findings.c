/* What is said of a module, as findings at a place of the source. */
#include "convert/findings.h"

#include <stdarg.h>

#include "convert/arena_text.h"

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

struct finding *
refuse(struct conversion *c, const char *rule, const struct source_file *file,
       uint32_t offset, const char *symbol, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    struct finding *finding = add_finding(c, rule, file, offset, symbol,
                                          arena_vformat(c->arena, format, args));
    va_end(args);
    finding->is_obstacle = true;
    c->is_refused = true;
    return finding;
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

struct finding *
refuse_at(struct conversion *c, const char *rule, const struct node *node,
          const char *symbol, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *message = arena_vformat(c->arena, format, args);
    va_end(args);
    return refuse(c, rule, node->file, node->begin, symbol, "%s", message);
}

const char *
macro_cause(const struct conversion *c, const struct macro *macro)
{
    return macro != NULL ? TEXT(c, "the macro '%s'", macro->name) : NULL;
}

const char *
place_words(const struct conversion *c, const struct declaration *declaration)
{
    return TEXT(c, "%s:%u", declaration->file->path,
                source_line(declaration->file, declaration->name));
}
