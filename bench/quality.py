"""How well each stream and each fusion find, on judged sets in the form of BEIR."""

import argparse
from pathlib import Path

from ai_memory.config import LlmSettings, RetrievalTuning
from ai_memory.embed.registry import make_embedder
from ai_memory.evaluate.judged import load_judged_set
from ai_memory.evaluation import JudgedIndex
from ai_memory.model import STREAM_NAMES

METRIC = "nDCG@10"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path, help="judged sets")
    parser.add_argument("--no-embed", action="store_true", help="leave the vector stream out")
    options = parser.parse_args()
    provider = "none" if options.no_embed else "local"
    embedder = make_embedder(LlmSettings(embedding_provider=provider))
    streams = [name for name in STREAM_NAMES if embedder or name != "vector"]
    tunings = {name: RetrievalTuning(streams=(name,)) for name in streams}
    for mode in ("classic", "adaptive"):
        tunings[mode] = RetrievalTuning(streams=tuple(streams), mode=mode)
    print(f"$ bench/quality {' '.join(folder.name for folder in options.folders)}\n")
    print(f"| set ({METRIC}) | documents | questions | {' | '.join(tunings)} |")
    print(f"|---|---|---|{'---|' * len(tunings)}")
    for folder in options.folders:
        judged = load_judged_set(folder)
        with JudgedIndex(judged, embedder, lambda phase, done, total: None) as index:
            row = [index.evaluate(name, tuning).metrics[METRIC] for name, tuning in tunings.items()]
        sizes = f"{len(judged.documents)} | {len(judged.questions)}"
        print(f"| {judged.name} | {sizes} | {' | '.join(f'{v:.3f}' for v in row)} |", flush=True)


if __name__ == "__main__":
    main()
