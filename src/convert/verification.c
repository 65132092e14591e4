/* Is the converted text as good as what it was made of? */
#include "convert/verification.h"

#include <string.h>

#include "base/macros.h"
#include "base/strbuf.h"
#include "convert/facts/inactive/taken_branches.h"
#include "convert/slot_signatures.h"
#include "convert/text/edited.h"
#include "extension/expression.h"
#include "extension/flow.h"
#include "model/rule.h"

/* Does the original module state have the field that FINDING is about?  Only now is the
 * module held to visiting and releasing it. */
static bool
is_of_old_field(const struct verification *v, const struct finding *finding)
{
    for (size_t i = 0; finding->member != NULL && i < v->before->n_records; i++) {
        const struct record *record = v->before->records[i];
        for (size_t k = 0; k < record->n_fields; k++) {
            if (strcmp(record->fields[k].name, finding->member) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* Is what USE points at read or written there, rather than USE itself? */
static bool
is_followed(const struct node *use)
{
    const struct node *outer = node_outer(use), *parent = outer->parent;
    return parent != NULL && parent->first == outer
           && (parent->kind == NODE_SUBSCRIPT
               || (parent->kind == NODE_MEMBER && parent->op == '>')
               || (parent->kind == NODE_UNARY && parent->op == '*'));
}

/* Does the function ask for VARIABLE where USE assigns to it, or behind that?  What it points
 * at is another question. */
static bool
is_asked_behind(const struct variable *variable, const struct node *use)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *other = variable->uses[i];
        if (other->within == use->within && node_is_asked(other) && !is_followed(other)
            && (other == use || node_flows_to(use, other)))
        {
            return true;
        }
    }
    return false;
}

/* Is FINDING about a result that the author did not check either, when he put it into a
 * static variable?  The check sees what becomes of members of the state.  One that he
 * checked, and the conversion lost, is no such. */
static bool
is_of_old_result(const struct verification *v, const struct finding *finding)
{
    const char *name = finding->member != NULL ? finding->member : finding->symbol;
    for (size_t i = 0; name != NULL && i < v->before->n_variables; i++) {
        const struct variable *variable = v->before->variables[i];
        for (size_t k = 0; strcmp(variable->name, name) == 0
                           && variable_is_static(variable) && k < variable->n_uses;
             k++)
        {
            const struct node *place = node_outer(variable->uses[k]);
            const struct node *parent = place->parent;
            if (parent != NULL && parent->kind == NODE_ASSIGN && parent->first == place
                && !is_asked_behind(variable, variable->uses[k])
                && (node_bare(place->next)->kind == NODE_CALL
                    || node_bare(place->next)->kind == NODE_CONDITIONAL))
            {
                return true;
            }
        }
    }
    return false;
}

/* Is the line of FINDING in the original file?  What the author's own functions do wrong is
 * his still, where their text is unchanged. */
static bool
is_of_old_line(const struct verification *v, const struct finding *finding)
{
    for (size_t i = 0; finding->path != NULL && i < v->after->n_files; i++) {
        const struct source_file *file = v->after->files[i];
        if (strcmp(file->path, finding->path) != 0 || finding->line == 0) {
            continue;
        }
        const struct source_file *old = prepared_original(v->prepared, file->real_path);
        const char *line = file->text + file->lines[finding->line - 1];
        size_t size = strcspn(line, "\r\n");
        return old != NULL && memmem(old->text, old->size, line, size) != NULL;
    }
    return false;
}

static const struct source_file *
file_of(const struct source *source, const struct finding *finding)
{
    for (size_t i = 0; i < source->n_files && finding->path != NULL; i++) {
        if (strcmp(source->files[i]->path, finding->path) == 0) {
            return source->files[i];
        }
    }
    return NULL;
}

/* The text of FINDING's place, without blanks: up to the end of the call that begins there,
 * or of the line. */
static void
add_place_text(const struct source *source, const struct finding *finding,
               struct strbuf *out)
{
    const struct source_file *file = file_of(source, finding);
    int depth = 0;
    for (size_t at = finding->offset; file != NULL && at < file->size; at++) {
        char byte = file->text[at];
        bool ends_line = byte == '\n' || byte == '\r';
        depth += (byte == '(') - (byte == ')');
        if ((ends_line && depth == 0) || depth < 0) {
            return;
        }
        if (!ends_line && byte != ' ' && byte != '\t') {
            strbuf_add_char(out, byte);
        }
        if (byte == ')' && depth == 0) {
            return;
        }
    }
}

/* Is FINDING about the end of the exec function that the conversion made of the author's?  It
 * returns 0 where he returned the module, with the exceptions that he left. */
static bool
is_of_old_import(const struct verification *v, const struct finding *finding)
{
    for (size_t i = 0; i < v->before->n_functions; i++) {
        if (string_equal(v->before->functions[i]->name, finding->symbol)) {
            return false;
        }
    }
    CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
    add_place_text(v->after, finding, &text);
    return text.size > 0 && string_starts(text.text, "return0");
}

/* Did the author cause FINDING, by what its rule says of such findings? */
static bool
is_of_author(const struct verification *v, const struct finding *finding)
{
    if (finding->is_of_import) {
        return false; /* he owned the module that his init function made */
    }
    switch (rule_find(finding->rule)->origin) {
    case ORIGIN_LINE:
        return is_of_old_line(v, finding) || is_of_old_result(v, finding)
               || is_of_old_import(v, finding);
    case ORIGIN_FIELD:
        return is_of_old_field(v, finding);
    case ORIGIN_RESULT:
        return is_of_old_result(v, finding);
    case ORIGIN_AUTHOR:
        return true;
    case ORIGIN_CONVERSION:
    case ORIGIN_NONE:
        break;
    }
    return false;
}

/* Did the edits bring the place of KNOWN to that of FINDING?  Where lines are broken does not
 * matter. */
static bool
is_moved_place(const struct verification *v, const struct finding *known,
               const struct finding *finding)
{
    const struct source_file *before = file_of(v->before, known);
    const struct source_file *after = file_of(v->after, finding);
    return before != NULL && after != NULL
           && strcmp(before->real_path, after->real_path) == 0
           && edited_rank(v->edits, before, (uint32_t)known->offset)
                  == text_rank(after->text, finding->offset);
}

static const struct function *
function_named(const struct source *source, const char *name)
{
    for (size_t i = 0; i < source->n_functions; i++) {
        if (strcmp(source->functions[i]->name, name) == 0) {
            return source->functions[i];
        }
    }
    return NULL;
}

/* The call at FINDING's place, and how many of the same function its function makes before it;
 * NULL: no call begins there. */
static const struct node *
call_at(const struct source *source, const struct finding *finding, size_t *out_number)
{
    const struct source_file *file = file_of(source, finding);
    for (size_t i = 0; i < source->n_functions && file != NULL; i++) {
        const struct function *function = source->functions[i];
        for (size_t k = 0; k < function->n_calls && function->file == file; k++) {
            const struct node *call = function->calls[k];
            if (call->file != file || call->begin != finding->offset) {
                continue;
            }
            *out_number = 0;
            for (size_t n = 0; n < k; n++) {
                *out_number += strcmp(call_name(function->calls[n]), call_name(call)) == 0;
            }
            return call;
        }
    }
    return NULL;
}

/* Are both about the same call, which is handed the state now, in a function that the
 * conversion made of the author's? */
static bool
is_same_call(const struct verification *v, const struct finding *known,
             const struct finding *finding)
{
    size_t number = 0, old_number = 0;
    const struct node *call = call_at(v->after, finding, &number);
    const struct node *old =
        call != NULL && function_named(v->before, call->within->name) == NULL
            ? call_at(v->before, known, &old_number)
            : NULL;
    return old != NULL && number == old_number
           && strcmp(call_name(call), call_name(old)) == 0
           && call_name(call)[0] != '\0'
           && strcmp(call->file->real_path, old->file->real_path) == 0;
}

/* Do both tell the same of the same text?  The function around it may have another name
 * now, and what it uses stand in the state. */
static bool
is_same_place(const struct verification *v, const struct finding *known,
              const struct finding *finding)
{
    CLEANUP(strbuf_done) struct strbuf before = STRBUF_INIT;
    CLEANUP(strbuf_done) struct strbuf after = STRBUF_INIT;
    if (finding->line == 0 || known->line == 0) {
        return false;
    }
    add_place_text(v->before, known, &before);
    add_place_text(v->after, finding, &after);
    return (before.size > 0 && before.size == after.size
            && memcmp(before.text, after.text, before.size) == 0)
           || is_moved_place(v, known, finding) || is_same_call(v, known, finding);
}

static bool
was_known(const struct verification *v, const struct finding *finding)
{
    for (size_t i = 0; i < v->known->n_items; i++) {
        const struct finding *known = &v->known->items[i];
        if (strcmp(known->rule, finding->rule) == 0
            && (string_equal(known->symbol, finding->symbol)
                || is_same_place(v, known, finding)))
        {
            return true;
        }
    }
    return false;
}

static const char *
real_path_of(const struct source *source, const char *path)
{
    for (size_t i = 0; i < source->n_files; i++) {
        if (strcmp(source->files[i]->path, path) == 0) {
            return source->files[i]->real_path;
        }
    }
    return path;
}

static bool
is_new_problem(const struct source_problem *problem, const struct source_problem *before,
               size_t n_before)
{
    for (size_t i = 0; i < n_before; i++) {
        if (strcmp(before[i].message, problem->message) == 0) {
            return false;
        }
    }
    return true;
}

/* The first of the N problems at AFTER that is not among those at BEFORE. */
static const struct source_problem *
new_problem(const struct source_problem *before, size_t n_before,
            const struct source_problem *after, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (is_new_problem(&after[i], before, n_before)) {
            return &after[i];
        }
    }
    return NULL;
}

const struct source_problem *
source_new_problem(const struct source *before, const struct source *after)
{
    const struct source_problem *problem =
        new_problem(before->problems, before->n_problems, after->problems, after->n_problems);
    return problem != NULL ? problem
                           : new_problem(before->warnings, before->n_warnings,
                                         after->warnings, after->n_warnings);
}

/* A function that the conversion calls and defines nowhere, or NULL: such a text compiles. */
static const struct function *
undefined_function(const struct verification *v)
{
    for (size_t i = 0; i < v->after->n_functions; i++) {
        const struct function *function = v->after->functions[i];
        if (function->in_project && function->body == NULL && function->n_uses > 0
            && function->n_declarations > 0
            && function_named(v->before, function->name) == NULL)
        {
            return function;
        }
    }
    return NULL;
}

void
verification_add_fault(struct arena *arena, struct verification_faults *faults,
                       const char *path, const char *message)
{
    const struct verification_fault fault = {path, message};
    ARENA_ADD(arena, faults->items, faults->n_items, faults->capacity, &fault);
}

/* Those of the N problems at AFTER that are not among those at BEFORE. */
static void
add_problems(struct arena *arena, struct verification_faults *faults,
             const struct source_problem *before, size_t n_before,
             const struct source_problem *after, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct source_problem *problem = &after[i];
        if (is_new_problem(problem, before, n_before)) {
            verification_add_fault(arena, faults,
                      problem->file != NULL ? problem->file->real_path : problem->path,
                      arena_format(arena,
                                   "the converted text does not compile (%s:%u: %s)",
                                   problem->path, problem->line, problem->message));
        }
    }
}

