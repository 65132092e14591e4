/* Is the converted text as good as what it was made of? */
#include "convert/verification.h"

#include <string.h>

#include "base/macros.h"
#include "base/strbuf.h"
#include "convert/slot_signatures.h"
#include "extension/expression.h"

/* Does FINDING tell of a field of the module state that had it before?  Only now is the
 * module held to visiting and releasing it. */
static bool
is_of_old_state(const struct verification *v, const struct finding *finding)
{
    bool is_of_state = strcmp(finding->rule, "gc-state-not-visited") == 0
                       || strcmp(finding->rule, "lifetime-state-not-cleared") == 0;
    if (!is_of_state || finding->member == NULL) {
        return false;
    }
    for (size_t i = 0; i < v->before->n_records; i++) {
        const struct record *record = v->before->records[i];
        for (size_t k = 0; k < record->n_fields; k++) {
            if (strcmp(record->fields[k].name, finding->member) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* Does FINDING tell of a result that the author did not check either, when he put it into a
 * static variable?  The check sees what becomes of members of the state.  One that he
 * checked, and the conversion lost, is no such. */
static bool
is_of_old_call(const struct verification *v, const struct finding *finding)
{
    if (strcmp(finding->rule, "init-result-unchecked") != 0 || finding->member == NULL) {
        return false;
    }
    for (size_t i = 0; i < v->before->n_variables; i++) {
        const struct variable *variable = v->before->variables[i];
        for (size_t k = 0; strcmp(variable->name, finding->member) == 0
                           && variable_is_static(variable) && k < variable->n_uses;
             k++)
        {
            const struct node *place = node_outer(variable->uses[k]);
            const struct node *parent = place->parent;
            if (parent != NULL && parent->kind == NODE_ASSIGN && parent->first == place
                && !variable_is_asked(variable) && node_bare(place->next)->kind == NODE_CALL)
            {
                return true;
            }
        }
    }
    return false;
}

/* What the author's own functions do wrong is his still, where their text is unchanged: it is
 * only now that their type is held to it.  So is a path that loses a reference, in a
 * function that has another name now. */
static bool
is_of_author(const struct verification *v, const struct finding *finding)
{
    static const char *const rules[] = {
        "access-dict-unchecked",      "access-null-unchecked",
        "gc-member-not-cleared",      "gc-member-not-visited",
        "gc-traverse-effect",         "gc-traverse-ignored",
        "init-failure-ignored",       "lifetime-borrowed-dropped",
        "lifetime-borrowed-returned", "lifetime-borrowed-stored",
        "lifetime-member-not-released", "lifetime-reference-leaked",
        "lifetime-released-twice",    "lifetime-stolen-reference",
        "lifetime-used-after-release", "lifetime-weakrefs-left",
        "type-size-wrong",
    };
    bool is_such = false;
    /* Memory or a lock that was never given back, once for the process before. */
    if (strcmp(finding->rule, "lifetime-resource-kept") == 0) {
        return true;
    }
    /* What he claims of free threading: a call becomes the slot, none is added.  A write
     * that raced in a static variable races in the module state, too. */
    if (strcmp(finding->rule, "claim-gil-not-used") == 0
        || string_starts(finding->rule, "thread-"))
    {
        return true;
    }
    if (is_of_old_state(v, finding) || is_of_old_call(v, finding)) {
        return true;
    }
    for (size_t i = 0; i < ARRAY_LENGTH(rules); i++) {
        is_such |= strcmp(rules[i], finding->rule) == 0;
    }
    for (size_t i = 0; is_such && finding->path != NULL && i < v->after->n_files; i++) {
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

/* The text of FINDING's place, without blanks: up to the end of the call that begins there,
 * or of the line. */
static void
add_place_text(const struct source *source, const struct finding *finding,
               struct strbuf *out)
{
    const struct source_file *file = NULL;
    for (size_t i = 0; i < source->n_files && finding->path != NULL; i++) {
        if (strcmp(source->files[i]->path, finding->path) == 0) {
            file = source->files[i];
        }
    }
    int depth = 0;
    for (size_t at = finding->offset; file != NULL && at < file->size; at++) {
        char byte = file->text[at];
        depth += (byte == '(') - (byte == ')');
        if (byte == '\n' || byte == '\r' || depth < 0) {
            return;
        }
        if (byte != ' ' && byte != '\t') {
            strbuf_add_char(out, byte);
        }
        if (byte == ')' && depth == 0) {
            return;
        }
    }
}

/* Do both tell the same of the same text?  The function around it may have another name
 * now. */
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
    return before.size > 0 && before.size == after.size
           && memcmp(before.text, after.text, before.size) == 0;
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

/* The first of the N problems at AFTER that is not among those at BEFORE. */
static const struct source_problem *
new_problem(const struct source_problem *before, size_t n_before,
            const struct source_problem *after, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        bool is_old = false;
        for (size_t k = 0; k < n_before; k++) {
            is_old |= strcmp(before[k].message, after[i].message) == 0;
        }
        if (!is_old) {
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

const char *
verification_problem(struct arena *arena, const struct verification *v,
                     const char **out_message)
{
    const struct source_problem *problem = source_new_problem(v->before, v->after);
    if (problem == NULL) {
        return NULL;
    }
    *out_message = arena_format(arena,
                                "the converted text does not compile (%s:%u: %s)",
                                problem->path, problem->line, problem->message);
    return problem->file != NULL ? problem->file->real_path : problem->path;
}

const char *
verification_finding(struct arena *arena, const struct verification *v,
                     const struct findings *findings, const char **out_message)
{
    for (size_t i = 0; i < findings->n_items; i++) {
        const struct finding *finding = &findings->items[i];
        if (finding->level != LEVEL_NOTE && !was_known(v, finding)
            && !is_of_author(v, finding)
            && !signature_was_wrong(arena, v->before, v->after, finding))
        {
            *out_message = arena_format(arena,
                                        "the converted text would have a new finding "
                                        "(%s:%u: %s [%s])",
                                        finding->path != NULL ? finding->path : "?",
                                        finding->line, finding->message, finding->rule);
            return finding->path != NULL ? real_path_of(v->after, finding->path) : "";
        }
    }
    return NULL;
}
