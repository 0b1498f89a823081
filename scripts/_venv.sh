# Sourced by the other scripts: a virtual environment in .venv, made once.
# Works as root or not, with nothing preinstalled but Python 3.11 or newer.

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1

die() {
    printf 'error: %s\n' "$*" >&2
    exit 1
}

is_new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

make_venv() {
    local python
    for python in "${PYTHON:-}" python3 python3.14 python3.13 python3.12 python3.11 /usr/bin/python3 python; do
        [ -n "$python" ] && command -v "$python" >/dev/null && is_new_enough "$python" || continue
        "$python" -m venv --clear .venv >/dev/null 2>&1 && [ -x .venv/bin/pip ] && return
    done
    die "no Python 3.11 or newer that can make a virtual environment." \
        "Set PYTHON to one; on Debian, 'apt-get install python3-venv' may be missing."
}

# install WHAT…: pip arguments, run again only when pyproject.toml or they change.
install() {
    local stamp
    stamp="$(cat pyproject.toml; echo "$*")"
    [ -x .venv/bin/python ] && is_new_enough .venv/bin/python || make_venv
    if [ "$stamp" != "$(cat .venv/installed 2>/dev/null)" ]; then
        echo "Installing into .venv (once) …" >&2
        .venv/bin/python -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1' \
            || die "pip could not be brought up to date; is the package index reachable?"
        .venv/bin/python -m pip install --quiet --disable-pip-version-check "$@" \
            || die "the installation failed; its output above says why."
        # Compiled once here: where Python is told to write no bytecode, every start of a
        # command would compile the whole package again.
        .venv/bin/python -m compileall -q src
        printf '%s' "$stamp" > .venv/installed
    fi
}
