#include "probe/births.h"

#include "probe/image.h"
#include "probe/object.h"
#include "probe/protocol.h"
#include "probe/record.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <unwind.h>

#define TABLE_SIZE (1 << 18) /* entries, a power of two; full: births are lost */
#define REACH 1024           /* entries looked at; further births are lost */
#define SCAN_BYTES 8192      /* of stack, looked through for the extension's code */
#define FRAME_LIMIT 40
#define GROUP_LIMIT 64
#define DOMAINS 3 /* PYMEM_DOMAIN_RAW, MEM, OBJ */

enum tracer_event { TRACER_CREATE, TRACER_DESTROY };

struct birth {
    uintptr_t block; /* 0: free; 1: was used */
    uintptr_t place; /* where in the extension */
    uint32_t epoch;
    uint32_t size; /* of a block; 0: an object */
};

static struct birth *table;
static uint32_t epoch_now;
static int64_t interpreter_meant = -1; /* -1: any */
static atomic_flag lock = ATOMIC_FLAG_INIT;
static _Thread_local bool inside_hook;
static _Thread_local uintptr_t stack_end;
static struct py_allocator original[DOMAINS];
static volatile bool is_noting;

static void
take_lock(void)
{
    while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire)) {
    }
}

static void
leave_lock(void)
{
    atomic_flag_clear_explicit(&lock, memory_order_release);
}

static struct birth *
find(uintptr_t block, bool for_birth)
{
    /* Neighbours stay neighbours: each death asks, and most pages are never touched. */
    size_t slot = (size_t)(block >> 4) & (TABLE_SIZE - 1);
    for (size_t i = 0; i < REACH; i++) {
        struct birth *birth = &table[(slot + i) & (TABLE_SIZE - 1)];
        if (birth->block == block || birth->block == 0
            || (for_birth && birth->block == 1))
        {
            return birth;
        }
    }
    return NULL;
}

static void
note_death(uintptr_t block)
{
    take_lock();
    struct birth *birth = find(block, false);
    if (birth != NULL && birth->block == block) {
        birth->block = 1;
    }
    leave_lock();
}

static uintptr_t
stack_limit(void)
{
    if (stack_end == 0) {
        pthread_attr_t attributes;
        void *begin;
        size_t size;
        if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
            pthread_attr_getstack(&attributes, &begin, &size);
            stack_end = (uintptr_t)begin + size;
            pthread_attr_destroy(&attributes);
        }
    }
    return stack_end;
}

static bool
is_target_code(uintptr_t address)
{
    const struct image *target = image_target();
    return target != NULL && image_has_code(target, address);
}

/* A cheap question before the dear one: which words of the near stack look like a
 * return address into the extension?  Stale words say yes falsely, never no.  Returns
 * where the furthest of them stands, 0 if there is none. */
__attribute__((no_sanitize("address"))) static uintptr_t
furthest_candidate(void)
{
    const struct image *target = image_target();
    if (target == NULL) {
        return 0;
    }
    uintptr_t begin = (uintptr_t)__builtin_frame_address(0);
    uintptr_t end = begin + SCAN_BYTES;
    if (stack_limit() != 0 && end > stack_limit()) {
        end = stack_limit();
    }
    uintptr_t size = target->whole.end - target->whole.begin;
    for (uintptr_t at = end & ~(sizeof at - 1); at > begin;) {
        uintptr_t word;
        at -= sizeof at;
        memcpy(&word, (const void *)at, sizeof word);
        if (word - target->whole.begin < size && image_has_code(target, word)) {
            return at;
        }
    }
    return 0;
}

/* Where the interpreter's import begins and ends: a frame in it, further in than the
 * extension's, means that another module is being made. */
static struct range import_code;

static void
find_import_code(void)
{
    Dl_info info;
    void *entry = NULL;
    void *address = dlsym(RTLD_DEFAULT, "PyImport_ImportModuleLevelObject");
    if (address != NULL && dladdr1(address, &info, &entry, RTLD_DL_SYMENT) != 0
        && entry != NULL)
    {
        const ElfW(Sym) *symbol = entry;
        import_code.begin = (uintptr_t)info.dli_saddr;
        import_code.end = import_code.begin + symbol->st_size;
    }
}

/* A walk up the stack, frame by frame. */
struct walk {
    uintptr_t furthest; /* place on the stack behind which no frame is of interest */
    uintptr_t place;    /* in the extension, once found */
    bool is_behind_hook;
    int n_frames;
};

