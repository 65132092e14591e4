#include "probe/data_snapshot.h"

#include "probe/object.h"
#include "probe/protocol.h"
#include "probe/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHANGE_LIMIT 4000 /* words; lxml.etree changes about 1,600 */
#define TEXT_SIZE 80
#define GLANCE_WORDS 2 /* of memory pointed to: less than any allocator's block */

typedef uintptr_t word;

/* What a word points to, the most telling thing seen over all stages. */
enum meaning {
    MEANING_VALUE,  /* a number, a flag, an address of code */
    MEANING_CORE,   /* an object of the interpreter itself */
    MEANING_STRING, /* an immortal interned str */
    MEANING_MEMORY, /* the heap, but no object */
    MEANING_OBJECT,
};

/* The structure that the word is part of. */
enum container {
    CONTAINER_NONE,
    CONTAINER_PARSER,     /* _PyArg_Parser: the interpreter fills it, once */
    CONTAINER_DEFINITION, /* PyModuleDef: the interpreter numbers it */
    CONTAINER_COPY,       /* its m_copy: the dictionary of a single-phase module */
    CONTAINER_TYPE,       /* a static type */
    CONTAINER_OBJECT,     /* another static object */
};

static const char *const meaning_names[] = {"value", "core", "string", "memory",
                                            "object"};
static const char *const container_names[] = {"-",    "parser", "definition",
                                              "copy", "type",   "object"};

struct change {
    uintptr_t address; /* of the word, or of the structure it is part of */
    word first;        /* its value when it first had changed */
    word glance[GLANCE_WORDS];
    unsigned stages;
    unsigned bytes; /* a bit for each byte of the word that changed */
    enum meaning meaning;
    enum container container;
    bool moved;           /* it has changed again later */
    bool pointee_changed; /* what it points to has */
    char type[TEXT_SIZE];
    char name[TEXT_SIZE];
};

static struct image image;
static unsigned char *pictures[IMAGE_RANGES];
static struct change changes[CHANGE_LIMIT];
static int n_changes;
static int n_lost;

static word
word_at(uintptr_t address)
{
    word value;
    memcpy(&value, (const void *)address, sizeof value);
    return value;
}

static bool
is_writable(uintptr_t address, size_t size)
{
    for (int i = 0; i < image.n_writable; i++) {
        if (address >= image.writable[i].begin
            && address + size <= image.writable[i].end)
        {
            return true;
        }
    }
    return false;
}

static void
take_picture(void)
{
    for (int i = 0; i < image.n_writable; i++) {
        const struct range *range = &image.writable[i];
        memcpy(pictures[i], (const void *)range->begin, range->end - range->begin);
    }
}

void
data_snapshot_begin(const struct image *of)
{
    image = *of;
    for (int i = 0; i < image.n_writable; i++) {
        pictures[i] = malloc(image.writable[i].end - image.writable[i].begin);
        if (pictures[i] == NULL) {
            trouble("no memory for a copy of the module's data");
        }
    }
    take_picture();
}

static bool
is_definition(uintptr_t address)
{
    return is_writable(address, py.head_size + 11 * sizeof(word))
           && word_at(address + py.type_offset) == (word)py.PyModuleDef_Type;
}

static bool
is_static_type(uintptr_t address)
{
    return is_writable(address, py.head_size + TYPE_WORDS * sizeof(word))
           && address_is_type(address);
}

/* Do the strings of an exact tuple equal the keywords, of which the positional-only
 * ones are empty and left out? */
