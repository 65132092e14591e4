#include "probe/stepping.h"

#include "probe/code_protection.h"
#include "probe/guard_pages.h"
#include "probe/image.h"
#include "probe/memory_operand.h"
#include "probe/outer_effect.h"
#include "probe/python.h"
#include "probe/signal_frame.h"
#include "probe/wake_up.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <sys/types.h>
#include <ucontext.h>
#include <unistd.h>

static struct wake_up wake_up;
static atomic_bool is_held, is_released;
static atomic_uintptr_t held_at;

struct wake_up *
stepping_wake_up(void)
{
    return &wake_up;
}

bool
stepping_is_held(void)
{
    return atomic_load(&is_held);
}

uintptr_t
stepping_held_at(void)
{
    return atomic_load(&held_at);
}

void
stepping_release(void)
{
    atomic_store(&is_released, true);
    wake_up_all(&wake_up);
}

#if defined(__x86_64__)

#define TRAP_FLAG 0x100
#define STEP_LIMIT 4000       /* instructions of one call */
#define ROUND_LIMIT 3         /* of a loop: what comes later is the same once more */
#define ENTRY_LIMIT 4         /* so often a function of the extension is called again */
#define ADDRESS_SLOTS 8192
#define CALL_LIMIT 32         /* calls out of the extension, one in the other */

struct outer_call {
    uintptr_t *slot; /* where the return address stood */
    uintptr_t address;
    bool is_inner; /* from outside into the extension */
    struct outer_use *use; /* NULL: not noted */
    struct outer_effect effect;
};

/* Of the one thread that is stepped. */
static struct {
    bool is_on;
    bool is_direct;  /* begins with a function of the extension, and ends with it */
    pid_t thread;
    bool was_inside; /* in the extension, with the last step */
    uintptr_t last;  /* address of the last instruction there */
    bool is_out;    /* of the extension, which calls it directly; its code may be called back */
    int n_away; /* calls of libraries that cannot be left by another way than their own */
    long stop_at, n_places, n_steps;
    uintptr_t stack_begin, stack_end;
    uint8_t rounds[ADDRESS_SLOTS]; /* how often an instruction ran, by its address, */
    uint8_t entries[ADDRESS_SLOTS]; /* and how often the extension was entered there */
    struct outer_call calls[CALL_LIMIT];
    int n_calls;
} stepped;

static struct access accesses[STEPPING_ACCESSES];
static size_t n_accesses;
static atomic_bool is_complete;
static struct outer_use uses[STEPPING_USES];
static size_t n_uses;
static bool watches_calls;
static atomic_bool is_followed;
static atomic_long n_stepped; /* of all calls */
static _Thread_local bool is_stepped; /* the calling thread */

static uintptr_t setjmp_functions[3];

/* A call out of the extension returns here.  The entry begins with stepping. */
extern char stepping_return[] __attribute__((visibility("hidden")));
extern char stepping_entry[] __attribute__((visibility("hidden")));
uintptr_t stepping_target __attribute__((visibility("hidden"), used));
uint64_t stepping_flag __attribute__((visibility("hidden"), used));
__asm__(".text\n"
        ".globl stepping_return\n"
        ".hidden stepping_return\n"
        "stepping_return:\n"
        "    int3\n"
        "    ud2\n"
        ".globl stepping_entry\n"
        ".hidden stepping_entry\n"
        "stepping_entry:\n"
        "    movq stepping_target(%rip), %r11\n"
        "    movq stepping_flag(%rip), %r10\n"
        "    pushfq\n"
        "    orq %r10, (%rsp)\n"
        "    popfq\n"
        "    jmp *%r11\n");

uintptr_t
stepping_entry_for(uintptr_t function)
{
    stepping_target = function;
    return (uintptr_t)stepping_entry;
}

static void
read_registers(const ucontext_t *context, uint64_t registers[16])
{
    static const int numbers[16] = {
        REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
        REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15,
    };
    for (int i = 0; i < 16; i++) {
        registers[i] = (uint64_t)context->uc_mcontext.gregs[numbers[i]];
    }
}