void
verification_problems(struct arena *arena, const struct verification *v,
                      struct verification_faults *out)
{
    const struct source *before = v->before, *after = v->after;
    add_problems(arena, out, before->problems, before->n_problems, after->problems,
                 after->n_problems);
    if (out->n_items == 0) {
        add_problems(arena, out, before->warnings, before->n_warnings, after->warnings,
                     after->n_warnings);
    }
    const struct function *undefined = out->n_items == 0 ? undefined_function(v) : NULL;
    if (undefined != NULL) {
        const struct declaration *d = &undefined->declarations[0];
        verification_add_fault(arena, out, d->file->real_path,
                  arena_format(arena,
                               "the converted text calls '%s' and does not define it "
                               "(%s:%u)",
                               undefined->name, d->file->path,
                               source_line(d->file, d->name)));
    }
    struct branch branch;
    if (out->n_items == 0 && branch_changed(before, after, &branch)) {
        const struct source_file *file = branch.file;
        verification_add_fault(
            arena, out, file->real_path,
            arena_format(arena,
                         "the converted text includes Python.h, whose macros decide '%.*s' "
                         "(%s:%u) another way; include Python.h there first, and see that "
                         "what is compiled then is right",
                         (int)(branch.end - branch.begin), file->text + branch.begin,
                         file->path, source_line(file, branch.begin)));
    }
}

void
verification_findings(struct arena *arena, const struct verification *v,
                      const struct findings *findings, struct findings *kept,
                      struct verification_faults *out)
{
    for (size_t i = 0; i < findings->n_items; i++) {
        const struct finding *finding = &findings->items[i];
        if (finding->level == LEVEL_NOTE) {
            continue;
        }
        bool is_known = was_known(v, finding);
        if (is_known || is_of_author(v, finding)
            || signature_was_wrong(arena, v->before, v->after, finding))
        {
            struct finding copy = *finding;
            copy.is_of_author = !is_known;
            finding_copy(kept, &copy);
        }
        else {
            verification_add_fault(arena, out,
                      finding->path != NULL ? real_path_of(v->after, finding->path) : "",
                      arena_format(arena,
                                   "the converted text would have a new finding "
                                   "(%s:%u: %s [%s])",
                                   finding->path != NULL ? finding->path : "?",
                                   finding->line, finding->message, finding->rule));
        }
    }
}
