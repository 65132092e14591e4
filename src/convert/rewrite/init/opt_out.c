/* Writes, extends or removes the opt-out. */
#include "convert/rewrite/init/opt_out.h"

#include <ctype.h>
#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/cxx.h"
#include "convert/plan/names.h"
#include "convert/plan/opt_out.h"
#include "convert/plan/own_release.h"
#include "convert/plan/stages.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/functions/function_head.h"
#include "convert/text/places.h"
#include "convert/text/style.h"

/* --- the form that stands in the exec function itself ---------------------------------- */

static const char nothing_shared[] = "nothing is shared";

static void
remove_flag(struct rewriter *r, const struct variable *flag)
{
    const struct declaration *d = &flag->declarations[0];
    remove_text(r, d->file,
                d->within == NULL ? place_before(d->file, d->begin) : d->begin,
                after_semicolon(d->file, d->end), nothing_shared);
}

/* --- writing one ------------------------------------------------------------------- */

static const char *
upper(const struct conversion *c, const char *name)
{
    char *copy = arena_string(c->arena, name);
    for (char *p = copy; *p != '\0'; p++) {
        *p = (char)toupper((unsigned char)*p);
    }
    return copy;
}

static void
add_lock(const struct conversion *c, struct strbuf *out, const char *lock,
         const char *unlock)
{
    const char *mutex = opt_out_name(c, "once_mutex");
    strbuf_format(out,
                  "#ifdef Py_GIL_DISABLED\n"
                  "static PyMutex %s;\n"
                  "#define %s() PyMutex_Lock(&%s)\n"
                  "#define %s() PyMutex_Unlock(&%s)\n"
                  "#else /* protected by the GIL */\n"
                  "#define %s()\n"
                  "#define %s()\n"
                  "#endif\n\n",
                  mutex, lock, mutex, unlock, mutex, lock, unlock);
}

static void
add_opt_out_exec(const struct conversion *c, struct strbuf *out, const char *owner,
                 const char *lock, const char *unlock, const char *inner)
{
    bool has_release = opt_out_has_release(c);
    const char *taken = has_release ? "(uintptr_t)module" : "1";
    const char *parameter = has_release || inner != NULL ? "module" : "Py_UNUSED(module)";
    strbuf_format(out,
                  "%s\t%s();\n"
                  "\tif (%s != 0) {\n"
                  "\t\t%s();\n"
                  "\t\tPyErr_SetString(PyExc_ImportError,\n"
                  "\t\t\t\"cannot load module more than once per process\");\n"
                  "\t\treturn -1;\n"
                  "\t}\n"
                  "\t%s = %s;\n"
                  "\t%s();\n",
                  function_head(c, variable_declaration(c->module->variable)->file,
                                "static int",
                                TEXT(c, "%s(PyObject *%s)", opt_out_exec_name(c),
                                     parameter)),
                  lock, owner, unlock, owner, taken, unlock);
    if (inner != NULL) {
        strbuf_format(out,
                      "\tif (%s(module) < 0) {\n"
                      "\t\t%s();\n"
                      "\t\t%s = 0;\n"
                      "\t\t%s();\n"
                      "\t\treturn -1;\n"
                      "\t}\n",
                      inner, lock, owner, unlock);
    }
    strbuf_add_string(out, "\treturn 0;\n}\n\n");
}

/* m_free, where the module's own INNER is for the module object only that has the statics. */
static void
add_owners_release(const struct conversion *c, struct strbuf *out, const char *owner,
                   const char *lock, const char *unlock, const char *inner)
{
    const struct type *type = c->own_release->parameter->type;
    const char *cast = c->language->is_cxx && type->target != NULL
                               && type->target->kind != TYPE_VOID
                           ? TEXT(c, "(%s)", type->spelling)
                           : "";
    strbuf_format(out,
                  "\t%s();\n"
                  "\tif (%s != (uintptr_t)module) {\n"
                  "\t\t%s();\n"
                  "\t\treturn;\n"
                  "\t}\n"
                  "\t%s();\n"
                  "\t%s(%smodule);\n"
                  "\t%s();\n"
                  "\t%s = %s;\n"
                  "\t%s();\n}\n\n",
                  lock, owner, unlock, unlock, inner, cast, lock, owner,
                  opt_out_is_given_back(c) ? "0" : "1", unlock);
}