static void
note_access(const struct access *access)
{
    if (access->address >= stepped.stack_begin && access->address < stepped.stack_end) {
        return;
    }
    /* An import allocates more than that; what comes behind it counts as well. */
    bool is_fresh = (access->flags & ACCESS_FRESH) != 0;
    if (n_accesses == STEPPING_ACCESSES
        || (is_fresh && n_accesses >= STEPPING_ACCESSES / 2))
    {
        is_complete = false;
        return;
    }
    accesses[n_accesses++] = *access;
}

/* Holds the thread.  An instruction that reads, computes and writes is no atomic one:
 * what is written in between is lost, as on a machine where both run at once, and an
 * instruction cannot be held in its middle. */
static void
hold(uintptr_t pc, const struct memory_operand *operand)
{
    uint64_t before = 0, after = 0;
    bool may_lose = operand != NULL && operand->is_update && operand->size <= 8
                    && !guard_pages_was_freed(operand->address);
    if (may_lose) {
        memcpy(&before, (const void *)operand->address, operand->size);
    }
    atomic_store(&held_at, pc);
    atomic_store(&is_released, false);
    atomic_store(&is_held, true);
    wake_up_all(&wake_up);
    for (;;) {
        int seen = atomic_load(&wake_up.count);
        if (atomic_load(&is_released)) {
            break;
        }
        wake_up_wait(&wake_up, seen, -1);
    }
    atomic_store(&is_held, false);
    if (may_lose && !guard_pages_was_freed(operand->address)) {
        memcpy(&after, (const void *)operand->address, operand->size);
        if (before != after) {
            memcpy((void *)operand->address, &before, operand->size);
        }
    }
}

static bool
may_return_to_us(uintptr_t pc)
{
    const struct image *image = image_at(pc);
    for (size_t i = 0; i < sizeof setjmp_functions / sizeof setjmp_functions[0]; i++) {
        if (pc == setjmp_functions[i]) {
            return false; /* would return a second time */
        }
    }
    /* Those of C++ look for handlers on the stack. */
    return image != NULL
           && (image->role == IMAGE_CORE || image->role == IMAGE_SYSTEM
               || image->role == IMAGE_PROBE);
}

static struct outer_use *
note_use(uintptr_t function, const ucontext_t *context, const uintptr_t *slot)
{
    uint64_t registers[16];
    if (n_uses == STEPPING_USES) {
        is_followed = false;
        return NULL;
    }
    read_registers(context, registers);
    outer_reach_of(function, registers, slot, &uses[n_uses]);
    uses[n_uses].n_before = n_accesses;
    return &uses[n_uses++];
}

/* The length of a new object, without what it points to. */
static size_t
object_size(const struct py_object *object)
{
    const struct py_object *type = object_type(object);
    size_t size = (size_t)type_word(type, TYPE_BASIC_SIZE);
    size_t item_size = (size_t)type_word(type, TYPE_ITEM_SIZE);
    intptr_t n_items = 0;
    if (item_size != 0) {
        memcpy(&n_items, (const char *)object + py.head_size, sizeof n_items);
    }
    return size + item_size * (size_t)(n_items > 0 ? n_items : 0);
}

static void
note_made(struct outer_use *use, const ucontext_t *context)
{
    uintptr_t made = (uintptr_t)context->uc_mcontext.gregs[REG_RAX];
    if (use != NULL && use->makes && made != 0) {
        use->made = made;
        use->made_size = object_size((const struct py_object *)made);
    }
}

/* Code of the extension that runs from now on is called back, and is noticed. */
static void
watch_callbacks(void)
{
    stepped.is_out = true;
    code_protection_begin();
}