static bool
tuple_has_keywords(struct py_object *tuple, uintptr_t keywords)
{
    ssize_t n = py.PyTuple_Size(tuple);
    ssize_t found = 0;
    for (; memory_is_readable(keywords, sizeof(word)); keywords += sizeof(word)) {
        word keyword = word_at(keywords);
        if (keyword == 0) {
            return n > 0 && found == n;
        }
        if (!memory_is_readable(keyword, 1)) {
            return false;
        }
        const char *text = (const char *)keyword;
        if (text[0] == '\0') {
            continue;
        }
        if (found == n) {
            return false;
        }
        struct py_object *item = py.PyTuple_GetItem(tuple, found++);
        if (!object_is_exact(item, py.PyUnicode_Type)) {
            return false;
        }
        const char *name = object_name(item);
        if (!memory_is_readable(keyword, strlen(name) + 1) || strcmp(name, text) != 0) {
            return false;
        }
    }
    return false;
}

/* struct _PyArg_Parser differs between versions; all have `keywords` as the second
 * word and, three to seven words behind it, a tuple of the same names. */
#define PARSER_WORDS 10

static bool
is_parser(uintptr_t address)
{
    if (!is_writable(address, PARSER_WORDS * sizeof(word))
        || !memory_is_readable(word_at(address + sizeof(word)), sizeof(word)))
    {
        return false;
    }
    for (uintptr_t i = 4; i < PARSER_WORDS; i++) {
        word value = word_at(address + i * sizeof(word));
        if (object_is_live(value)
            && object_is_exact((struct py_object *)value, py.PyTuple_Type)
            && tuple_has_keywords((struct py_object *)value,
                                  word_at(address + sizeof(word))))
        {
            return true;
        }
    }
    return false;
}

/* A static instance of one of the extension's static types.  A number beside another
 * type is more likely a slot, {Py_tp_base, &PyUnicode_Type}, or two variables. */
static bool
is_static_object(uintptr_t address)
{
    return is_writable(address, py.head_size) && object_is_live(address)
           && image_is_target(
               (uintptr_t)object_type((const struct py_object *)address));
}

/* Finds the structure that a word lies in by looking for its beginning before it. */
static enum container
container_of(uintptr_t address, uintptr_t *out_begin)
{
    size_t limit = TYPE_WORDS + 8; /* words; a static type is the largest */
    for (size_t i = 0; i < limit; i++) {
        uintptr_t begin = address - i * sizeof(word);
        *out_begin = begin;
        if (i < 11 + py.head_size / sizeof(word) && is_definition(begin)) {
            size_t copy = py.head_size / sizeof(word) + 2;
            return i == copy && word_at(address) != 0 ? CONTAINER_COPY
                                                      : CONTAINER_DEFINITION;
        }
        if (is_static_type(begin)) {
            return CONTAINER_TYPE;
        }
        if (i < PARSER_WORDS && is_parser(begin)) {
            return CONTAINER_PARSER;
        }
        if (i < py.head_size / sizeof(word) && is_static_object(begin)) {
            return CONTAINER_OBJECT;
        }
    }
    *out_begin = address;
    return CONTAINER_NONE;
}

static enum meaning
meaning_of(word value)
{
    if (!object_is_live(value)) {
        return memory_is_private(value) ? MEANING_MEMORY : MEANING_VALUE;
    }
    struct py_object *object = (struct py_object *)value;
    if (object_is_core(object)) {
        return MEANING_CORE;
    }
    if (object_is_exact(object, py.PyUnicode_Type) && object_is_immortal(object)) {
        return MEANING_STRING;
    }
    const struct image *home = image_at(value);
    if (home != NULL && home->role != IMAGE_TARGET) {
        return MEANING_CORE; /* a static object of another library */
    }
    return MEANING_OBJECT;
}

static struct change *
change_at(uintptr_t address)
{
    /* Words are compared in order, so a change known before is near the last. */
    for (int i = n_changes; i-- > 0;) {
        if (changes[i].address == address) {
            return &changes[i];
        }
    }
    if (n_changes == CHANGE_LIMIT) {
        n_lost++;
        return NULL;
    }
    struct change *change = &changes[n_changes++];
    memset(change, 0, sizeof *change);
    change->address = address;
    return change;
}