/* The extension made it if the innermost frame that is neither the interpreter nor
 * the C library is the extension's: what another extension makes on its behalf is
 * the other's, and what an import makes is the imported module's: a frame of ours,
 * behind those of the hook, runs the init function of another extension.
 * Returns whether the walk goes on. */
static bool
visit_frame(struct walk *walk, uintptr_t address)
{
    if (is_target_code(address)) {
        walk->place = address - 1;
        return false;
    }
    const struct image *image = image_at(address);
    bool is_ours = image != NULL && image->role == IMAGE_PROBE;
    bool is_import = (address >= import_code.begin && address < import_code.end)
                     || (is_ours && walk->is_behind_hook);
    walk->is_behind_hook = walk->is_behind_hook || !is_ours;
    return image != NULL && image->role != IMAGE_OTHER && !is_import
           && ++walk->n_frames < FRAME_LIMIT;
}

/* The compiler's unwinder, which backtrace() stands on: unlike that one it can be
 * stopped, and most walks end after a few frames. */
static struct {
    _Unwind_Reason_Code (*walk)(_Unwind_Trace_Fn, void *);
    _Unwind_Ptr (*address)(struct _Unwind_Context *);
    _Unwind_Word (*stack)(struct _Unwind_Context *);
} unwinder;

static void
find_unwinder(void)
{
    void *library = dlopen("libgcc_s.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        return;
    }
    void *walk = dlsym(library, "_Unwind_Backtrace");
    void *address = dlsym(library, "_Unwind_GetIP");
    void *stack = dlsym(library, "_Unwind_GetCFA");
    if (walk != NULL && address != NULL && stack != NULL) {
        memcpy(&unwinder.walk, &walk, sizeof walk);
        memcpy(&unwinder.address, &address, sizeof address);
        memcpy(&unwinder.stack, &stack, sizeof stack);
    }
}

/* The return address of a frame stands right below the stack of its caller. */
static _Unwind_Reason_Code
visit(struct _Unwind_Context *context, void *data)
{
    struct walk *walk = data;
    bool goes_on = visit_frame(walk, (uintptr_t)unwinder.address(context))
                   && (uintptr_t)unwinder.stack(context) <= walk->furthest;
    return goes_on ? _URC_NO_REASON : _URC_NORMAL_STOP;
}

uintptr_t
births_place(void)
{
    struct walk walk = {.furthest = furthest_candidate()};
    if (walk.furthest == 0) {
        return 0;
    }
    if (unwinder.walk != NULL) {
        (void)unwinder.walk(visit, &walk);
        return walk.place;
    }
    void *frames[FRAME_LIMIT];
    int n = backtrace(frames, FRAME_LIMIT);
    for (int i = 0; i < n && visit_frame(&walk, (uintptr_t)frames[i]); i++) {
    }
    return walk.place;
}

/* A module that makes interpreters of its own makes them with all that they hold. */
static bool
is_interpreter_meant(void)
{
    int64_t id = interpreter_meant >= 0 ? py_interpreter_id() : -1;
    return id < 0 || id == interpreter_meant;
}

static void
note_birth(uintptr_t block, uint32_t size)
{
    if (inside_hook || !is_noting) {
        return;
    }
    inside_hook = true; /* backtrace may allocate */
    uintptr_t place = births_place();
    inside_hook = false;
    if (place == 0 || !is_interpreter_meant()) {
        note_death(block); /* an old birth at this address whose death was not seen */
        return;
    }
    take_lock();
    struct birth *birth = find(block, true);
    if (birth != NULL) {
        *birth = (struct birth){block, place, epoch_now, size};
    }
    leave_lock();
}

static int
trace(struct py_object *object, int event, void *data)
{
    (void)data;
    if (event == TRACER_CREATE) {
        note_birth((uintptr_t)object, 0);
    }
    else if (event == TRACER_DESTROY) {
        note_death((uintptr_t)object);
    }
    return 0;
}

static const struct py_allocator *
original_of(const void *context)
{
    return &original[(uintptr_t)context];
}

static void *
hook_malloc(void *context, size_t size)
{
    const struct py_allocator *next = original_of(context);
    void *block = next->malloc(next->context, size);
    if (block != NULL) {
        note_birth((uintptr_t)block, (uint32_t)size);
    }
    return block;
}

static void *
hook_calloc(void *context, size_t count, size_t size)
{
    const struct py_allocator *next = original_of(context);
    void *block = next->calloc(next->context, count, size);
    if (block != NULL) {
        note_birth((uintptr_t)block, (uint32_t)(count * size));
    }
    return block;
}

