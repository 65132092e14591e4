#include "lsp/place.h"

#include "base/character.h"
#include "base/tree.h"

struct lined_text
lined_text(struct arena *arena, const char *text, size_t size)
{
    size_t *lines = NULL, n = 0, capacity = 0;
    ARENA_GROW(arena, lines, n, capacity);
    lines[n++] = 0;
    for (size_t i = 0; i < size; i++) {
        bool is_end = text[i] == '\n'
                      || (text[i] == '\r' && (i + 1 == size || text[i + 1] != '\n'));
        if (is_end) {
            ARENA_GROW(arena, lines, n, capacity);
            lines[n++] = i + 1;
        }
    }
    return (struct lined_text){text, size, lines, n};
}

/* Where line number LINE ends, without what ends it. */
static size_t
line_end(const struct lined_text *text, size_t line)
{
    size_t end = line + 1 < text->n_lines ? text->lines[line + 1] : text->size;
    while (end > text->lines[line]
           && (text->text[end - 1] == '\n' || text->text[end - 1] == '\r'))
    {
        end--;
    }
    return end;
}

/* The character at byte OFFSET: its bytes, and how many code units it counts.  What is no
 * UTF-8 counts one a byte. */
static size_t
character_at(const struct lined_text *text, enum encoding encoding, size_t offset,
             size_t *out_units)
{
    enum { FIRST_OF_TWO_UNITS = 0x10000 };
    unsigned code = 0;
    size_t size = character_decode(text->text + offset, text->size - offset, &code);
    size = size != 0 ? size : 1;
    *out_units = encoding == ENCODING_UTF8    ? size
                 : code >= FIRST_OF_TWO_UNITS ? 2
                                              : 1;
    return size;
}

size_t
place_offset(const struct lined_text *text, enum encoding encoding, size_t line,
             size_t character)
{
    if (line >= text->n_lines) {
        return text->size;
    }
    size_t offset = text->lines[line], end = line_end(text, line), units;
    while (offset < end) {
        size_t size = character_at(text, encoding, offset, &units);
        if (character < units) {
            break;
        }
        character -= units;
        offset += size;
    }
    return offset;
}

int
position_offset(const struct lined_text *text, enum encoding encoding,
                const json_t *value, size_t *out_offset)
{
    const json_t *line = json_object_get(value, "line");
    const json_t *character = json_object_get(value, "character");
    if (!json_is_integer(line) || !json_is_integer(character)
        || json_integer_value(line) < 0 || json_integer_value(character) < 0)
    {
        return -1;
    }
    *out_offset = place_offset(text, encoding, (size_t)json_integer_value(line),
                               (size_t)json_integer_value(character));
    return 0;
}

json_t *
position_of(const struct lined_text *text, enum encoding encoding, size_t offset)
{
    size_t low = 0, high = text->n_lines;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (text->lines[middle] <= offset) {
            low = middle;
        }
        else {
            high = middle;
        }
    }
    size_t character = 0, units;
    for (size_t at = text->lines[low]; at < offset && at < text->size;) {
        at += character_at(text, encoding, at, &units);
        character += units;
    }
    json_t *position = tree_object();
    tree_set(position, "line", json_integer((json_int_t)low));
    tree_set(position, "character", json_integer((json_int_t)character));
    return position;
}

json_t *
range_of(const struct lined_text *text, enum encoding encoding, size_t begin, size_t end)
{
    json_t *range = tree_object();
    tree_set(range, "start", position_of(text, encoding, begin));
    tree_set(range, "end", position_of(text, encoding, end));
    return range;
}

bool
position_is_not_behind(const json_t *a, const json_t *b)
{
    json_int_t lines[2] = {json_integer_value(json_object_get(a, "line")),
                           json_integer_value(json_object_get(b, "line"))};
    return lines[0] < lines[1]
           || (lines[0] == lines[1]
               && json_integer_value(json_object_get(a, "character"))
                      <= json_integer_value(json_object_get(b, "character")));
}
