/* Code outside of the functions' bodies, and what denotes an object without being its name. */
#include <Python.h>

static long friends;    // want: state-static-data
static long locals;     // want: state-static-data
static long members;    // want: state-static-data
static long arguments;  // want: state-static-data
static long captured;   // want: state-static-data
static long referred;   // want: state-static-data
static long chosen;     // want: state-static-data
static long last;       // want: state-static-data
static long assembled;  // want: state-static-data
static long returned;   // want: state-static-data
static long items[3];   // want: state-static-data
static long swapped[3]; // want: state-static-data
static long limit = 5, low = 1, high = 2;
static long steps[3] = {1, 2, 3};
static struct { long a, b; } pair;    // want: state-static-data
static struct { long a, b; } unbound;

struct point {
    long x = members++;
    long most = limit;
    friend long sum(const point &p) { return friends++ + p.x; }
};
static point placed; // want: state-static-data

template <typename T> struct box {
    T value;
    friend long sum(const box &b) { return friends++ + b.value; }
};

static long
count(long by = arguments++, long most = limit)
{
    struct local {
        long step() { return locals++; }
        static long all() { return locals; }
    } counter;
    long point::*member = &point::x;
    auto by_value = [n = captured++, by]() { return n + by; };
    auto by_reference = [&r = referred]() { r++; };
    auto &[a, b] = pair;
    const auto &[c, d] = unbound;
    a = b + c + d;
    (by > 1 ? chosen : by) = by < most ? low : high;
    (by, last) = 2;
    placed.*member = 3;
    for (auto &item : items) {
        item = 4;
    }
    for (auto step : steps) {
        by += step;
    }
    1[swapped] = 5;
    __asm__("" : "+m"(assembled));
    by_reference();
    return counter.step() + local::all() + by_value() + sum(placed) + sum(box<long>{by});
}

static long by_address;   // want: state-static-data
static long by_reference; // want: state-static-data
static long counted;      // want: state-static-data
static long streamed;     // want: state-static-data

template <long *P> static long step() { return ++*P; }
template <long &R> struct stepper {
    static long step() { return R++; }
};
struct stream {
};
static stream &operator>>(stream &from, long &number)
{
    number = 1;
    return from;
}
struct pointer {
    point at;
    point *operator->() { return &at; }
    void operator()() { at.x++; }
};
static pointer followed; // want: state-static-data
static pointer called;   // want: state-static-data
static long filled;      // want: state-static-data
static long asked = 4;
struct filler {
    void fill(long &number) { number = 3; }
    long ask(long &number) { return number; }
};

static long
more(stream &from)
{
    followed->x = step<&by_address>() + stepper<by_reference>::step();
    called();
    from >> streamed;
    filler().fill(filled);
    followed->x += filler().ask(asked);
    switch (long now = counted++; now) {
    default:
        return now;
    }
}

static decltype(auto)
result()
{
    return (returned);
}

PyObject *
use(PyObject *, PyObject *)
{
    stream from;
    result() = more(from);
    return PyLong_FromLong(count());
}
