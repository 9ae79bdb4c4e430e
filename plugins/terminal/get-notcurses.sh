#!/usr/bin/env bash
# Fetches and builds the notcurses libraries that the `terminal` front end opens at run time.
#
#   get-notcurses.sh [PREFIX]
#
# PREFIX is where to install: the argument, else $NOTCURSES_PREFIX, else target/notcurses of this repository.
# The libraries end up in PREFIX/lib. Nothing outside PREFIX changes, but for the build packages when they are missing.
# A second run answers at once. Exit 0: the libraries can be opened. Otherwise one sentence says what is missing.
#
# $NOTCURSES_SOURCE may name an unpacked notcurses source tree: then nothing is fetched but the build packages.
# $NOTCURSES_MIRROR may name a Debian mirror: else the machine's own apt configuration says which one it uses.
set -euo pipefail

# Structs differ before this one, so the terminal module refuses an older library.
oldest=3.0.11
build_packages=(libdeflate-dev libunistring-dev libncurses-dev cmake make gcc g++ pkg-config dpkg-dev)

say() { printf 'get-notcurses: %s\n' "$*"; }
fail() { printf 'get-notcurses: %s\n' "$*" >&2; exit 1; }

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
case ${1-} in
-h | --help) sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "${BASH_SOURCE[0]}"; exit 0 ;;
-*) fail "'$1' is no option: expected at most one argument, the folder to install into" ;;
esac
[ $# -le 1 ] || fail "found $# arguments: expected at most one, the folder to install into"
prefix=${1:-${NOTCURSES_PREFIX:-$(cd "$here/../.." && pwd)/target/notcurses}}
case $prefix in /*) ;; *) prefix=$PWD/$prefix ;; esac

# The version is in the name of the file that the library's link leads to.
version_of() {
    local file
    file=$(readlink -f "$1") || return 1
    file=${file##*/}
    case $file in libnotcurses-core.so.[0-9]*) printf '%s\n' "${file#libnotcurses-core.so.}" ;; *) return 1 ;; esac
}
is_new_enough() { [ "$(printf '%s\n%s\n' "$oldest" "$1" | sort -V | head -n 1)" = "$oldest" ]; }

# Prints the folders that the loader searches and that hold both libraries.
system_folders() {
    local folder cache
    cache=$({ ldconfig -p || /sbin/ldconfig -p; } 2>/dev/null) || cache=
    {
        printf '%s\n' "${LD_LIBRARY_PATH-}" | tr ':' '\n'
        printf '%s\n' "$cache" | sed -n 's|.* => \(/.*\)/libnotcurses-core\.so\.3$|\1|p'
    } | while IFS= read -r folder; do
        [ -n "$folder" ] || continue
        if [ -e "$folder/libnotcurses-core.so.3" ] && [ -e "$folder/libnotcurses.so.3" ]; then printf '%s\n' "$folder"; fi
    done
}

if [ -e "$prefix/lib/libnotcurses-core.so.3" ] && [ -e "$prefix/lib/libnotcurses.so.3" ]; then
    version=$(version_of "$prefix/lib/libnotcurses-core.so.3") || version=unknown
    if [ "$version" != unknown ] && is_new_enough "$version"; then
        say "notcurses $version is already in $prefix/lib"
        exit 0
    fi
fi
# Only the first one counts: it is the one that the loader takes.
found=$(system_folders | head -n 1)
if [ -n "$found" ]; then
    version=$(version_of "$found/libnotcurses-core.so.3") || version=0
    if is_new_enough "$version"; then
        say "this machine already has notcurses $version, in $found: nothing to do"
        exit 0
    fi
    say "this machine's notcurses $version, in $found, is older than $oldest: building a newer one into $prefix"
fi

if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    fail "found no apt-get, and this script builds from Debian's source package: install notcurses $oldest or newer with this system's own package manager"
fi

work=$(mktemp -d "${TMPDIR:-/tmp}/get-notcurses.XXXXXX")
log=$work/log
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# Runs a step quietly: what it printed is shown only when it fails.
step() {
    local what=$1
    shift
    if ! "$@" >"$log" 2>&1 </dev/null; then
        tail -n 40 "$log" >&2
        fail "could not $what; its last lines stand above"
    fi
}

