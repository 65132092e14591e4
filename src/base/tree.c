#include "base/tree.h"

#include <stdlib.h>

#include "base/arena.h"

json_t *
tree_object(void)
{
    json_t *object = json_object();
    if (object == NULL) {
        memory_exhausted();
    }
    return object;
}

json_t *
tree_array(void)
{
    json_t *array = json_array();
    if (array == NULL) {
        memory_exhausted();
    }
    return array;
}

json_t *
tree_string(const char *text)
{
    json_t *value = json_string(text);
    if (value == NULL) {
        CLEANUP(strbuf_done) struct strbuf clean = STRBUF_INIT;
        for (const char *at = text; *at != '\0'; at++) {
            strbuf_add_char(&clean, (unsigned char)*at < 0x80 ? *at : '?');
        }
        value = json_string(clean.text);
    }
    if (value == NULL) {
        memory_exhausted();
    }
    return value;
}

void
tree_set(json_t *object, const char *key, json_t *value)
{
    if (value == NULL || json_object_set_new(object, key, value) != 0) {
        memory_exhausted();
    }
}

void
tree_set_string(json_t *object, const char *key, const char *text)
{
    if (text != NULL) {
        tree_set(object, key, tree_string(text));
    }
}

void
tree_append(json_t *array, json_t *value)
{
    if (json_array_append_new(array, value) != 0) {
        memory_exhausted();
    }
}

static void
print(json_t *root, size_t flags, struct strbuf *out)
{
    char *text = json_dumps(root, flags | JSON_REAL_PRECISION(6));
    if (text == NULL) {
        memory_exhausted();
    }
    strbuf_add_visible_json(out, text);
    strbuf_add_char(out, '\n');
    free(text);
    json_decref(root);
}

void
tree_print(json_t *root, struct strbuf *out)
{
    print(root, JSON_INDENT(2), out);
}

void
tree_print_line(json_t *root, struct strbuf *out)
{
    print(root, JSON_COMPACT, out);
}
