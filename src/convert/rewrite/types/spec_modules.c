/* Heap types that were made without a module. */
#include "convert/rewrite/types/spec_modules.h"

#include "convert/arena_text.h"
#include "convert/plan/spec_modules.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/functions/function_head.h"
#include "convert/rewrite/functions/state_expressions.h"

static const char reason[] = "the functions of the type find the state through the module";

void
edit_spec_modules(struct rewriter *r)
{
    for (size_t i = 0; i < r->plan->spec_modules->n_items; i++) {
        const struct spec_module *made = &r->plan->spec_modules->items[i];
        const struct source_file *file = made->arguments.file;
        const char *module = module_expression(r, made->function);
        if (made->name.begin == made->name.end) {
            change(r, file, made->argument.begin, made->argument.end, module, reason);
            continue;
        }
        change(r, file, made->name.begin, made->name.end, "PyType_FromModuleAndSpec",
               reason);
        add_argument(r, &made->arguments, module, reason);
        if (made->adds_bases) {
            change(r, file, made->arguments.close, made->arguments.close, ", NULL", reason);
        }
    }
}