/* The extension has called a function, jumped to one, or returned. */
static void
leave_extension(ucontext_t *context, uintptr_t pc)
{
    uintptr_t *slot = (uintptr_t *)context->uc_mcontext.gregs[REG_RSP];
    stepped.was_inside = false;
    bool returns = instruction_returns((const uint8_t *)stepped.last);
    bool is_call =
        !returns && image_is_target(*slot) && stepped.n_calls < CALL_LIMIT;
    struct outer_use *use = !returns ? note_use(pc, context, slot) : NULL;
    if (is_call && may_return_to_us(pc)) {
        struct outer_call *call = &stepped.calls[stepped.n_calls++];
        call->slot = slot;
        call->address = *slot;
        call->is_inner = false;
        call->use = use;
        uint64_t registers[16];
        read_registers(context, registers);
        outer_effect_begin(&call->effect, pc, registers);
        *slot = (uintptr_t)stepping_return;
        watch_callbacks();
    }
    else if (is_call || !stepped.is_direct) {
        stepped.n_away += is_call;
        code_protection_begin();
    }
    else if (!returns || stepped.n_calls > 0) {
        watch_callbacks(); /* also behind one that is over */
    }
}

/* A place is in front of the instruction at PC, or behind a call. */
static void
note_accesses(uintptr_t pc, const struct memory_operand *operand,
              const struct outer_effect *effect, uint64_t result, long place)
{
    struct access found[OUTER_EFFECT_LIMIT];
    size_t n = effect != NULL ? outer_effect_end(effect, result, found) : 0;
    for (size_t i = 0; i < n; i++) {
        found[i].place = place;
        note_access(&found[i]);
    }
    if (operand != NULL) {
        unsigned flags = (operand->is_write ? ACCESS_WRITE : 0U)
                         | (operand->is_atomic ? ACCESS_ATOMIC : 0U)
                         | (operand->is_compared ? ACCESS_COMPARED : 0U)
                         | (operand->is_swapped ? ACCESS_SWAPPED : 0U);
        note_access(&(struct access){operand->address, operand->size, 0, pc, place, flags});
    }
}

static void
step_inside(ucontext_t *context, uintptr_t pc, const struct outer_effect *effect)
{
    uint64_t registers[16];
    struct memory_operand operand;
    bool is_behind_call = effect != NULL;
    stepped.was_inside = true;
    stepped.last = pc;
    if (++stepped.n_steps > STEP_LIMIT) {
        is_complete = false;
        context->uc_mcontext.gregs[REG_EFL] &= ~(greg_t)TRAP_FLAG;
        return;
    }
    read_registers(context, registers);
    is_followed = is_followed && instruction_is_known((const uint8_t *)pc);
    uintptr_t target;
    if (jump_operand_of((const uint8_t *)pc, registers, &target)) {
        note_access(&(struct access){target, sizeof target, 0, pc, STEPPING_NOWHERE, 0});
    }
    bool has_operand = memory_operand_of((const uint8_t *)pc, registers, &operand)
                       && (operand.address < stepped.stack_begin
                           || operand.address >= stepped.stack_end);
    uint8_t *rounds = &stepped.rounds[pc % ADDRESS_SLOTS];
    bool is_place = (has_operand || is_behind_call) && *rounds < ROUND_LIMIT;
    note_accesses(pc, has_operand ? &operand : NULL, effect,
                  (uint64_t)context->uc_mcontext.gregs[REG_RAX],
                  is_place ? stepped.n_places : STEPPING_NOWHERE);
    if (!is_place) {
        return;
    }
    *rounds += 1;
    if (stepped.n_places++ == stepped.stop_at) {
        hold(pc, has_operand ? &operand : NULL);
        stepped.is_on = false; /* the rest runs as it is */
        context->uc_mcontext.gregs[REG_EFL] &= ~(greg_t)TRAP_FLAG;
    }
}

