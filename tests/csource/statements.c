/* Each kind of statement and expression, and who is written. */
enum color { RED, GREEN = 5 };
struct point {
    int x, y;
    int values[4];
};
struct point origin, *where;
static int array[4];
int other(const int *in, int *out, ...);

int
use(int n, char *text)
{
    int i = 0, sum = 0;
    struct point local = {0};
    for (i = 0; i < n; i++)
        sum += i;
    for (;;) {
        break;
    }
    for (; sum < n;) {
        continue;
    }
    while (n--) {
        ;
    }
    do {
        sum <<= 1;
    } while (sum < 10);
    switch (n) {
    case RED:
        return 1;
    case GREEN + 1:
    default:
        goto done;
    }
    if (n == 1 && !sum || n != 2)
        array[n] = -1;
    else if (n >= 3)
        array[1]++;
    else
        origin.values[2] = ~n;
    where->x = origin.y;
    *text = 'a';
    (*where).y = sizeof(struct point) + sizeof array;
    other(array, &local.x, &origin);
    other(&array[1], local.values, (n ? array : &sum)[0]);
done:
    return ({ int inner = n; inner; }) + (int)(text - text), "tail\n\x01\\"[0];
}

typedef struct point *point_pointer, points[2];
typedef int (*callback)(point_pointer where);

/* The operand of sizeof: a type by its name, or an expression; a pointer to a type is
 * not that type. */
unsigned long
sizes(point_pointer where, callback call)
{
    return sizeof(points) + sizeof(point_pointer) + sizeof(struct point *)
           + sizeof(*where) + sizeof(int) + sizeof(callback) + (unsigned long)call(where);
}
