/* Calls that change the memory of a buffer while another thread has it exported. */

#include "probe/shared_calls.h"

#include "probe/shared_accesses.h"
#include "probe/stepping.h"

#include <stdio.h>

#define EXPORT_LIMIT 16
#define SIMPLE 0 /* PyBUF_SIMPLE */

static struct py_buffer buffers[EXPORT_LIMIT];
static int n_buffers;

/* As another thread that reads them, and holds no lock for that. */
static void
export_all(struct py_object *exporters)
{
    n_buffers = 0;
    for (ssize_t i = 0; i < py.PyList_Size(exporters) && n_buffers < EXPORT_LIMIT; i++) {
        struct py_object *exporter = py.PyList_GetItem(exporters, i);
        if (py.PyObject_GetBuffer(exporter, &buffers[n_buffers], SIMPLE) == 0) {
            n_buffers++;
        }
        py.PyErr_Clear();
    }
}

/* What the call writes of an exported buffer; NULL: nothing. */
static const struct access *
find_write(const struct py_buffer *buffer)
{
    const struct access *accesses;
    size_t n = stepping_accesses(&accesses);
    for (size_t i = 0; i < n; i++) {
        const struct access *access = &accesses[i];
        uintptr_t begin = (uintptr_t)buffer->memory;
        bool is_plain = (access->flags & (ACCESS_WRITE | ACCESS_ATOMIC)) == ACCESS_WRITE;
        if (is_plain && buffer->size > 0 && access->address < begin + (size_t)buffer->size
            && begin < access->address + access->size && shared_accesses_counts(accesses, i))
        {
            return access;
        }
    }
    return NULL;
}

void
explore_exports(struct py_object *exporters)
{
    if (py.PyObject_GetBuffer == NULL) {
        end_copy(COPY_ENDED);
    }
    export_all(exporters);
    start_workers(2);
    progress->is_serial = true;
    for (int i = 0; i < n_operations && n_buffers > 0; i++) {
        if (operations[i].is_mutator || operations[i].has_maker) {
            continue;
        }
        shared_accesses_step(0, &operations[i], 1);
        const struct access *write = NULL;
        for (int k = 0; k < n_buffers && write == NULL; k++) {
            write = find_write(&buffers[k]);
        }
        if (write != NULL) {
            snprintf(progress->first, LABEL_SIZE, "%s", operations[i].label);
            snprintf(progress->second, LABEL_SIZE, "who reads a buffer of it");
            shared_accesses_say("writes what is exported,", write, write->code);
            break;
        }
    }
    end_copy(COPY_ENDED);
}
