#!/bin/sh
# One hundred thousand positions over rom, 10x12 and 0x88, as a Slurm array:
#
#   sbatch compare/deploy/slurm.sh
#   sargon compare merge part*.json
#
# A part that was stopped is done again.
#SBATCH --job-name=sargon-compare
#SBATCH --array=1-16
#SBATCH --cpus-per-task=2
#SBATCH --mem=512M
#SBATCH --time=02:00:00
#SBATCH --requeue
shard=${SLURM_ARRAY_TASK_ID:?}
exec sargon compare --engines rom,10x12,0x88 --level 1-3 --seed 1978 \
    --cases 100000 --workers 2 --report "part$shard.json" --shard "$shard/16"
