#include "compare/inherent.h"

#include <stdlib.h>
#include <string.h>

#include "base/macros.h"
#include "base/strbuf.h"

/* Bytes of the garbage collector's head, in front of the object: two pointers
 * (Include/internal/pycore_gc.h); free-threaded builds have none. */
enum { GC_HEAD_SIZE = 16, POINTER_SIZE = 8 };

static bool
is_gained(const struct difference *difference)
{
    return string_equal(difference->was, "False")
           && string_equal(difference->is, "True");
}

static bool
is_new(const struct difference *difference)
{
    return difference->was == NULL && difference->is != NULL;
}

static bool
is_any(const struct difference *difference)
{
    return difference->was != NULL && difference->is != NULL;
}

static bool
grows_by(const char *was, const char *is, long bytes)
{
    return was != NULL && is != NULL && strtol(is, NULL, 10) - strtol(was, NULL, 10) == bytes;
}

static bool
is_larger_by_head(const struct difference *difference)
{
    return grows_by(difference->was, difference->is, GC_HEAD_SIZE);
}

#define OLD_PROTOCOLS                                                                    \
    "copyreg treats heap types like Python classes, and unpickling raises the exception"

/* There was no such attribute. */
static bool
is_found_now(const struct difference *difference)
{
    return is_any(difference) && string_starts(difference->was, "raises AttributeError")
           && !string_starts(difference->is, "raises");
}

static bool
is_layout_conflict(const struct difference *difference)
{
    return string_equal(
               difference->was,
               "raises TypeError: multiple bases have instance lay-out conflict")
           && string_equal(difference->is, "is made");
}

static bool
is_tracked_now(const struct difference *difference)
{
    static const char was[] = "tracked False";
    static const char is[] = "tracked True";
    return is_any(difference) && string_starts(difference->was, was)
           && string_starts(difference->is, is)
           && strcmp(difference->was + sizeof was - 1, difference->is + sizeof is - 1)
                  == 0;
}

/* CPython 3.9 knows no immutable heap type. */
static bool
was_immutable(const struct difference *difference)
{
    return is_any(difference)
           && (strstr(difference->was, "built-in/extension type") != NULL
               || strstr(difference->was, "__class__ assignment only supported")
                      != NULL);
}

/* CPython 3.9 drops the signature of Py_tp_doc (bpo-41689). */
static bool
is_signature_lost(const struct difference *difference)
{
    return is_any(difference)
           && (strcmp(difference->is, "None") == 0
               || string_starts(difference->is, "raises ValueError: no signature"));
}

static bool
is_new_method(const struct difference *difference)
{
    return is_new(difference)
           && string_starts(difference->is, "a builtins.method_descriptor");
}

/* The same names but for one more. */
static bool
is_reducing_besides(const struct difference *difference)
{
    static const char name[] = "__reduce_ex__";
    const char *at = is_any(difference) ? strstr(difference->is, name) : NULL;
    if (at == NULL || strstr(difference->was, name) != NULL) {
        return false;
    }
    size_t before = (size_t)(at - difference->is);
    const char *behind = at + sizeof name - 1;
    behind += *behind == ' ';
    return strncmp(difference->was, difference->is, before) == 0
           && strcmp(difference->was + before, behind) == 0;
}

/* Pickling ends in an exception, as before: that of unpickling. */
static bool
is_refused_otherwise(const struct difference *difference)
{
    return is_any(difference) && string_starts(difference->was, "raises TypeError")
           && string_starts(difference->is, "raises");
}

static bool
is_reduced_now(const struct difference *difference)
{
    return is_any(difference) && string_starts(difference->was, "raises TypeError")
           && !string_starts(difference->is, "raises");
}

