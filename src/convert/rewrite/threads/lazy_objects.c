/* Objects that are made when first needed, and the macros that they are stored with. */
#include "convert/rewrite/threads/lazy_objects.h"

#include "convert/arena_text.h"
#include "convert/plan/lazy_objects.h"
#include "convert/rewrite/changes.h"
#include "convert/text/includes.h"
#include "convert/text/places.h"
#include "convert/text/style.h"

static const char reason[] = "builds without the GIL";

static const char *
macros(struct rewriter *r, const struct lazy_objects *plan)
{
    const char *load = plan->load, *set = plan->set, *function = plan->function;
    return TEXT(r,
                "/* For objects that are made when they are first needed: threads may do so "
                "at the same\n"
                "   time, and the object that is stored first stays. */\n"
                "#ifndef Py_GIL_DISABLED\n"
                "#define %s(place) (place)\n"
                "#define %s(place, object) ((place) = (object))\n"
                "#else\n"
                "#ifdef _MSC_VER\n"
                "#include <intrin.h>\n"
                "#define %s(place) \\\n"
                "\t((PyObject *)_InterlockedCompareExchangePointer( \\\n"
                "\t\t(void *volatile *)&(place), NULL, NULL))\n"
                "#else\n"
                "#define %s(place) __atomic_load_n(&(place), __ATOMIC_ACQUIRE)\n"
                "#endif\n"
                "#define %s(place, object) %s(&(place), (object))\n"
                "\n"
                "static inline PyObject *\n"
                "%s(PyObject **place, PyObject *object)\n"
                "{\n"
                "\tPyObject *first = NULL;\n"
                "\tif (object == NULL) {\n"
                "\t\treturn NULL;\n"
                "\t}\n"
                "#ifdef _MSC_VER\n"
                "\tfirst = (PyObject *)_InterlockedCompareExchangePointer(\n"
                "\t\t(void *volatile *)place, object, NULL);\n"
                "#else\n"
                "\t__atomic_compare_exchange_n(place, &first, object, 0, "
                "__ATOMIC_ACQ_REL,\n"
                "\t\t__ATOMIC_ACQUIRE);\n"
                "#endif\n"
                "\tif (first == NULL) {\n"
                "\t\treturn object;\n"
                "\t}\n"
                "\tPy_DECREF(object);\n"
                "\treturn first;\n"
                "}\n"
                "#endif\n",
                load, set, load, load, set, function, function);
}

static void
edit_store(struct rewriter *r, const struct lazy_objects *plan, const struct lazy_use *store)
{
    const struct source_file *file = store->file;
    const char *text = TEXT(
        r, "%s(%s, %s)", plan->set,
        text_of(r->plan, file, store->place.begin, store->place.end),
        rendered(r, file, store->value.begin, store->value.end));
    if (store->statement.end != 0) {
        remove_text(r, file, store->statement.begin, store->statement.end, reason);
    }
    change_cover(r, file, store->whole.begin, store->whole.end, text, reason);
}

void
edit_lazy_objects(struct rewriter *r)
{
    const struct lazy_objects *plan = r->plan->lazy_objects;
    if (plan == NULL) {
        return;
    }
    for (size_t i = 0; i < plan->n_files; i++) {
        const struct source_file *file = plan->files[i].file;
        const char *lines = indented(r->plan, file, macros(r, plan), "");
        uint32_t place = include_place(file, plan->files[i].offset);
        bool is_behind = place != UINT32_MAX;
        place = is_behind ? place : place_before(file, plan->files[i].offset);
        change(r, file, place, place, TEXT(r, is_behind ? "\n%s" : "%s\n", lines), reason);
    }
    for (size_t i = 0; i < plan->n_reads; i++) {
        const struct lazy_use *read = &plan->reads[i];
        change(r, read->file, read->whole.begin, read->whole.begin, TEXT(r, "%s(", plan->load),
               reason);
        change(r, read->file, read->whole.end, read->whole.end, ")", reason);
    }
    for (size_t i = 0; i < plan->n_stores; i++) {
        edit_store(r, plan, &plan->stores[i]);
    }
}
