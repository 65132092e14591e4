#include "convert/unconverted.h"

#include "extension/calls.h"
#include "extension/expression.h"
#include "extension/generated_modules.h"

static void
report_at(struct finding *finding, const struct source_file *file, uint32_t offset,
          const char *symbol)
{
    finding->path = file->path;
    finding->line = source_line(file, offset);
    finding->column = source_column(file, offset);
    finding->offset = offset;
    finding->symbol = symbol;
}

/* Say which definitions no file of the run makes a module of: of global ones, others may. */
static void
report_uncreated(const struct extension *extension, enum storage storage,
                 struct findings *findings)
{
    const bool is_static = storage == STORAGE_STATIC;
    for (size_t i = 0; i < extension->n_modules; i++) {
        const struct module *module = &extension->modules[i];
        const struct variable *variable = module->variable;
        if (!variable->in_project || variable->storage != storage
            || !type_is_record(variable->type, "PyModuleDef") || module->entry != NULL
            || module->create != NULL)
        {
            continue;
        }
        const struct declaration *place = variable_declaration(variable);
        struct finding *finding =
            findings_add(findings, "init-not-converted", "%s '%s', so it is not converted; %s",
                         is_static ? "no function that is read creates a module from"
                                   : "no file that is converted creates a module from",
                         variable->name,
                         is_static ? "let its init function do so by PyModule_Create"
                                   : "name the file with its init function, too");
        report_at(finding, place->file, place->name, variable->name);
    }
}

/* Modules that are not converted because a generator makes them: an error where that is
 * all there is, or what the user asked for; else to know. */
static bool
report_generated_modules(struct arena *arena, const struct extension *extension,
                         bool is_all, struct findings *findings)
{
    struct generated_modules modules = generated_modules_find(arena, extension);
    for (size_t i = 0; i < modules.n_items; i++) {
        const struct generated_module *module = &modules.items[i];
        bool is_left = !module->is_declared
                       && (is_all || module->is_named || module->maker != NULL);
        struct finding *finding =
            findings_add(findings, is_left ? "init-not-converted" : "generated-code",
                         "%s", generated_module_words(arena, module));
        finding->path = module->path;
        if (module->maker != NULL) {
            report_at(finding, module->file, module->offset, module->maker);
        }
    }
    return modules.n_items > 0;
}

static bool
has_module(const struct extension *extension, const struct function *entry)
{
    for (size_t i = 0; i < extension->n_modules; i++) {
        if (extension->modules[i].entry == entry) {
            return true;
        }
    }
    return false;
}

/* No module was found that could be converted: then each init function says so. */
static void
report_unknown_modules(const struct extension *extension, struct findings *findings)
{
    for (size_t i = 0; i < extension->source->n_functions; i++) {
        const struct function *entry = extension->source->functions[i];
        const struct declaration *definition = function_definition(entry);
        if (function_is_entry(entry) && definition != NULL && entry->body != NULL
            && !has_module(extension, entry))
        {
            report_at(findings_add(findings, "init-not-converted",
                                   "the definition of the module that '%s' returns is "
                                   "in no file that is read, or in a template, which is "
                                   "not converted; name its file, too",
                                   entry->name),
                      definition->file, definition->begin, entry->name);
        }
    }
}

/* Does it make a module as Python 2 did?  Python 3 does not declare the function. */
static bool
makes_old_module(const struct node *call)
{
    return CALL_IS(call, "Py_InitModule", "Py_InitModule3", "Py_InitModule4")
           && (call->function == NULL || call->function->body == NULL);
}

/* No module was found that could be converted: those of Python 2 say so. */
static void
report_old_modules(const struct extension *extension, struct findings *findings)
{
    for (size_t i = 0; i < extension->source->n_functions; i++) {
        const struct function *function = extension->source->functions[i];
        const struct node *call = NULL;
        for (size_t k = 0; k < function->n_calls && call == NULL; k++) {
            call = makes_old_module(function->calls[k]) ? function->calls[k] : NULL;
        }
        if (call != NULL) {
            report_at(findings_add(findings, "init-not-converted",
                                   "'%s' makes a module by %s, which Python 3 does not have; "
                                   "give it a PyModuleDef and a PyInit function first",
                                   function->name, call_name(call)),
                      call->file, call->begin, function->name);
        }
    }
}

void
report_unconverted(struct arena *arena, const struct extension *extension,
                   size_t n_converted, struct findings *findings)
{
    const size_t n_findings = findings->n_items;
    report_uncreated(extension, STORAGE_GLOBAL, findings);
    bool is_said = findings->n_items > n_findings;
    is_said |= report_generated_modules(arena, extension, n_converted == 0, findings);
    if (!is_said && n_converted == 0) {
        report_unknown_modules(extension, findings);
        report_old_modules(extension, findings);
    }
    if (findings->n_items == n_findings) {
        report_uncreated(extension, STORAGE_STATIC, findings);
    }
}