static const struct {
    const char *name; /* one that ends with '*' stands for all that begin so */
    bool (*holds)(const struct difference *difference);
    bool needs_gc;       /* only if the type has become collected */
    bool keeps_pickling; /* only if protocols 0 and 1 do what they did, or refuse still */
    int last_minor;      /* newest Python 3 it is inherent on; 0: all */
    const char *reason;
} table[] = {
    {"flag HEAPTYPE", is_gained, false, false, 0, "it is a heap type"},
    {"flag HAVE_GC", is_gained, true, false, 0,
     "instances hold a reference to their type, so they take part in garbage "
     "collection"},
    {"gc.is_tracked(o)", is_gained, true, false, 0,
     "instances hold a reference to their type, so they take part in garbage "
     "collection"},
    {"instance of class S*", is_tracked_now, true, false, 0,
     "instances hold a reference to their type, so they take part in garbage "
     "collection"},
    {"sys.getsizeof(o)", is_larger_by_head, true, false, 0,
     "the size includes the GC header"},
    {"gc.is_tracked(T)", is_gained, false, false, 0,
     "heap types take part in garbage collection"},
    {"sys.getsizeof(T)", is_any, false, false, 0, "heap type objects are larger"},
    {"attribute __module__", is_new, false, false, 0,
     "a heap type stores __module__ in its __dict__"},
    {"o.__module__", is_found_now, false, false, 0,
     "a heap type stores __module__ in its __dict__"},
    {"T.__annotations__", is_found_now, false, false, 0,
     "a heap type creates its annotations on demand"},
    {"o.__annotations__", is_found_now, false, false, 0,
     "a heap type creates its annotations on demand"},
    {"attribute __annotations__", is_new, false, false, 0,
     "a heap type creates its annotations on demand"},
    {"attribute __annotate_func__", is_new, false, false, 0,
     "a heap type creates its annotations on demand"},
    {"attribute __annotations_cache__", is_new, false, false, 0,
     "a heap type creates its annotations on demand"},
    {"attribute __dictoffset__", is_new, false, false, 0,
     "the slots define the offset as a member"},
    {"attribute __weaklistoffset__", is_new, false, false, 0,
     "the slots define the offset as a member"},
    {"attribute __vectorcalloffset__", is_new, false, false, 0,
     "the slots define the offset as a member"},
    {"attribute __reduce_ex__", is_new_method, false, true, 0,
     "it preserves pickling with protocols 0 and 1"},
    {"attributes that hide a base's", is_reducing_besides, false, true, 0,
     "it preserves pickling with protocols 0 and 1"},
    {"o.__reduce_ex__(0)", is_reduced_now, false, true, 0, OLD_PROTOCOLS},
    {"pickled o, protocol 0", is_refused_otherwise, false, true, 0, OLD_PROTOCOLS},
    {"pickled o, protocol 1", is_refused_otherwise, false, true, 0, OLD_PROTOCOLS},
    {"class S*", is_layout_conflict, false, false, 0,
     "a heap type can be combined with more bases"},
    {"T.__text_signature__", is_signature_lost, false, false, 9,
     "CPython 3.9 ignores the signature in Py_tp_doc"},
    {"inspect.signature(T)", is_signature_lost, false, false, 9,
     "CPython 3.9 ignores the signature in Py_tp_doc"},
    {"T.* = …", was_immutable, false, false, 9,
     "CPython 3.9 has no immutable heap types"},
    {"del T.*", was_immutable, false, false, 9,
     "CPython 3.9 has no immutable heap types"},
    {"o.__class__ = C", was_immutable, false, false, 9,
     "CPython 3.9 has no immutable heap types"},
    {"c.__class__ = T", was_immutable, false, false, 9,
     "CPython 3.9 has no immutable heap types"},
};

/* Does PATTERN, in which one '*' stands for anything, fit NAME? */
static bool
fits(const char *pattern, const char *name)
{
    const char *star = strchr(pattern, '*');
    if (star == NULL) {
        return strcmp(pattern, name) == 0;
    }
    size_t size = (size_t)(star - pattern);
    return strncmp(pattern, name, size) == 0 && string_ends(name + size, star + 1);
}

static bool
became(const struct build *before, const struct build *after, const char *subject,
       const char *flag)
{
    return string_equal(build_value(before, subject, flag), "False")
           && string_equal(build_value(after, subject, flag), "True");
}

static bool
raises(const char *value)
{
    return value != NULL && string_starts(value, "raises");
}

static bool
is_pickled_as_before(const struct build *before, const struct build *after,
                     const char *subject)
{
    static const char *const names[] = {"pickled o, protocol 0",
                                        "pickled o, protocol 1"};
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        const char *was = build_value(before, subject, names[i]);
        const char *is = build_value(after, subject, names[i]);
        if (!string_equal(was, is) && !(raises(was) && raises(is))) {
            return false;
        }
    }
    return true;
}

/* The sizes and offsets that are larger where instances have one more pointer, which keeps the
 * module state.  HAS_GC: the type has become collected. */
static bool
is_larger_by_pointer(const struct build *before, const struct build *after,
                     const struct difference *difference, bool has_gc)
{
    static const char *const names[] = {"T.__basicsize__",       "o.__sizeof__()",
                                        "sys.getsizeof(o)",      "__basicsize__ of *",
                                        "__dictoffset__ of *",   "__weakrefoffset__ of *"};
    const char *was = build_value(before, difference->subject, names[0]);
    const char *is = build_value(after, difference->subject, names[0]);
    bool is_whole = strcmp(difference->name, "sys.getsizeof(o)") == 0;
    for (size_t i = 0; grows_by(was, is, POINTER_SIZE) && i < ARRAY_LENGTH(names); i++) {
        if (fits(names[i], difference->name)) {
            return grows_by(difference->was, difference->is,
                            POINTER_SIZE + (is_whole && has_gc ? GC_HEAD_SIZE : 0));
        }
    }
    return false;
}

const char *
inherent_reason(const struct build *before, const struct build *after,
                const struct difference *difference, int minor)
{
    if (!became(before, after, difference->subject, "flag HEAPTYPE")) {
        return NULL;
    }
    bool has_gc = became(before, after, difference->subject, "flag HAVE_GC");
    if (is_larger_by_pointer(before, after, difference, has_gc)) {
        return "instances keep the module state";
    }
    for (size_t i = 0; i < ARRAY_LENGTH(table); i++) {
        if (fits(table[i].name, difference->name) && (has_gc || !table[i].needs_gc)
            && (!table[i].keeps_pickling
                || is_pickled_as_before(before, after, difference->subject))
            && (table[i].last_minor == 0 || minor <= table[i].last_minor)
            && table[i].holds(difference))
        {
            return table[i].reason;
        }
    }
    return NULL;
}
