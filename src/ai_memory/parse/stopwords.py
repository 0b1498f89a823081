"""Words too common to tell pages apart; they do not vote unless they are all there is.

A short list on purpose: function words and the frame of a question. Content words,
negations that name things ("no-op", "off") and one-letter identifiers stay.
"""

STOP_WORDS = frozenset(
    """
    a about after again all also am an and any are as at be because been before being
    between both but by can could did do does doing down during each few for from further
    had has have having he her here hers him his how i if in into is it its itself just
    me more most my myself nor not now of on once only or other our ours out over own
    same she should so some such than that the their theirs them then there these they
    this those through to too under until up us very was we were what when where which
    while who whom whose why will with would you your yours
    don't doesn't didn't isn't aren't wasn't weren't won't can't couldn't shouldn't
    i'm i've it's that's what's who's there's let's we're you're they're
    """.split()  # noqa: SIM905 (a list of a hundred strings would be harder to read)
)
