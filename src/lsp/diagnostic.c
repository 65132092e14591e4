#include "lsp/diagnostic.h"

#include <string.h>

#include "base/map.h"
#include "base/tree.h"
#include "model/rule.h"

/* https://microsoft.github.io/language-server-protocol/: DiagnosticSeverity and
 * DiagnosticTag. */
enum { SEVERITY_ERROR = 1, SEVERITY_WARNING = 2, SEVERITY_INFORMATION = 3 };
enum { TAG_UNNECESSARY = 1 };

/* One file of the source that has findings. */
struct file_diagnostics {
    const struct source_file *file; /* NULL: none of the source */
    struct lined_text text;
    json_t *items; /* borrowed from the answer */
};

struct making {
    struct arena *arena;
    enum encoding encoding;
    const struct source *source;
    const char *path;
    struct map files; /* path of a finding -> struct file_diagnostics */
    json_t *answer;
};

/* What can go without a loss: editors show it faded. */
static bool
is_unnecessary(const char *rule)
{
    return strcmp(rule, "state-field-unread") == 0 || strcmp(rule, "ignore-unused") == 0;
}

static const struct source_file *
find_file(const struct source *source, const char *path)
{
    for (size_t i = 0; i < source->n_files; i++) {
        if (source->files[i]->is_project && strcmp(source->files[i]->path, path) == 0) {
            return source->files[i];
        }
    }
    return NULL;
}

/* The diagnostics of the file that findings call NAME. */
static struct file_diagnostics *
diagnostics_in(struct making *making, const char *name)
{
    struct file_diagnostics *entry = map_find_string(&making->files, name);
    if (entry != NULL) {
        return entry;
    }
    entry = ARENA_NEW(making->arena, struct file_diagnostics);
    entry->file = find_file(making->source, name);
    entry->text = lined_text(making->arena, entry->file ? entry->file->text : "",
                             entry->file ? entry->file->size : 0);
    json_t *object = tree_object();
    tree_set_string(object, "path", entry->file ? entry->file->real_path : making->path);
    entry->items = tree_array();
    tree_set(object, "items", entry->items);
    tree_append(making->answer, object);
    map_set_string(&making->files, name, entry);
    return entry;
}

/* From the word that FINDING is about, or the whole line, to its end. */
static json_t *
range_of_finding(const struct making *making, const struct file_diagnostics *in,
                 const struct finding *finding)
{
    const struct source_file *file = in->file;
    if (file == NULL || finding->line == 0 || finding->line > file->n_lines) {
        return range_of(&in->text, making->encoding, 0, 0);
    }
    size_t line = file->lines[finding->line - 1];
    size_t size = finding->quote != NULL ? strlen(finding->quote) : 0;
    size_t begin = finding->column != 0 ? finding->column - 1 : 0;
    size_t end = finding->end_column > finding->column ? finding->end_column - 1 : size;
    begin = begin < size ? begin : size;
    return range_of(&in->text, making->encoding, line + begin, line + end);
}

static json_t *
fix_of(const struct making *making, const struct file_diagnostics *in,
       const struct fix *fix)
{
    json_t *edits = tree_array(), *object = tree_object();
    for (size_t i = 0; i < fix->n_replacements; i++) {
        const struct replacement *part = &fix->replacements[i];
        json_t *edit = tree_object();
        tree_set(edit, "range",
                 range_of(&in->text, making->encoding, part->begin, part->end));
        tree_set_string(edit, "newText", part->text);
        tree_append(edits, edit);
    }
    tree_set_string(object, "title", fix->description);
    tree_set(object, "edits", edits);
    return object;
}

/* All replacements of a fix are in the file of its finding, or it is not offered. */
static bool
is_fix_of_file(const struct finding *finding)
{
    for (size_t i = 0; i < finding->fix->n_replacements; i++) {
        if (strcmp(finding->fix->replacements[i].path, finding->path) != 0) {
            return false;
        }
    }
    return finding->fix->n_replacements != 0;
}

static void
set_rule(json_t *diagnostic, const char *name)
{
    const struct rule *rule = rule_find(name);
    CLEANUP(strbuf_done) struct strbuf link = STRBUF_INIT;
    if (rule != NULL) {
        rule_link(rule, &link);
    }
    tree_set_string(diagnostic, "code", name);
    if (link.size != 0) {
        json_t *description = tree_object();
        tree_set_string(description, "href", link.text);
        tree_set(diagnostic, "codeDescription", description);
    }
    if (is_unnecessary(name)) {
        json_t *tags = tree_array();
        tree_append(tags, json_integer(TAG_UNNECESSARY));
        tree_set(diagnostic, "tags", tags);
    }
}

static json_t *
diagnostic_of(const struct making *making, const struct file_diagnostics *in,
              const struct finding *finding)
{
    static const int severities[] = {[LEVEL_NOTE] = SEVERITY_INFORMATION,
                                     [LEVEL_WARNING] = SEVERITY_WARNING,
                                     [LEVEL_ERROR] = SEVERITY_ERROR};
    CLEANUP(strbuf_done) struct strbuf message = STRBUF_INIT;
    strbuf_add_string(&message, finding->message);
    for (size_t i = 0; i < finding->n_evidence; i++) {
        strbuf_format(&message, "\n%s", finding->evidence[i]);
    }
    json_t *diagnostic = tree_object();
    tree_set(diagnostic, "range", range_of_finding(making, in, finding));
    tree_set(diagnostic, "severity", json_integer(severities[finding->level]));
    set_rule(diagnostic, finding->rule);
    tree_set_string(diagnostic, "source", "insulate");
    tree_set_string(diagnostic, "message", message.text);
    return diagnostic;
}

json_t *
diagnostics_of(struct arena *arena, const struct findings *findings,
               const struct source *source, const char *path, enum encoding encoding)
{
    struct making making = {
        .arena = arena,
        .encoding = encoding,
        .source = source,
        .path = path,
        .answer = tree_array(),
    };
    map_init(&making.files, arena);
    for (size_t i = 0; i < findings->n_items; i++) {
        const struct finding *finding = &findings->items[i];
        struct file_diagnostics *in =
            diagnostics_in(&making, finding->path != NULL ? finding->path : path);
        json_t *item = tree_object();
        tree_set(item, "diagnostic", diagnostic_of(&making, in, finding));
        if (finding->fix != NULL && in->file != NULL && is_fix_of_file(finding)) {
            tree_set(item, "fix", fix_of(&making, in, finding->fix));
        }
        tree_append(in->items, item);
    }
    return making.answer;
}
