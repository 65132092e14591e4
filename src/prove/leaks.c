/* Objects of the module that are alive after the interpreter they were made in, or
 * after the module object they were made for. */

#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "probe/protocol.h"
#include "prove/proof.h"

enum leak_field { WHERE, COUNT, TYPE, FILE_NAME, PLACE };
enum { PLACES_SHOWN = 12, TYPES_SHOWN = 5 };

/* By place, then the most frequent type first, then by name. */
static int
compare(const void *left, const void *right)
{
    const struct probe_record *one = *(const struct probe_record *const *)left;
    const struct probe_record *other = *(const struct probe_record *const *)right;
    uint64_t one_place = record_hex(one, PLACE);
    uint64_t other_place = record_hex(other, PLACE);
    if (one_place != other_place) {
        return one_place < other_place ? -1 : 1;
    }
    long difference = record_number(other, COUNT) - record_number(one, COUNT);
    if (difference != 0) {
        return difference < 0 ? -1 : 1;
    }
    return strcmp(one->fields[TYPE], other->fields[TYPE]);
}

static size_t
gather(struct proof *proof, const char *where, const struct probe_record ***out_records)
{
    const struct probe_log *log = &proof->logs[SCENARIO_LEAKS];
    const struct probe_record **records =
        ARENA_ARRAY(proof->arena, const struct probe_record *, log->n_records + 1);
    size_t n = 0;
    for (size_t i = 0; i < log->n_records; i++) {
        const struct probe_record *record = &log->records[i];
        if (record_is(record, RECORD_LEAK) && strcmp(record->fields[WHERE], where) == 0)
        {
            records[n++] = record;
        }
    }
    qsort(records, n, sizeof(const struct probe_record *), compare);
    *out_records = records;
    return n;
}

/* One line for all that was made at one place: "3 objects made in f: 2 dict, 1 type".
 * Returns how many of the N records it took. */
static size_t
add_place(struct proof *proof, struct finding *finding,
          const struct probe_record *const *records, size_t n)
{
    CLEANUP(strbuf_done) struct strbuf types = STRBUF_INIT;
    long total = 0;
    size_t i = 0;
    for (; i < n && record_hex(records[i], PLACE) == record_hex(records[0], PLACE); i++)
    {
        total += record_number(records[i], COUNT);
        if (i < TYPES_SHOWN) {
            strbuf_format(&types, "%s%s %s", i > 0 ? ", " : "",
                          records[i]->fields[COUNT], records[i]->fields[TYPE]);
        }
    }
    finding_add_evidence(proof->findings, finding, "%ld object%s created in %s: %s%s",
                         total, total == 1 ? "" : "s",
                         proof_place_text(proof, records[0]->fields[FILE_NAME],
                                          record_hex(records[0], PLACE)),
                         types.text, i > TYPES_SHOWN ? ", …" : "");
    return i;
}

static void
add_places(struct proof *proof, struct finding *finding,
           const struct probe_record *const *records, size_t n)
{
    proof_set_place(proof, finding, records[0]->fields[FILE_NAME],
                    record_hex(records[0], PLACE));
    size_t n_places = 0;
    for (size_t i = 0; i < n && n_places < PLACES_SHOWN; n_places++) {
        i += add_place(proof, finding, records + i, n - i);
    }
}

/* Memory from one source that each interpreter leaves behind, where no object does:
 * those that stay keep the memory that they hold. */
static void
read_memory(struct proof *proof, const char *source, const char *from, const char *part)
{
    const struct probe_record **records;
    size_t n = gather(proof, source, &records);
    if (n == 0) {
        return;
    }
    struct finding *finding =
        proof_find(proof, "lifetime-leak", source, SCENARIO_LEAKS,
                   "memory from %s is never freed: each interpreter that uses the "
                   "module leaks it again",
                   from);
    finding->level = LEVEL_WARNING;
    proof_set_place(proof, finding, records[0]->fields[FILE_NAME],
                    record_hex(records[0], PLACE));
    for (size_t i = 0; i < n && i < PLACES_SHOWN; i++) {
        long count = record_number(records[i], COUNT);
        finding_add_evidence(
            proof->findings, finding,
            "%ld %s%s, %s bytes, for each interpreter, allocated in %s", count, part,
            count == 1 ? "" : "s", records[i]->fields[TYPE],
            proof_place_text(proof, records[i]->fields[FILE_NAME],
                             record_hex(records[i], PLACE)));
    }
}

/* Does none of these objects refer to anything?  An instance of a type that the module
 * made, whatever its name is, would keep that type alive, too. */
static bool
hold_nothing(const struct probe_record *const *records, size_t n)
{
    static const char *const names[] = {"bytes", "bytearray", "int", "float",
                                        "complex", NULL};
    for (size_t i = 0; i < n; i++) {
        const char *const *name = names;
        while (*name != NULL && strcmp(*name, records[i]->fields[TYPE]) != 0) {
            name++;
        }
        if (*name == NULL) {
            return false;
        }
    }
    return true;
}

static void
read_objects(struct proof *proof, const struct probe_record *const *records, size_t n)
{
    bool is_data = hold_nothing(records, n);
    struct finding *finding = proof_find(
        proof, "lifetime-leak", "interpreter", SCENARIO_LEAKS, "%s",
        is_data ? "references to numbers or bytes are leaked: each interpreter that "
                  "uses the module leaks them again"
                : "objects of the module are alive after their interpreter has ended: "
                  "a reference is leaked, not visited by a traverse function, or not "
                  "released by m_clear and m_free");
    add_places(proof, finding, records, n);
    if (is_data) {
        finding->level = LEVEL_WARNING;
    }
    else {
        proof_fail(proof, SCENARIO_LEAKS, finding);
    }
}

void
read_leaks(struct proof *proof)
{
    const struct probe_record **records;
    size_t n = gather(proof, "interpreter", &records);
    if (n > 0) {
        read_objects(proof, records, n);
        return;
    }
    read_memory(proof, LEAK_MALLOC, "the C library", "block");
    read_memory(proof, LEAK_PYTHON, "Python's allocators", "block");
    read_memory(proof, LEAK_MMAP, "mmap", "mapping");
    n = gather(proof, LEAK_FREED, &records);
    if (n > 0) {
        struct finding *finding =
            proof_find(proof, "lifetime-state-not-cleared", LEAK_FREED, SCENARIO_LEAKS,
                       "m_free does not release objects in the module state: they leak "
                       "if the module is freed without the garbage collector, which "
                       "calls m_clear");
        add_places(proof, finding, records, n);
    }
    n = gather(proof, "reload", &records);
    if (n > 0) {
        struct finding *finding =
            proof_find(proof, "lifetime-leak", "reload", SCENARIO_LEAKS,
                       "objects of the module outlive their module object until the "
                       "interpreter ends");
        finding->level = LEVEL_NOTE;
        add_places(proof, finding, records, n);
    }
}
