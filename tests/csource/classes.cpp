// C++: namespaces, linkage, members, references, casts.
extern "C" {
int external(int &out, const int &in);
static int in_linkage;
}

namespace spam {
static int in_namespace;
namespace {
int anonymous;
}
class Holder {
  public:
    static int shared;
    int own = 0;
    Holder() : own(1) { shared++; }
    int get() const { return own + in_namespace; }
    operator int() { return own; }
};
int Holder::shared = 2;
} // namespace spam

class Base {
  public:
    explicit Base(int value) : value_(value) {}

  private:
    int value_;
};
class Derived : Base {
  public:
    Derived(int &out) : Base(external(out, 1)) {}
};

// The one function that the name can mean is known, though the arguments are not.
template <typename T> int
handed_on(T value)
{
    return external(value, 2);
}

template <typename T> T
twice(T value)
{
    return value + value;
}

int
use(bool flag)
{
    spam::Holder holder;
    int &alias = in_linkage;
    alias = flag ? static_cast<int>(1.5) : int(2);
    external(spam::in_namespace, spam::anonymous);
    auto lambda = [&](int x) { return x + holder.get(); };
    void *nothing = nullptr;
    return lambda(twice(1)) + holder + (nothing == nullptr);
}

// Plain: what C would have, also with functions of its own.
struct Plain {
    int value;
    int doubled() const { return 2 * value; }
};
struct Initialised {
    int value = 3;
};
using PlainAlias = Plain;

int
use_plain(const PlainAlias *plain, const Initialised *initialised)
{
    return plain->doubled() + initialised->value;
}
