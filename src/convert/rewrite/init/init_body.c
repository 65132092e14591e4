/* The body of the function that made the module: it goes on with the module that exec is
 * handed, and answers 0 or -1. */
#include "convert/rewrite/init/init_body.h"

#include "convert/arena_text.h"
#include "convert/plan/init_steps.h"
#include "convert/plan/module.h"
#include "convert/plan/names.h"
#include "convert/plan/variables.h"
#include "convert/rewrite/changes.h"
#include "convert/text/style.h"

/* `return m ? m : NULL;` */
static const char *
choice_text(struct rewriter *r, const struct init_step *step)
{
    const struct node *test = node_bare(step->node->first)->first;
    return TEXT(r, "return %s ? %s : %s",
                rendered(r, step->file, test->begin, test->end), step->text,
                step->other);
}

/* `return PyErr_NoMemory();` */
static const char *
error_text(struct rewriter *r, const struct init_step *step)
{
    const struct node *node = step->node, *value = node_bare(node->first);
    const char *call = rendered(r, step->file, value->begin, value->end);
    return step->kind == INIT_RETURNS_ERROR ? TEXT(r, "%s;\n%sreturn -1", call,
                           indent_at(r->plan, step->file, node->begin))
                    : TEXT(r, "return (void)%s, -1", call);
}

/* `return add_types(m);` */
static const char *
passed_text(struct rewriter *r, const struct init_step *step)
{
    const struct node *value = node_bare(step->node->first);
    return TEXT(r, "return %s == NULL ? -1 : 0",
                rendered(r, step->file, value->begin, value->end));
}

/* The state keeps its reference, where the variable is a field. */
static bool
is_field_of_state(const struct rewriter *r)
{
    return moving(r->plan, r->plan->init->module_variable) != NULL;
}

/* What the variable that held the module is called. */
static const char *
kept_name(const struct rewriter *r)
{
    const struct variable *variable = r->plan->init->module_variable;
    return is_field_of_state(r) ? field_access(r->plan, variable) : variable->name;
}

/* `return m;` where the variable owns a reference, or is NULL, on lines that begin with
 * INDENT. */
static const char *
kept_text(struct rewriter *r, const struct init_step *step, const char *indent)
{
    const char *unit = style_of(r->plan, step->file)->indent;
    const char *name = kept_name(r);
    if (is_field_of_state(r)) {
        return TEXT(r, "return %s == NULL ? -1 : 0", name);
    }
    return TEXT(r,
                "if (%s == NULL) {\n%s%sreturn -1;\n%s}\n%sPy_DECREF(%s);\n"
                "%sreturn 0",
                name, indent, unit, indent, indent, name, indent);
}

/* The same as the only statement of a branch, behind its condition. */
static const char *
braced_text(struct rewriter *r, const struct init_step *step)
{
    const char *outer = indent_at(r->plan, step->file, step->node->begin);
    const char *inner =
        TEXT(r, "%s%s", outer, style_of(r->plan, step->file)->indent);
    return TEXT(r, " {\n%s%s;\n%s}", inner, kept_text(r, step, inner), outer);
}

/* What stands in the place of STEP. */
static const char *
step_text(struct rewriter *r, const struct init_step *step)
{
    const char *indent = indent_at(r->plan, step->file, step->range.begin);
    const struct variable *variable = r->plan->init->module_variable;
    switch (step->kind) {
    case INIT_STORES:
        return TEXT(r, "Py_INCREF(%s);\n%s%s = %s;", r->plan->init->module, indent,
                    field_access(r->plan, variable), r->plan->init->module);
    case INIT_KEEPS:
        return TEXT(r, "%s = %s;\n%sPy_INCREF(%s);", kept_name(r),
                    r->plan->init->module, indent, kept_name(r));
    case INIT_DECLARES:
        return TEXT(r, "%s;\n%sPy_INCREF(%s);", r->plan->init->module, indent,
                    variable->name);
    case INIT_LENDS:
        return is_field_of_state(r)
                   ? TEXT(r, "%s = %s;\n%sPy_INCREF(%s);", kept_name(r),
                          r->plan->init->module, indent, kept_name(r))
                   : TEXT(r, "%s = %s;", kept_name(r), r->plan->init->module);
    case INIT_DECLARES_LENT:
        return r->plan->init->module;
    case INIT_RETURNS:
        return TEXT(r, "return %s", step->text);
    case INIT_RETURNS_ASKING:
        return "return PyErr_Occurred() ? -1 : 0";
    case INIT_RETURNS_CHOICE:
        return choice_text(r, step);
    case INIT_RETURNS_ERROR:
    case INIT_RETURNS_COMMA:
        return error_text(r, step);
    case INIT_RETURNS_PASSED:
        return passed_text(r, step);
    case INIT_RETURNS_KEPT:
        return kept_text(r, step, indent);
    case INIT_RETURNS_BRACED:
        return braced_text(r, step);
    case INIT_CHECKS:
        return TEXT(r, "if (%s < 0) {%s\n%s%sreturn -1;\n%s}",
                    rendered(r, step->file, step->node->begin, step->node->end),
                    step->text, indent, style_of(r->plan, step->file)->indent, indent);
    case INIT_ASKS:
        indent = indent_at(r->plan, step->file, step->node->begin);
        return TEXT(r, "\n%sif (PyErr_Occurred()) {\n%s%sreturn -1;\n%s}", indent, indent,
                    style_of(r->plan, step->file)->indent, indent);
    case INIT_RETURNS_LENT:
        return r->plan->init->reassigns_variable
                   ? TEXT(r, "return %s == NULL ? -1 : 0", kept_name(r))
                   : "return 0";
    case INIT_REMOVES:
    case INIT_LEAVES_TEXT:
    case INIT_GIVES:
    case INIT_CUTS:
    case INIT_RETURNS_BY:
        break;
    }
    return step->text;
}

void
edit_init_body(struct rewriter *r)
{
    const struct init_step *step;
    for (size_t i = 0; (step = init_step_at(r->plan, i)) != NULL; i++) {
        if (step->kind == INIT_REMOVES) {
            remove_text(r, step->file, step->range.begin, step->range.end,
                        step->reason);
        }
        else {
            change_cover(r, step->file, step->range.begin, step->range.end,
                         step_text(r, step), step->reason);
        }
    }
}