static void
handle(int signal_number, siginfo_t *info, void *data)
{
    int saved = errno;
    ucontext_t *context = data;
    uintptr_t pc = (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
    const struct outer_effect *effect = NULL; /* of the call that has returned */
    (void)info;
    (void)signal_number;
    atomic_fetch_add(&n_stepped, 1);
    if (pc == (uintptr_t)stepping_return + 1 && stepped.n_calls > 0) {
        struct outer_call *call = &stepped.calls[--stepped.n_calls];
        if (stepped.is_out) {
            stepped.is_out = false;
            code_protection_end();
        }
        pc = call->address;
        context->uc_mcontext.gregs[REG_RIP] = (greg_t)pc;
        effect = call->is_inner ? NULL : &call->effect;
        note_made(call->is_inner ? NULL : call->use, context);
        if (stepped.is_on && call->is_inner) {
            stepped.was_inside = false;
            stepped.is_out = stepped.is_direct;
            code_protection_begin();
        }
        else if (stepped.is_on) {
            context->uc_mcontext.gregs[REG_EFL] |= TRAP_FLAG;
        }
    }
    if (stepped.is_on && image_is_target(pc)) {
        step_inside(context, pc, effect);
    }
    else {
        context->uc_mcontext.gregs[REG_EFL] &= ~(greg_t)TRAP_FLAG;
        if (stepped.is_on && stepped.was_inside) {
            leave_extension(context, pc);
        }
    }
    errno = saved;
}

/* Called by the interpreter again and again, as for each item of a list, code does the same
 * once more. */
static bool
is_let_through(uintptr_t pc, const uintptr_t *slot)
{
    if (stepped.n_away > 0) {
        stepped.n_away -= slot[-1] == pc; /* it returns */
        return false;
    }
    uint8_t *entries = &stepped.entries[pc % ADDRESS_SLOTS];
    if (*entries < ENTRY_LIMIT) {
        *entries += 1;
        return false;
    }
    return stepped.n_calls < CALL_LIMIT && !image_is_target(*slot)
           && may_return_to_us(*slot);
}

static void
enter_extension(ucontext_t *context, uintptr_t pc)
{
    uintptr_t *slot = (uintptr_t *)context->uc_mcontext.gregs[REG_RSP];
    code_protection_end();
    if (!stepped.is_on || stepped.thread != gettid()) {
        is_complete = is_followed = false;
        return;
    }
    /* What else it is that calls it, and what of that is shared, is not known. */
    is_followed = is_followed && !stepped.is_out;
    stepped.is_out = false;
    if (is_let_through(pc, slot)) {
        is_followed = false;
        struct outer_call *call = &stepped.calls[stepped.n_calls++];
        call->slot = slot;
        call->address = *slot;
        call->is_inner = true;
        *slot = (uintptr_t)stepping_return;
    }
    else {
        context->uc_mcontext.gregs[REG_EFL] |= TRAP_FLAG;
        step_inside(context, pc, NULL);
    }
}

static struct sigaction old_fault;

static void
handle_fault(int signal_number, siginfo_t *info, void *data)
{
    int saved = errno;
    ucontext_t *context = data;
    uintptr_t pc = (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
    if ((uintptr_t)info->si_addr == pc && code_protection_has(pc)) {
        atomic_fetch_add(&n_stepped, 1);
        enter_extension(context, pc);
        errno = saved;
    }
    else {
        old_fault.sa_sigaction(signal_number, info, data);
    }
}

bool
stepping_prepare(void)
{
    static const char *const names[] = {"setjmp", "_setjmp", "__sigsetjmp"};
    struct sigaction action;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        setjmp_functions[i] = (uintptr_t)dlsym(RTLD_DEFAULT, names[i]);
    }
    outer_effect_prepare();
    outer_reach_prepare();
    memset(&action, 0, sizeof action);
    action.sa_sigaction = handle;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    if (!code_protection_prepare() || sigaction(SIGTRAP, &action, NULL) != 0) {
        return false;
    }
    action.sa_sigaction = handle_fault;
    action.sa_flags |= SA_NODEFER;
    return signal_frame_handle(SIGSEGV, &action, &old_fault) == 0;
}

void
stepping_expect(void)
{
    n_accesses = 0;
    n_uses = 0;
    is_complete = is_followed = true;
    is_stepped = true;
}

void
stepping_begin(long stop_at)
{
    pthread_attr_t attributes;
    void *begin = NULL;
    size_t size = 0;
    memset(&stepped, 0, sizeof stepped);
    if (!is_stepped) {
        stepping_expect();
    }
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        pthread_attr_getstack(&attributes, &begin, &size);
        pthread_attr_destroy(&attributes);
    }
    stepped.stack_begin = (uintptr_t)begin;
    stepped.stack_end = (uintptr_t)begin + size;
    stepped.stop_at = stop_at;
    stepped.is_on = true;
    stepped.is_direct = stepping_target != 0;
    stepped.thread = gettid();
    stepping_flag = TRAP_FLAG;
    if (!stepped.is_direct) {
        code_protection_begin();
    }
}

