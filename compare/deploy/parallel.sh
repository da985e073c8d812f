#!/bin/sh
# One hundred thousand positions with GNU parallel, on this machine, or on those that one
# can log in to and that have sargon: parallel.sh --sshloginfile machines. Started again
# after it was stopped, it does the parts that were not done.
set -e
parallel --joblog parts.log --resume --halt now,fail=1 --return 'part{}.json' "$@" \
    sargon compare --engines rom,10x12,0x88 --level 1-3 --seed 1978 \
    --cases 100000 --workers 1 --report 'part{}.json' --shard '{}/8' ::: 1 2 3 4 5 6 7 8
exec sargon compare merge part*.json
