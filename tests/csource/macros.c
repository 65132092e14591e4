/* Where code from macros lies: bodies, arguments, arguments of arguments. */
#define INCREF(x) ((x)->count++)
#define CLEAR(x)          \
    do {                  \
        object *old = (x); \
        (x) = 0;          \
        if (old) {        \
            INCREF(old);  \
        }                 \
    } while (0)
#define SELF self
#define FIRST(x) x
#define DEFINE(name)                       \
    static int name##_get(object *self)    \
    {                                      \
        return self->count + counter;      \
    }
#define ENTRY {0, 1},

typedef struct {
    int count;
    struct object *item;
} object;
static object *cached;
static int counter;

DEFINE(spam)
DEFINE(ham)

static int
use(object *self)
{
    object *other = SELF;
    CLEAR(cached);
    INCREF(FIRST(cached));
    counter = FIRST(counter) + FIRST(FIRST(SELF->count));
    return FIRST(spam_get)(SELF) + ham_get(FIRST(SELF));
}

int (*const pointer)(object *) = use;

/* What a sizeof names behind a macro: the struct, not a pointer to it. */
struct large { long words[4]; };
#define SIZE_OF(name) sizeof(struct name)
#define SIZE_OF_POINTER(name) sizeof(struct name *)
long size_of(void) { return SIZE_OF(large) + SIZE_OF_POINTER(large); }

/* What one use of a macro declares and then defines. */
#define BOTH(name) int name(void); int name(void)
#define BOTH_VALUES(name) extern int name; int name = 3
BOTH_VALUES(declared_value);
BOTH(declared_twice)
{
    return declared_value;
}

/* A macro whose name is the argument of another one, which makes statements; and one
 * argument that is a macro of its own. */
#define EACH(MACRO) MACRO(1) MACRO(2)
#define ADDED(number) if (declared_value == number) return -1;
#define NOTHING 0
int each(void)
{
    EACH(ADDED)
    return FIRST(NOTHING) + 1;
}