void
stepping_go_on(void)
{
    if (stepped.is_on && !stepped.is_out) {
        watch_callbacks();
    }
}

long
stepping_end(void)
{
    code_protection_end();
    stepping_flag = 0;
    stepping_target = 0;
    stepped.is_on = false;
    is_stepped = false;
    return stepped.n_places;
}

void
stepping_note_block(const void *block, size_t size)
{
    if (is_stepped && block != NULL) {
        note_access(&(struct access){(uintptr_t)block, size, 0, 0, STEPPING_NOWHERE,
                                     ACCESS_CALLED | ACCESS_FRESH});
    }
}

size_t
stepping_accesses(const struct access **out_accesses)
{
    *out_accesses = accesses;
    return n_accesses;
}

bool
stepping_is_complete(void)
{
    return is_complete;
}

void
stepping_watch_calls(bool on)
{
    watches_calls = on;
}

bool
stepping_is_of_stack(uintptr_t address)
{
    return address >= stepped.stack_begin && address < stepped.stack_end;
}

size_t
stepping_outer_uses(const struct outer_use **out_uses)
{
    *out_uses = uses;
    return n_uses;
}

bool
stepping_is_followed(void)
{
    return watches_calls && is_followed && is_complete;
}

long
stepping_count(void)
{
    return atomic_load(&n_stepped);
}

uintptr_t
stepping_caller(uintptr_t caller)
{
    bool is_ours = caller == (uintptr_t)stepping_return && stepped.n_calls > 0;
    return is_ours ? stepped.calls[stepped.n_calls - 1].address : caller;
}

void
stepping_restore_stack(void)
{
    while (stepped.n_calls > 0 && stepped.thread == gettid()) {
        struct outer_call *call = &stepped.calls[--stepped.n_calls];
        *call->slot = call->address;
    }
}

#else

bool
stepping_prepare(void)
{
    return false;
}

void
stepping_expect(void)
{
}

void
stepping_begin(long stop_at)
{
    (void)stop_at;
}

void
stepping_go_on(void)
{
}

long
stepping_end(void)
{
    return 0;
}

void
stepping_note_block(const void *block, size_t size)
{
    (void)block;
    (void)size;
}

size_t
stepping_accesses(const struct access **out_accesses)
{
    *out_accesses = NULL;
    return 0;
}

bool
stepping_is_complete(void)
{
    return false;
}

void
stepping_watch_calls(bool on)
{
    (void)on;
}

bool
stepping_is_of_stack(uintptr_t address)
{
    (void)address;
    return false;
}

size_t
stepping_outer_uses(const struct outer_use **out_uses)
{
    *out_uses = NULL;
    return 0;
}

bool
stepping_is_followed(void)
{
    return false;
}

long
stepping_count(void)
{
    return 0;
}

uintptr_t
stepping_entry_for(uintptr_t function)
{
    return function;
}

uintptr_t
stepping_caller(uintptr_t caller)
{
    return caller;
}

void
stepping_restore_stack(void)
{
}

#endif
