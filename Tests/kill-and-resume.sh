#!/usr/bin/env bash
# Kills a migration at several moments, with SIGKILL and every third time with SIGTERM, and resumes it: the same bytes
# each time as an uninterrupted run, and the output never there half-written.
#
#     Tests/kill-and-resume.sh [MOMENTS] [MESSAGES]
set -euo pipefail
cd "$(dirname "$0")/.."
moments=${1:-3}
messages=${2:-200000}
program=$PWD/.build/release/msgreplay
registry=$PWD/Samples/shop-registry
tool=$PWD/../shared/tools/make_archive.py
[ -r "$tool" ] || { echo "skipped: needs ../shared/tools/make_archive.py"; exit 0; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 "$tool" source --messages "$messages" --seed 4242 --pack jsonl.gz
migrate=("$program" migrate -q source.jsonl.gz --registry "$registry" --report /dev/null -o)

began=$(date +%s%N)
"${migrate[@]}" whole.jsonl.gz >/dev/null
took=$(( ($(date +%s%N) - began) / 1000000 ))
echo "an uninterrupted run takes $took ms"

for moment in $(seq 1 "$moments"); do
    rm -rf out.jsonl.gz*
    wait_ms=$(( took * moment / (moments + 1) ))
    "${migrate[@]}" out.jsonl.gz >/dev/null 2>errors &
    child=$!
    sleep "$(printf '%d.%03d' $((wait_ms / 1000)) $((wait_ms % 1000)))"
    # Only the name says that the output is whole.
    signal=KILL
    [ $((moment % 3)) -eq 0 ] && signal=TERM
    if kill -$signal "$child" 2>/dev/null; then
        status=0
        wait "$child" 2>/dev/null || status=$?
        if [ $signal = TERM ] && [ $status -eq 143 ]; then
            [ -e out.jsonl.gz.partial ] || { echo "SIGTERM after $wait_ms ms: the partial output is gone"; exit 1; }
            grep -q -- --resume errors || { echo "SIGTERM after $wait_ms ms: nothing says how to go on"; exit 1; }
        fi
        if [ -e out.jsonl.gz ] && ! cmp -s whole.jsonl.gz out.jsonl.gz; then
            echo "SIG$signal after $wait_ms ms: the output is there, half-written"
            exit 1
        fi
    else
        wait "$child" || { echo "the run that was to be killed failed by itself"; exit 1; }
    fi
    if [ ! -e out.jsonl.gz ]; then "${migrate[@]}" out.jsonl.gz --resume >/dev/null; fi
    cmp whole.jsonl.gz out.jsonl.gz
    if ls out.jsonl.gz?* >/dev/null 2>&1; then
        echo "SIG$signal after $wait_ms ms: something was left: $(ls)"
        exit 1
    fi
    echo "SIG$signal after $wait_ms ms, resumed: the same bytes"
done
