#!/bin/sh
# Runs a bench: run.sh NAME [options] [--json] [--heap 64m]. Builds it first where it is missing or older than its
# sources; needs a JDK (17 or newer) and Maven. SCRIPTORIUM_JAVA_OPTS: more options for Java.
set -eu

root=$(CDPATH="" cd -P -- "$(dirname -- "$0")/../.." && pwd)
jar=$root/tools/memory-bench/target/scriptorium-bench.jar

fresh() (
    [ -f "$jar" ] || exit 1
    cd "$root"
    # Directories count as well: a source may have been removed.
    newer=$(find pom.xml .mvn memory-*/pom.xml memory-*/src/main tools/memory-bench/pom.xml \
        tools/memory-bench/src/main -newer "$jar" 2>/dev/null || :)
    [ -z "$newer" ]
)

build() (
    cd "$root"
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    trap 'exit 1' HUP INT PIPE TERM

    # One build at a time, those of the scriptorium command included.
    if command -v flock >/dev/null 2>&1; then
        exec 9<pom.xml
        flock 9
    else
        lock=$root/target/scriptorium.lock
        mkdir -p target
        until mkdir "$lock" 2>/dev/null; do
            [ -e "$scratch/told" ] || echo "bench: another build is running (if not, remove $lock)" >&2
            touch "$scratch/told"
            sleep 1
        done
        trap 'rm -rf "$scratch" "$lock"' EXIT
    fi
    if fresh; then
        exit 0
    fi

    [ ! -t 2 ] || echo "bench: building, once" >&2
    touch "$scratch/started"
    mvn -q -B -ntp -Dquick -Dmaven.test.skip=true -pl tools/memory-bench -am package \
        </dev/null >"$scratch/log" 2>&1 || {
        cat "$scratch/log" >&2
        echo "bench: the build failed, see above" >&2
        exit 1
    }
    # As old as what it was built from, so that an edit made meanwhile is not missed.
    touch -r "$scratch/started" "$jar"
)

# Java decodes file names by the locale.
if [ "$(locale charmap 2>/dev/null || :)" != UTF-8 ]; then
    LC_ALL=C.UTF-8
    export LC_ALL
fi

# The heap is Java's affair; everything else is the bench's.
heap=
left=$#
while [ "$left" -gt 0 ]; do
    word=$1
    shift
    left=$((left - 1))
    case $word in
        --heap)
            [ "$left" -gt 0 ] || {
                echo "bench: --heap needs a size such as 64m" >&2
                exit 2
            }
            heap=$1
            shift
            left=$((left - 1))
            ;;
        --heap=*) heap=${word#--heap=} ;;
        *) set -- "$@" "$word" ;;
    esac
done
case $heap in
    *[!0-9kKmMgG]*)
        echo "bench: --heap $heap: expected a size such as 64m" >&2
        exit 2
        ;;
esac

fresh || build

# shellcheck disable=SC2086 # the options are words
exec "${JAVA_HOME:+$JAVA_HOME/bin/}java" ${heap:+"-Xmx$heap"} -Xshare:auto -Dfile.encoding=UTF-8 \
    ${SCRIPTORIUM_JAVA_OPTS-} -jar "$jar" "$@"
