static int known;

int
use(void)
{
    return known + unknown;
}

struct missing other;
