# Sourced by setup, test, demo and bench/run with the working folder at the clone's top:
# where the cache lies and which meson to use.

if [ -z "${INSULATE_CACHE:-}" ]; then
    if [ -n "${XDG_CACHE_HOME:-}" ]; then
        INSULATE_CACHE=$XDG_CACHE_HOME/insulate
    elif [ -n "${HOME:-}" ] && [ -w "$HOME" ]; then
        INSULATE_CACHE=$HOME/.cache/insulate
    else
        INSULATE_CACHE=$PWD/.cache
    fi
fi
export INSULATE_CACHE

# Holds meson and ninja only, so that `python3` stays the one of the system.
PATH=$INSULATE_CACHE/commands:$PATH
export PATH
