#include "report/baseline.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/tree.h"

static const char *
text_of(struct arena *arena, const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text != NULL ? arena_string(arena, text) : NULL;
}

static void
read_entry(struct baseline *baseline, const json_t *object, const char *folder)
{
    struct arena *arena = baseline->arena;
    struct baseline_entry entry = {
        .rule = text_of(arena, object, "rule"),
        .path = text_of(arena, object, "path"),
        .symbol = text_of(arena, object, "symbol"),
        .message = text_of(arena, object, "message"),
        .reason = text_of(arena, object, "reason"),
    };
    if (entry.reason != NULL && entry.reason[0] == '\0') {
        entry.reason = NULL;
    }
    const char *written = text_of(arena, object, "fingerprint");
    char *end = NULL;
    entry.fingerprint = written != NULL ? strtoull(written, &end, 16) : 0;
    if (end == NULL || end == written || *end != '\0') {
        /* Written by hand, or by a release without fingerprints. */
        struct finding finding = {
            .rule = entry.rule ? entry.rule : "",
            .path = entry.path,
            .symbol = entry.symbol,
            .message = entry.message ? entry.message : "",
            .module = text_of(arena, object, "module"),
            .scenario = text_of(arena, object, "scenario"),
        };
        entry.fingerprint = finding_fingerprint(&finding, folder);
    }
    ARENA_GROW(arena, baseline->items, baseline->n_items, baseline->capacity);
    baseline->items[baseline->n_items++] = entry;
}

int
baseline_read(struct arena *arena, const char *text, size_t size, const char *folder,
              struct baseline *out_baseline, struct error *err)
{
    json_error_t error;
    json_t *root = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    if (root == NULL) {
        /* What stands in the file is not repeated: it need not be a baseline at all. */
        const char *quoted = strstr(error.text, " near '");
        size_t n = quoted ? (size_t)(quoted - error.text) : strlen(error.text);
        return error_set(err, ERROR_FORMAT, "line %d: %.*s", error.line, (int)n,
                         error.text);
    }
    const json_t *findings = json_object_get(root, "findings");
    if (!json_is_array(findings)
        || json_integer_value(json_object_get(root, "format")) != 1)
    {
        json_decref(root);
        return error_set(err, ERROR_FORMAT,
                         "not a baseline: expected an object with \"format\": 1 and "
                         "\"findings\", as written by --update-baseline");
    }
    struct baseline baseline = {.arena = arena};
    size_t i;
    const json_t *each;
    json_array_foreach(findings, i, each)
    {
        if (!json_is_object(each)) {
            json_decref(root);
            return error_set(err, ERROR_FORMAT, "finding %zu is not an object", i + 1);
        }
        read_entry(&baseline, each, folder);
    }
    json_decref(root);
    *out_baseline = baseline;
    return 0;
}

/* --- matching ------------------------------------------------------------ */

/* Entries of one fingerprint, in order. */
struct alike {
    size_t *indices;
    size_t n_indices, capacity, n_taken;
};

static void
index_entries(const struct baseline *baseline, struct map *index)
{
    map_init(index, baseline->arena);
    for (size_t i = 0; i < baseline->n_items; i++) {
        uint64_t hash = baseline->items[i].fingerprint;
        struct alike *alike = map_find(index, &hash, sizeof hash);
        if (alike == NULL) {
            alike = ARENA_NEW(baseline->arena, struct alike);
            map_set(index, &hash, sizeof hash, alike);
        }
        ARENA_GROW(baseline->arena, alike->indices, alike->n_indices, alike->capacity);
        alike->indices[alike->n_indices++] = i;
    }
}

/* The next entry that FINDING matches, or NULL. */
static struct baseline_entry *
take_entry(const struct baseline *baseline, const struct map *index,
           const struct finding *finding, const char *folder)
{
    uint64_t hash = finding_fingerprint(finding, folder);
    struct alike *alike = map_find(index, &hash, sizeof hash);
    if (alike == NULL || alike->n_taken == alike->n_indices) {
        return NULL;
    }
    return &baseline->items[alike->indices[alike->n_taken++]];
}

size_t
baseline_apply(struct baseline *baseline, struct findings *findings, const char *folder)
{
    struct map index;
    index_entries(baseline, &index);
    size_t kept = 0, n = findings->n_items;
    for (size_t i = 0; i < n; i++) {
        struct baseline_entry *entry =
            take_entry(baseline, &index, &findings->items[i], folder);
        if (entry != NULL) {
            entry->is_used = true;
        }
        else {
            findings->items[kept++] = findings->items[i];
        }
    }
    findings->n_items = kept;
    return n - kept;
}

void
baseline_print(const struct findings *findings, const struct baseline *old,
               const char *folder, struct strbuf *out)
{
    struct map index;
    struct baseline none = {.arena = findings->arena};
    old = old ? old : &none;
    index_entries(old, &index);
    json_t *root = tree_object(), *list = tree_array();
    tree_set(root, "format", json_integer(1));
    tree_set_string(root, "insulate", INSULATE_VERSION);
    for (size_t i = 0; i < findings->n_items; i++) {
        const struct finding *finding = &findings->items[i];
        const struct baseline_entry *entry = take_entry(old, &index, finding, folder);
        char hash[32];
        snprintf(hash, sizeof hash, "%016" PRIx64,
                 finding_fingerprint(finding, folder));
        json_t *object = tree_object();
        tree_set_string(object, "rule", finding->rule);
        tree_set_string(object, "path", finding->path);
        tree_set_string(object, "module", finding->module);
        tree_set_string(object, "symbol", finding->symbol);
        tree_set_string(object, "scenario", finding->scenario);
        tree_set_string(object, "message", finding->message);
        tree_set_string(object, "fingerprint", hash);
        tree_set_string(object, "reason", entry && entry->reason ? entry->reason : "");
        tree_append(list, object);
    }
    tree_set(root, "findings", list);
    tree_print(root, out);
}
