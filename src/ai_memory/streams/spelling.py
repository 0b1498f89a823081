"""How far apart two spellings are."""


def edit_distance(one: str, other: str, most: int) -> int:
    """Return how many slips turn one word into the other; `most + 1` when it takes more.

    A slip is a character added, dropped or changed, or two neighbours swapped.

    Source: Damerau, A technique for computer detection and correction of spelling
    errors (1964), each pair of neighbours swapped at most once ("optimal string
    alignment").
    """
    # A slip changes at most two members of the set of letters; most words fail here.
    if abs(len(one) - len(other)) > most or len(set(one) ^ set(other)) > 2 * most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one, start=1):
        earlier, before, row = before, row, [at]
        for to, wanted in enumerate(other, start=1):
            cost = min(before[to] + 1, row[to - 1] + 1, before[to - 1] + (letter != wanted))
            if earlier and to > 1 and (one[at - 2], letter) == (wanted, other[to - 2]):
                cost = min(cost, earlier[to - 2] + 1)
            row.append(cost)
    return min(row[-1], most + 1)
