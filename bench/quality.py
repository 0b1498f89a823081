"""How well each stream and each fusion find, on judged sets in the form of BEIR.

One configuration, the default, makes every row. Beside it stands what a setting does that
was chosen on the other sets alone, so that no set is judged by what was fitted to it.
"""

import argparse
import json
import sys
from pathlib import Path

import quality_tables
from quality_set import SetResult, measure_set

from ai_memory.config import LlmSettings
from ai_memory.embed.registry import make_embedder
from ai_memory.evaluate.held_out import chosen_without
from ai_memory.evaluate.judged import load_judged_set


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path, help="judged sets")
    parser.add_argument("--no-embed", action="store_true", help="leave the vector stream out")
    parser.add_argument("--no-fit", action="store_true", help="leave the held-out column out")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    options = parser.parse_args()
    provider = "none" if options.no_embed else "local"
    embedder = make_embedder(LlmSettings(embedding_provider=provider))
    judged = [load_judged_set(folder) for folder in options.folders]  # all, before any work
    results = [
        measure_set(each, embedder, others=judged, fit=not options.no_fit, say=say)
        for each in judged
    ]
    print_tables(results)
    if options.json:
        written = quality_tables.figures(results, choices(results))
        options.json.write_text(json.dumps(written, indent=2) + "\n", encoding="utf-8")


def print_tables(results: list[SetResult]) -> None:
    for table in quality_tables.tables(results, choices(results)):
        print("\n".join(table), end="\n\n")


def choices(results: list[SetResult]) -> dict[str, str]:
    """Return set → the setting that the sets of other families chose."""
    return chosen_without({each.name: each.means() for each in results if each.settings})


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