static void *
hook_realloc(void *context, void *old, size_t size)
{
    const struct py_allocator *next = original_of(context);
    void *block = next->realloc(next->context, old, size);
    if (block != NULL && block != old) {
        note_death((uintptr_t)old);
        note_birth((uintptr_t)block, (uint32_t)size);
    }
    return block;
}

static void
hook_free(void *context, void *block)
{
    const struct py_allocator *next = original_of(context);
    if (block != NULL) {
        note_death((uintptr_t)block);
    }
    next->free(next->context, block);
}

void
births_prepare_places(void)
{
    void *frames[2];
    (void)backtrace(frames, 2); /* loads the unwinder before any hook needs it */
    find_unwinder();
    find_import_code();
}

static void
make_table(void)
{
    births_prepare_places();
    table = mmap(NULL, TABLE_SIZE * sizeof *table, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (table == MAP_FAILED) {
        trouble("no memory for the table of births");
    }
}

void
births_prepare(void)
{
    make_table();
    if (py.PyRefTracer_SetTracer != NULL) {
        return;
    }
    for (uintptr_t domain = 0; domain < DOMAINS; domain++) {
        struct py_allocator hooks = {(void *)domain, hook_malloc, hook_calloc,
                                     hook_realloc, hook_free};
        py.PyMem_GetAllocator((int)domain, &original[domain]);
        py.PyMem_SetAllocator((int)domain, &hooks);
    }
}

void
births_begin(void)
{
    if (py.PyRefTracer_SetTracer != NULL) {
        (void)py.PyRefTracer_SetTracer(trace, NULL);
    }
    is_noting = true;
}

void
births_pause(bool on)
{
    is_noting = !on;
}

void
births_set_epoch(uint32_t epoch)
{
    epoch_now = epoch;
    interpreter_meant = py_interpreter_id();
}

/* The object of a birth: the block itself, or behind a collector's head in it. */
static const struct py_object *
object_of(const struct birth *birth)
{
    static const uintptr_t heads[] = {0, 16, 32};
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) {
        uintptr_t at = birth->block + heads[i];
        if ((i == 0 || (birth->size > heads[i] + py.head_size)) && object_is_live(at)) {
            return (const struct py_object *)at;
        }
    }
    return NULL;
}

bool
births_has(const struct py_object *object)
{
    static const uintptr_t heads[] = {0, 16, 32};
    bool found = false;
    take_lock();
    for (size_t i = 0; i < sizeof heads / sizeof heads[0] && !found; i++) {
        uintptr_t block = (uintptr_t)object - heads[i];
        const struct birth *birth = find(block, false);
        found = birth != NULL && birth->block == block && (i == 0 || birth->size > 0);
    }
    leave_lock();
    return found;
}

/* 3.12 and 3.13 leave interned strings behind when an interpreter ends: not the
 * extension's doing. */
static bool
counts(const struct birth *birth, uint32_t epoch, const struct py_object **out_object)
{
    if (birth->block <= 1 || birth->epoch != epoch) {
        return false;
    }
    *out_object = object_of(birth);
    if (*out_object == NULL && birth->size == 0) {
        return false; /* an object whose memory was freed without its dealloc */
    }
    return *out_object == NULL || !object_is_exact(*out_object, py.PyUnicode_Type);
}

long
births_alive(uint32_t epoch)
{
    long n = 0;
    const struct py_object *object;
    memory_refresh();
    for (size_t i = 0; i < TABLE_SIZE; i++) {
        n += counts(&table[i], epoch, &object);
    }
    return n;
}

struct group {
    const char *type;
    uintptr_t place;
    long count;
};

static void
report_group(const char *where, const struct group *group)
{
    struct record record;
    record_begin(&record, RECORD_LEAK);
    record_text(&record, where);
    record_number(&record, group->count);
    record_text(&record, group->type);
    record_place(&record, group->place);
    record_end(&record);
}

void
births_report(const char *where, uint32_t epoch)
{
    struct group groups[GROUP_LIMIT];
    int n = 0;
    memory_refresh();
    for (size_t i = 0; i < TABLE_SIZE; i++) {
        const struct py_object *object;
        if (!counts(&table[i], epoch, &object)) {
            continue;
        }
        const char *type =
            object != NULL ? type_name_safe(object_type(object)) : "memory";
        int at = 0;
        while (at < n
               && (groups[at].place != table[i].place
                   || strcmp(groups[at].type, type) != 0))
        {
            at++;
        }
        if (at == GROUP_LIMIT) {
            continue;
        }
        if (at == n) {
            groups[n++] = (struct group){type, table[i].place, 0};
        }
        groups[at].count++;
    }
    for (int i = 0; i < n; i++) {
        report_group(where, &groups[i]);
    }
}
