// Code outside the bodies of functions, and writes without an assignment to a name.
static long friends, locals, members, arguments, captured, bound, chosen, other, last;
static long items[3], stepped[3], swapped[3];
static struct { long a, b; } pair, unbound;
struct point {
    long x = members++;
    friend long sum(const point &p) { return friends++ + p.x; }
};
static point placed;

static long
count(long by = arguments++)
{
    struct local {
        long step() { return locals++; }
        static long all() { return locals; }
    } counter;
    long point::*member = &point::x;
    auto by_value = [n = captured++, by]() { return n + by; };
    auto &[a, b] = pair;
    const auto &[c, d] = unbound;
    a = b + c + d;
    (by > 1 ? chosen : other) = 1;
    (by, last) = 2;
    placed.*member = 3;
    for (auto &item : items)
        item = 4;
    for (auto step : stepped)
        by += step;
    1[swapped] = 5;
    __asm__("" : "+m"(bound));
    return counter.step() + local::all() + by_value() + sum(placed);
}

template <long *P> static long step() { return ++*P; }
template <long &R> struct stepper { static long step() { return R++; } };
static long by_address, by_reference, bound_by_list, counted, streamed;
struct holder { long &reference; };
struct stream { };
static stream &operator>>(stream &from, long &number) { number = 1; return from; }
struct pointer { point at; point *operator->() { return &at; } void operator()() { at.x++; } };
static pointer followed, called;

static long
more(stream &from)
{
    holder held = {bound_by_list};
    held.reference = step<&by_address>() + stepper<by_reference>::step();
    followed->x = 6;
    called();
    from >> streamed;
    switch (long now = counted++; now) {
    default:
        return now;
    }
}

static long &
reference()
{
    return last;
}
