#ifndef INSULATE_CONVERT_PLAN_TYPE_SPECS_H
#define INSULATE_CONVERT_PLAN_TYPE_SPECS_H

#include "convert/conversion.h"
#include "convert/facts/inactive/guards.h"
#include "convert/plan/variables.h"

/* A line of a type's slot table, or of its members. */
struct spec_slot {
    const char *field;              /* "tp_new" */
    const char *offset;             /* the member that an offset becomes; NULL: a slot */
    const struct initializer *item; /* that gives it; NULL: given at run time */
    const struct given_field *given;
    struct guard guard;             /* the branches of #if that it stands in */
    uint32_t value_end;             /* of ITEM's text in its branch; 0: where ITEM ends */
    bool has_branches;              /* #if stands in ITEM's text */
    const char *text;               /* of an entry that is not compiled; NULL: it is */
};

/* A table of a branch that is not compiled, whose entries became slots. */
struct inactive_sub_table {
    const struct source_file *file;
    struct range range;
};

/* A function of a base, which visits or clears what its instances have. */
struct inherited_call {
    const char *name; /* NULL: there is none */
    const struct function *function; /* the author's; NULL: the one that BASE gets */
    const struct variable *base;
};

/* A static type as the heap type that it becomes. */
struct type_spec {
    const struct variable *type;
    const struct spec_slot *slots;
    size_t n_slots, capacity;
    size_t n_offsets; /* among them */
    const struct inactive_sub_table *inactive_tables; /* that go */
    size_t n_inactive_tables;
    const struct function *dealloc, *clear, *traverse;
    const struct function *inherited_dealloc; /* of a base, for its slot; NULL: none */
    const struct node *member_table;
    bool has_new, has_traverse, has_finalizer;
    bool adds_gc;        /* Py_TPFLAGS_HAVE_GC, which it had not */
    bool makes_dealloc;  /* it gets functions that it had not, so called: */
    bool makes_traverse, makes_clear;
    const char *dealloc_name, *traverse_name, *clear_name;
    /* What these call, where it derives from a type of the module and adds members. */
    struct inherited_call base_traverse, base_clear;
    bool is_moved;       /* the spec stands at PLACE, where all that it names is known */
    uint32_t place;
};

/* A file that is to include <structmember.h>, in front of a type of its own. */
struct member_include {
    const struct source_file *file;
    uint32_t offset;
};

struct type_specs {
    const struct member_include *includes; /* for offset members */
    size_t n_includes, includes_capacity;
    const struct type_spec *items;
    size_t n_items;
};

void plan_type_specs(struct conversion *c);

/* Has SPEC a line for the slot FIELD, in any branch of #if? */
bool spec_has_slot(const struct type_spec *spec, const char *field);

/* Does TYPE get Py_TPFLAGS_HAVE_GC? */
bool type_adds_gc(const struct conversion *c, const struct variable *type);

/* No type is made before its base is. */
void check_type_order(struct conversion *c);

#endif
