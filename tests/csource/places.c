/* Where the pieces of a macro use lie that leads elsewhere than into its own body. */
#define VALUE 7
#define DOUBLE(x) ((x) + (x))
#define CALL(f, x) f(x)
#define PASS(x) DOUBLE(x)
#define NAMED DOUBLE
#define ALIAS VALUE
#define JOIN(a, b) a##b
#define TEXT(x) #x
#define LIST(...) {__VA_ARGS__}
#define BOTH(x, y) (x, y)

static int one, two;
static int numbers[] = LIST(VALUE, 2, DOUBLE(3));
static const char *const names[] = {TEXT(one), TEXT(VALUE)};

static int
calls(int argument)
{
    int sum = CALL(DOUBLE, argument); /* a name that is called in the body */
    sum += NAMED(one);                /* arguments behind the end of the use */
    sum += NAMED /* or further away */ (two + VALUE);
    sum += ALIAS + PASS(ALIAS) + PASS(PASS(one));
    sum += JOIN(o, ne) + DOUBLE(JOIN(t, wo)) + CALL(NAMED, VALUE);
    sum += BOTH(one,two) + BOTH((one), DOUBLE(one) + two);
    sum += DOUBLE(
        one
        /* two lines */ + two);
    if (DOUBLE(sum) > CALL(calls, ALIAS))
    {
        one = two = PASS(CALL(DOUBLE, (one))) + sizeof(DOUBLE(argument));
    }
    return CALL(PASS, sum)[numbers];
}
