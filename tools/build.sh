# Sourced by test, demo and bench/run with the working folder at the clone's top: sets
# everything up and builds into $build ($BUILD, default "build").  MESON_SETUP holds
# further options for `meson setup`, which count when that folder is new.

. tools/environment.sh
./setup
build=${BUILD:-build}
[ -e "$build/build.ninja" ] || meson setup "$build" ${MESON_SETUP:-} >&2
# The one of the private environment: at least 3.9, where the system's may be older.
python=$INSULATE_CACHE/environment/bin/python
meson compile -C "$build" >&2
