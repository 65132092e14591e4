#include "lsp/document.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/limits.h"

struct document *
documents_find(const struct documents *documents, const char *uri)
{
    struct document *document = documents->first;
    while (document != NULL && strcmp(document->uri, uri) != 0) {
        document = document->next;
    }
    return document;
}

struct document *
documents_at(const struct documents *documents, const char *path)
{
    struct document *document = documents->first;
    while (document != NULL && strcmp(document->path, path) != 0) {
        document = document->next;
    }
    return document;
}

static char *
copy_of(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(memory_alloc(size), text, size);
}

struct document *
documents_open(struct documents *documents, const char *uri, const char *path,
               json_int_t version)
{
    struct document *document = memory_alloc(sizeof *document);
    *document = (struct document){
        .uri = copy_of(uri),
        .path = copy_of(path),
        .version = version,
        .next = documents->first,
    };
    strbuf_init(&document->text);
    documents->first = document;
    documents->n_items++;
    return document;
}

void
documents_close(struct documents *documents, struct document *document)
{
    struct document **at = &documents->first;
    while (*at != document) {
        at = &(*at)->next;
    }
    *at = document->next;
    documents->n_items--;
    strbuf_done(&document->text);
    json_decref(document->files);
    json_decref(document->read);
    free(document->path);
    free(document->uri);
    free(document);
}

void
documents_done(struct documents *documents)
{
    while (documents->first != NULL) {
        documents_close(documents, documents->first);
    }
}

static int
check_size(const struct document *document, struct error *err)
{
    return document->text.size > LIMIT_SOURCE_SIZE
               ? error_set(err, ERROR_LIMIT, "it is larger than %lld MiB",
                           LIMIT_SOURCE_SIZE >> 20)
               : 0;
}

int
document_set_text(struct document *document, const char *text, size_t size,
                  struct error *err)
{
    strbuf_done(&document->text);
    strbuf_add(&document->text, text, size);
    return check_size(document, err);
}

/* Bytes [BEGIN, END) become SIZE bytes of TEXT. */
static void
replace(struct document *document, size_t begin, size_t end, const char *text,
        size_t size)
{
    struct strbuf old = document->text;
    strbuf_init(&document->text);
    strbuf_add(&document->text, old.text, begin);
    strbuf_add(&document->text, text, size);
    strbuf_add(&document->text, old.text + end, old.size - end);
    strbuf_done(&old);
}

static int
apply(struct document *document, const json_t *change, enum encoding encoding,
      struct error *err)
{
    const json_t *text = json_object_get(change, "text");
    const json_t *range = json_object_get(change, "range");
    if (!json_is_string(text)) {
        return error_set(err, ERROR_FORMAT, "a change has no text");
    }
    if (range == NULL || json_is_null(range)) {
        return document_set_text(document, json_string_value(text),
                                 json_string_length(text), err);
    }
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct lined_text lines =
        lined_text(arena, document->text.text, document->text.size);
    size_t begin, end;
    if (position_offset(&lines, encoding, json_object_get(range, "start"), &begin) != 0
        || position_offset(&lines, encoding, json_object_get(range, "end"), &end) != 0
        || begin > end)
    {
        return error_set(err, ERROR_FORMAT, "a change has no valid range");
    }
    replace(document, begin, end, json_string_value(text), json_string_length(text));
    return check_size(document, err);
}

int
document_change(struct document *document, const json_t *changes, enum encoding encoding,
                struct error *err)
{
    size_t i;
    const json_t *change;
    if (!json_is_array(changes)) {
        return error_set(err, ERROR_FORMAT, "there are no changes");
    }
    json_array_foreach(changes, i, change)
    {
        if (apply(document, change, encoding, err) != 0) {
            return -1;
        }
    }
    return 0;
}

void
documents_touch(struct documents *documents, struct document *document)
{
    document->changed = ++documents->clock;
    document->is_dirty = true;
    for (struct document *other = documents->first; other != NULL; other = other->next) {
        other->is_dirty =
            other->is_dirty || document_has_read(other, document->path);
    }
}

bool
document_has_read(const struct document *document, const char *path)
{
    size_t i;
    const json_t *item;
    json_array_foreach(document->read, i, item)
    {
        if (strcmp(json_string_value(item), path) == 0) {
            return true;
        }
    }
    return false;
}

bool
document_is_part(const struct documents *documents, const struct document *document)
{
    for (const struct document *other = documents->first; other != NULL;
         other = other->next)
    {
        if (other != document && strcmp(other->path, document->path) != 0
            && document_has_read(other, document->path)
            && !document_has_read(document, other->path))
        {
            return true;
        }
    }
    return false;
}
