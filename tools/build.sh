# Sourced by test, demo and bench/run with the working folder at the clone's top: sets
# everything up and builds into $build ($BUILD, default "build").  MESON_SETUP holds
# further options for `meson setup`, which count when that folder is new; $SETUP the
# part of `./setup` that is wanted.

. tools/environment.sh
./setup ${SETUP:-}
build=${BUILD:-build}
# The one of the private environment: at least 3.9, where the system's may be older.
python=$INSULATE_CACHE/environment/bin/python

make_build() {
    [ -e "$build/build.ninja" ] || meson setup "$build" ${MESON_SETUP:-} || return 1
    # Configured before ./setup installed what the tests need.
    if [ -z "${SETUP:-}" ] && grep -q '"tests-left-out"' "$build/meson-info/intro-tests.json"
    then
        meson setup --reconfigure "$build" || return 1
    fi
    meson compile -C "$build"
}

echo "building into $build" >&2
log=$(mktemp)
make_build >"$log" 2>&1 || {
    cat "$log" >&2
    rm -f "$log"
    echo "the build failed" >&2
    exit 2
}
rm -f "$log"