missing=()
for package in "${build_packages[@]}"; do
    state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) || state=
    [ "$state" = installed ] || missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then
    if [ "$(id -u)" = 0 ]; then
        as_root=()
    elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
        as_root=(sudo -n)
    elif command -v sudo >/dev/null && [ -t 0 ] && sudo -v; then
        as_root=(sudo -n)
    else
        fail "missing to build notcurses: ${missing[*]}. As root, run: apt-get install ${missing[*]}"
    fi
    say "installing what the build needs: ${missing[*]}"
    install=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}")
    # A machine that has never fetched its package lists knows no package: then fetch them and try again.
    if ! "${install[@]}" >"$log" 2>&1 </dev/null; then
        step "fetch this machine's package lists (apt-get update)" "${as_root[@]}" apt-get update
        step "install ${missing[*]} (apt-get install)" "${install[@]}"
    fi
fi

# Fetches and unpacks Debian's source package with apt's own checks, in a state of its own that leaves the machine's untouched.
fetch_source() {
    local mirror keyring=/usr/share/keyrings/debian-archive-keyring.gpg
    # shellcheck disable=SC2016 # apt fills this in, not the shell.
    mirror=${NOTCURSES_MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -E '/debian/?$' | head -n 1 || true)}
    [ -n "$mirror" ] ||
        fail "found no Debian mirror in this machine's apt configuration: name one in NOTCURSES_MIRROR, or an unpacked source tree in NOTCURSES_SOURCE"
    [ -e "$keyring" ] || fail "found no $keyring, which checks what is fetched: install debian-archive-keyring"
    mkdir -p "$work/apt/lists/partial" "$work/apt/cache/archives/partial" "$work/apt/parts" "$work/source"
    printf 'deb-src [signed-by=%s] %s sid main\n' "$keyring" "$mirror" >"$work/apt/sources.list"
    : >"$work/apt/status"
    # Read after the machine's own configuration, so a proxy still holds. The hooks are cleared because they would touch the machine's caches.
    cat >"$work/apt/apt.conf" <<CONF
#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
Dir::Etc::SourceList "$work/apt/sources.list";
Dir::Etc::SourceParts "$work/apt/parts";
Dir::State "$work/apt";
Dir::State::Lists "$work/apt/lists";
Dir::State::Status "$work/apt/status";
Dir::Cache "$work/apt/cache";
Dir::Log "$work/apt";
APT::Sandbox::User "";
Acquire::Languages "none";
CONF
    local apt=(apt-get -c "$work/apt/apt.conf")
    step "fetch the list of Debian's source packages from $mirror" "${apt[@]}" update --error-on=any
    cd "$work/source"
    step "fetch the notcurses source package from $mirror" "${apt[@]}" source --only-source notcurses
    cd "$here"
    source=$(find "$work/source" -mindepth 1 -maxdepth 1 -type d -name 'notcurses-*' | head -n 1)
    [ -n "$source" ] || fail "the notcurses source package unpacked to no notcurses-* folder"
}

source=${NOTCURSES_SOURCE-}
if [ -z "$source" ]; then
    say "fetching Debian's notcurses source package"
    fetch_source
fi
[ -e "$source/CMakeLists.txt" ] || fail "found no CMakeLists.txt in $source: expected an unpacked notcurses source tree"

say "building notcurses into $prefix (less than a minute)"
# No pictures, no C++, no programs, no tests: the front end draws text, and needs libncurses, libunistring and libdeflate only.
# Its reader waits for the rest of a letter without reading on, and would never take another key: mended in a copy.
cp -a "$source" "$work/mended"
source=$work/mended
sed -i -z 's/if(consumed < 0){\n      break;/if(consumed <= 0){\n      break;/' "$source/src/lib/in.c" ||
    fail "could not mend the reader of keys in $source/src/lib/in.c"
step "configure notcurses (cmake)" cmake -S "$source" -B "$work/build" \
    -DCMAKE_BUILD_TYPE=Release "-DCMAKE_INSTALL_PREFIX=$prefix" -DCMAKE_INSTALL_LIBDIR=lib \
    -DUSE_MULTIMEDIA=none -DUSE_CXX=off -DUSE_DOCTEST=off -DUSE_PANDOC=off -DUSE_POC=off \
    -DBUILD_EXECUTABLES=off -DBUILD_TESTING=off -DUSE_GPM=off -DUSE_QRCODEGEN=off -DUSE_STATIC=off
step "build notcurses (make)" cmake --build "$work/build" --parallel "$(nproc)"
step "install notcurses into $prefix" cmake --install "$work/build"

version=$(version_of "$prefix/lib/libnotcurses-core.so.3") ||
    fail "the build left no libnotcurses-core.so.3 in $prefix/lib"
[ -e "$prefix/lib/libnotcurses.so.3" ] || fail "the build left no libnotcurses.so.3 in $prefix/lib"
is_new_enough "$version" || fail "built notcurses $version, and the terminal module needs $oldest or newer"
say "notcurses $version is in $prefix/lib"