static void
add_opt_out_release(const struct conversion *c, struct strbuf *out, const char *owner,
                    const char *lock, const char *unlock, const char *inner)
{
    strbuf_add_string(
        out,
        function_head(c, variable_declaration(c->module->variable)->file, "static void",
                      TEXT(c, "%s(void *module)", opt_out_release_name(c))));
    if (c->own_release->is_for_owner) {
        add_owners_release(c, out, owner, lock, unlock, inner);
        return;
    }
    if (inner != NULL) {
        strbuf_format(out, "\t%s(module);\n", inner);
    }
    strbuf_format(out,
                  "\t%s();\n"
                  "\tif (%s == (uintptr_t)module) {\n"
                  "\t\t%s = 0;\n"
                  "\t}\n"
                  "\t%s();\n}\n\n",
                  lock, owner, owner, unlock);
}

void
add_opt_out(const struct conversion *c, struct strbuf *out, const char *inner,
            const char *inner_release)
{
    bool has_release = opt_out_has_release(c);
    const char *word = has_release ? "owner" : "loaded";
    const char *owner = opt_out_name(c, word);
    const char *lock = upper(c, opt_out_name(c, TEXT(c, "lock_%s", word)));
    const char *unlock = upper(c, opt_out_name(c, TEXT(c, "unlock_%s", word)));

    strbuf_format(out,
                  opt_out_is_given_back(c)
                      ? "/* The only module object that may use the static variables. */\n"
                        "static uintptr_t %s;\n"
                  : has_release
                      ? "/* The only module object that may use the static variables; 1 when it "
                        "is gone:\n * they outlive it, and no other can have them. */\n"
                        "static uintptr_t %s;\n"
                      : "/* Static variables outlive the module object that filled them, and "
                        "its\n * interpreter: no other can have them. */\n"
                        "static int %s;\n",
                  owner);
    add_lock(c, out, lock, unlock);
    add_opt_out_exec(c, out, owner, lock, unlock, inner);
    if (has_release) {
        add_opt_out_release(c, out, owner, lock, unlock, inner_release);
    }
}

/* The guard's m_free calls NAME, too. */
void
extend_opt_out(struct rewriter *r, const char *name)
{
    if (r->plan->opt_out->release != NULL) {
        begin_body(
            r, r->plan->opt_out->release->body,
            TEXT(r, "%s(%s);", name, r->plan->opt_out->release->parameters[0]->name),
            "objects that moved to the state");
    }
}

void
remove_opt_out(struct rewriter *r)
{
    const struct source_file *file = r->plan->opt_out->file;
    if (r->plan->opt_out->question != NULL) {
        const struct node *question = r->plan->opt_out->question;
        remove_text(r, question->file, question->begin, question->end, nothing_shared);
        for (size_t i = 0; i < r->plan->opt_out->n_statements; i++) {
            const struct node *statement = r->plan->opt_out->statements[i];
            remove_text(r, statement->file, statement->begin,
                        after_semicolon(statement->file, statement->end), nothing_shared);
        }
        remove_flag(r, r->plan->opt_out->owner);
        if (r->plan->opt_out->mutex != NULL) {
            remove_flag(r, r->plan->opt_out->mutex);
        }
        return;
    }
    uint32_t end = line_end(file, r->plan->opt_out->end);
    if (line_end(file, end) - end <= 2 && strchr("\r\n", file->text[end]) != NULL) {
        end = line_end(file, end);
    }
    change_cover(r, file, r->plan->opt_out->begin, end, "", nothing_shared);
}
