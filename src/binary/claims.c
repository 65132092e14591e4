#include "binary/claims.h"

enum support
module_claim(const struct binary_module *module)
{
    if (module->init == INIT_SINGLE) {
        return SUPPORT_SINGLE_PHASE;
    }
    if (module->init == INIT_UNKNOWN || !module->slots_are_known) {
        return SUPPORT_UNKNOWN;
    }
    switch (module->interpreters) {
    case SLOT_ABSENT:
        return SUPPORT_NONE;
    case SLOT_ZERO:
        return SUPPORT_ONCE;
    case SLOT_ONE:
        return SUPPORT_SHARED_GIL;
    case SLOT_TWO:
        return SUPPORT_OWN_GIL;
    case SLOT_UNREADABLE:
        break;
    }
    return SUPPORT_UNKNOWN;
}

/* Is there at most one module object of MODULE in an interpreter, because a second
 * import gets an ImportError or the first object?  The guide's guard does that; of
 * generators, Cython's (__Pyx_check_single_interpreter and what follows it), PyO3's
 * while it had one phase (ModuleDef::make_module), and pybind11's with multi-phase
 * initialisation (cached_create_module). */
bool
module_is_single_object(const struct binary_file *file,
                        const struct binary_module *module)
{
    switch (file->generator) {
    case GENERATOR_NONE:
    case GENERATOR_CYTHON:
        return file->guard != NULL;
    case GENERATOR_PYO3:
        return file->guard != NULL && module->init == INIT_SINGLE;
    case GENERATOR_PYBIND11:
        return module->init == INIT_MULTI;
    default:
        return false;
    }
}

/* Does the module keep other interpreters out: by its slot, or by a guard?  In a
 * module of one phase only a generator's guard runs each time. */
bool
module_declines(const struct binary_file *file, const struct binary_module *module)
{
    if (module->init == INIT_SINGLE) {
        return file->generator == GENERATOR_PYO3 && file->guard != NULL;
    }
    return module_claim(module) == SUPPORT_ONCE
           || (file->guard != NULL && module->interpreters != SLOT_TWO);
}

/* PyModule_FromDefAndSpec2 refuses a negative m_size. */
bool
module_size_is_refused(const struct binary_module *module)
{
    return module->init == INIT_MULTI && module->has_state_size
           && module->state_size < 0;
}

/* A module of one phase is initialised anew in each interpreter (and by each new
 * import), if its m_size is not negative; else its dictionary is copied
 * (Python/import.c, reload_singlephase_extension).  An interpreter with a GIL of its
 * own refuses it with ImportError either way, from 3.12 on. */
bool
module_is_made_anew(const struct binary_module *module)
{
    return module->init == INIT_SINGLE && module->has_state_size
           && module->state_size >= 0;
}
