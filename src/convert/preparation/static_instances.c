/* Objects in static memory, `static PyObject missing = {PyObject_HEAD_INIT(&T)};`: written
 * as pointers to objects that are made when their type is ready.  The text means the same
 * afterwards, and a pointer can move into the module state. */
#include "convert/preparation/static_instances.h"

#include <string.h>

#include "convert/facts/cxx.h"
#include "convert/facts/inactive/words.h"
#include "convert/facts/nodes.h"
#include "convert/text/places.h"
#include "model/extent.h"

struct instance {
    const struct source *source;
    struct arena *arena;
    struct edits *edits;
    const struct variable *variable;
    const struct variable *type;
    const struct node *ready; /* the `if` that makes the type ready */
};

/* The type that the initialiser of VARIABLE names, or NULL. */
static const struct variable *
type_of_instance(const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_initializers; i++) {
        const struct initializer *item = &variable->initializers[i];
        const struct node *referent = node_referent(item->value);
        if (strcmp(item->field, "ob_type") == 0 && referent != NULL
            && referent->kind == NODE_NAME && referent->variable != NULL
            && referent->variable->in_project
            && type_is_record(referent->variable->type, "PyTypeObject"))
        {
            return referent->variable;
        }
    }
    return NULL;
}

/* Does VARIABLE begin with nothing but the head of an object? */
static bool
has_head_only(const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_initializers; i++) {
        const struct initializer *item = &variable->initializers[i];
        if (!item->is_zero && !string_starts(item->field, "ob_")
            && !string_starts(item->path, "ob_base"))
        {
            return false;
        }
    }
    return true;
}

/* The statement `if (PyType_Ready(&TYPE) < 0 …) …` that leaves its function; or NULL. */
static const struct node *
ready_statement(const struct variable *type)
{
    for (size_t i = 0; i < type->n_uses; i++) {
        const struct node *node = type->uses[i];
        bool is_ready = false;
        for (; node->parent != NULL && node->parent->kind >= NODE_NAME;
             node = node->parent)
        {
            is_ready |=
                node->kind == NODE_CALL && strcmp(call_name(node), "PyType_Ready") == 0;
        }
        is_ready |=
            node->kind == NODE_CALL && strcmp(call_name(node), "PyType_Ready") == 0;
        const struct node *statement = node->parent;
        if (is_ready && statement != NULL && statement->kind == NODE_IF
            && statement->origin == ORIGIN_FILE && statement->first == node
            && node_child(statement, 2) == NULL && leaves(node_child(statement, 1))
            && statement->parent != NULL && statement->parent->kind == NODE_BLOCK)
        {
            return statement;
        }
    }
    return NULL;
}

static const struct declaration *
declaration_at(const struct variable *variable, const struct source_file *file,
               uint32_t offset)
{
    for (size_t i = 0; i < variable->n_declarations; i++) {
        const struct declaration *d = &variable->declarations[i];
        if (d->file == file && d->name == offset) {
            return d;
        }
    }
    return NULL;
}

/* Is every token of the name one of its declarations, or has & in front? */
static bool
is_used_by_address(const struct instance *instance)
{
    const struct source *source = instance->source;
    const char *name = instance->variable->name;
    for (size_t i = 0; i < source->n_variables; i++) {
        if (source->variables[i] != instance->variable
            && strcmp(source->variables[i]->name, name) == 0)
        {
            return false;
        }
    }
    for (size_t i = 0; i < source->n_files; i++) {
        struct word word = {.file = source->files[i]};
        while (word_next(&word, name, word.file->size)) {
            if (declaration_at(instance->variable, word.file, word.begin) == NULL
                && word.address == word.begin)
            {
                return false;
            }
        }
    }
    for (size_t i = 0; i < instance->variable->n_declarations; i++) {
        const struct declaration *d = &instance->variable->declarations[i];
        if (d->from_macro || d->n_declarators != 1 || is_cxx_file(d->file)
            || d->within != NULL)
        {
            return false;
        }
    }
    return true;
}

/* Does the function that makes the type use the object before?  It was there. */
static bool
is_used_before(const struct instance *instance)
{
    const struct variable *variable = instance->variable;
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i], *holder = use->parent;
        while (holder != NULL && holder->kind != NODE_VARIABLE) {
            holder = holder->parent;
        }
        bool is_static = holder != NULL && holder->variable != NULL
                         && variable_is_static(holder->variable);
        if (use->within == instance->ready->within && !is_static
            && use->begin < instance->ready->begin)
        {
            return true;
        }
    }
    return false;
}

static void
write_uses(const struct instance *instance)
{
    static const char reason[] = "the object is no longer in static memory";
    const struct variable *variable = instance->variable;
    for (size_t i = 0; i < instance->source->n_files; i++) {
        const struct source_file *file = instance->source->files[i];
        struct word word = {.file = file};
        while (word_next(&word, variable->name, file->size)) {
            const struct declaration *d = declaration_at(variable, file, word.begin);
            if (d == NULL) {
                edits_add(instance->edits, file, word.address, word.begin, "", reason);
                continue;
            }
            edits_cover(instance->edits, file, word.begin, d->end,
                        arena_format(instance->arena, "*%s", variable->name), reason);
        }
    }
}

/* Make the object behind the statement that makes its type ready, and fail as that. */
static void
write_creation(const struct instance *instance)
{
    const struct node *statement = instance->ready;
    const struct source_file *file = statement->file;
    struct brackets condition;
    if (!use_brackets(file, statement->begin, &condition)) {
        return;
    }
    uint32_t line = line_begin(file, statement->begin);
    const char *indent = arena_copy(instance->arena, file->text + line,
                                    strspn(file->text + line, " \t"));
    uint32_t end = after_semicolon(file, statement->end);
    const char *rest = arena_copy(instance->arena, file->text + condition.close + 1,
                                  end - condition.close - 1);
    const char *name = instance->variable->name;
    const char *type = instance->variable->type->spelling;
    bool is_plain = strcmp(type, "PyObject") == 0;
    edits_add(instance->edits, file, end, end,
              arena_format(instance->arena,
                           "\n%s%s = %s%s%sPyType_GenericAlloc(&%s, 0);\n"
                           "%sif (%s == NULL)%s",
                           indent, name, is_plain ? "" : "(", is_plain ? "" : type,
                           is_plain ? "" : " *)", instance->type->name, indent, name,
                           rest),
              "the object is created after its type");
}

void
prepare_instance(const struct source *source, struct arena *arena, struct edits *edits,
                 const struct variable *variable)
{
    struct instance instance = {source, arena, edits, variable, NULL, NULL};
    if (variable->type->kind != TYPE_RECORD || variable->type->record == NULL
        || !record_is_object(variable->type->record) || !has_head_only(variable))
    {
        return;
    }
    instance.type = type_of_instance(variable);
    instance.ready = instance.type != NULL ? ready_statement(instance.type) : NULL;
    if (instance.ready == NULL || !is_used_by_address(&instance)
        || is_used_before(&instance))
    {
        return;
    }
    write_uses(&instance);
    write_creation(&instance);
}