static void
describe(struct change *change, word value)
{
    struct py_object *object = (struct py_object *)value;
    bool is_type = object_is_type(object);
    const char *kind =
        is_type ? object_kind(object) : type_name_safe(object_type(object));
    snprintf(change->type, sizeof change->type, "%s", kind);
    snprintf(change->name, sizeof change->name, "%s",
             is_type ? type_name_safe(object) : object_name(object));
}

static void
glance(struct change *change, word value)
{
    if (change->meaning == MEANING_MEMORY
        && memory_is_readable(value, sizeof change->glance))
    {
        memcpy(change->glance, (const void *)value, sizeof change->glance);
    }
}

static unsigned
changed_bytes(word before, word after)
{
    unsigned bytes = 0;
    for (unsigned i = 0; i < sizeof(word); i++) {
        if ((unsigned char)(before >> (8 * i)) != (unsigned char)(after >> (8 * i))) {
            bytes |= 1U << i;
        }
    }
    return bytes;
}

static void
note_change(uintptr_t address, word before, enum stage stage)
{
    uintptr_t begin;
    enum container container = container_of(address, &begin);
    struct change *change = change_at(
        container == CONTAINER_NONE || container == CONTAINER_COPY ? address : begin);
    if (change == NULL) {
        return;
    }
    word value = word_at(address);
    enum meaning meaning =
        container == CONTAINER_NONE ? meaning_of(value) : MEANING_VALUE;
    bool is_new = change->stages == 0;
    change->moved = change->moved || (!is_new && value != change->first);
    change->stages |= stage;
    change->bytes |= changed_bytes(before, value);
    if (is_new || container > change->container) {
        change->container = container;
    }
    if (is_new) {
        change->first = value;
    }
    if (is_new || meaning > change->meaning) {
        change->meaning = meaning;
        if (meaning == MEANING_OBJECT || meaning == MEANING_STRING) {
            describe(change, value);
        }
        glance(change, value);
    }
    if (container == CONTAINER_TYPE || container == CONTAINER_OBJECT) {
        describe(change, begin);
    }
}

/* What a word set once points to may still be written by everyone. */
static void
compare_pointees(void)
{
    for (int i = 0; i < n_changes; i++) {
        struct change *change = &changes[i];
        word now[GLANCE_WORDS];
        word value = word_at(change->address);
        if (change->meaning == MEANING_MEMORY && value == change->first
            && memory_is_readable(value, sizeof now))
        {
            memcpy(now, (const void *)value, sizeof now);
            change->pointee_changed =
                change->pointee_changed || memcmp(now, change->glance, sizeof now) != 0;
        }
    }
}

void
data_snapshot_compare(enum stage stage)
{
    memory_refresh();
    compare_pointees();
    for (int i = 0; i < image.n_writable; i++) {
        const struct range *range = &image.writable[i];
        uintptr_t begin = (range->begin + sizeof(word) - 1) & ~(sizeof(word) - 1);
        for (uintptr_t at = begin; at + sizeof(word) <= range->end; at += sizeof(word))
        {
            word before;
            memcpy(&before, pictures[i] + (at - range->begin), sizeof before);
            if (before != word_at(at)) {
                note_change(at, before, stage);
            }
        }
    }
    take_picture();
}

void
data_snapshot_report(void)
{
    for (int i = 0; i < n_changes; i++) {
        const struct change *change = &changes[i];
        struct record record;
        record_begin(&record, RECORD_WORD);
        record_hex(&record, change->address - image.base);
        record_text(&record, meaning_names[change->meaning]);
        record_text(&record, change->type);
        record_text(&record, change->name);
        record_number(&record, change->stages);
        record_text(&record, change->moved             ? "moved"
                             : change->pointee_changed ? "pointee"
                                                       : "same");
        record_text(&record, container_names[change->container]);
        record_hex(&record, change->bytes);
        record_end(&record);
    }
    if (n_lost > 0) {
        struct record record;
        record_begin(&record, RECORD_COUNT);
        record_text(&record, "words-lost");
        record_number(&record, n_lost);
        record_end(&record);
    }
}
