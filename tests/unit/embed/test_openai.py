"""The OpenAI-compatible provider against a real server on loopback."""

import socket
import sys
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from itertools import count

import pytest

from ai_memory.config import LlmSettings
from ai_memory.embed.checked import checked
from ai_memory.embed.openai import MAX_CHARS_A_REQUEST, OpenAIEmbedder
from ai_memory.errors import DimensionMismatch, EmbeddingError, MissingExtra, ProviderUnreachable

TEXTS = ["a", "bb", "ccc", "dddd", "eeeee"]


def lengths(vectors):
    """Read back which text each of the scripted vectors was made for."""
    return [vector[0] for vector in vectors]


def entries(*vectors):
    return {"data": [{"index": at, "embedding": vector} for at, vector in enumerate(vectors)]}


def test_texts_come_back_as_vectors_in_their_order(service, connect):
    assert lengths(connect().embedder.embed(TEXTS)) == [1, 2, 3, 4, 5]


def test_no_texts_make_no_request(service, connect):
    assert connect().embedder.embed([]) == []
    assert service.requests == []


def test_a_request_carries_model_texts_format_and_key(service, connect):
    connect(model="some-model").embedder.embed(["a"])

    (request,) = service.requests
    assert request.path == "/v1/embeddings"
    assert request.payload == {"model": "some-model", "input": ["a"], "encoding_format": "float"}
    assert request.headers["authorization"] == "Bearer made-up-key"


def test_the_default_model_is_asked_for_when_none_is_set(service, connect):
    connect().embedder.embed(["a"])

    assert service.requests[0].payload["model"] == "text-embedding-3-small"


def test_a_configured_dimension_is_asked_for(service, connect):
    connect(dimension=3).embedder.embed(["a"])

    assert service.requests[0].payload["dimensions"] == 3


def test_a_service_on_this_machine_needs_no_key(service, connect, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY")
    connect().embedder.embed(["a"])

    assert "authorization" not in service.requests[0].headers


def test_the_order_is_restored_from_the_index(service, connect):
    def shuffled(texts):
        made = [{"index": at, "embedding": [float(len(text))]} for at, text in enumerate(texts)]
        return {"data": [made[at] for at in (3, 0, 4, 2, 1)]}

    service.say(200, shuffled)

    assert lengths(connect().embedder.embed(TEXTS)) == [1, 2, 3, 4, 5]


def test_a_service_that_sends_no_index_is_taken_in_order(service, connect):
    service.say(200, {"data": [{"embedding": [7.0]}, {"embedding": [8.0]}]})

    assert lengths(connect().embedder.embed(["a", "b"])) == [7, 8]


def test_texts_go_out_in_batches_of_the_configured_count(service, connect):
    assert lengths(connect(batch=2).embedder.embed(TEXTS)) == [1, 2, 3, 4, 5]
    assert [request.texts for request in service.requests] == [TEXTS[:2], TEXTS[2:4], TEXTS[4:]]


def test_a_batch_is_also_bounded_by_its_characters(service, connect):
    half = "x" * (MAX_CHARS_A_REQUEST // 2)
    connect().embedder.embed([half, half, "tail", half + half + "!", "end"])

    assert [len(request.texts) for request in service.requests] == [2, 1, 1, 1]


def test_too_many_requests_wait_as_long_as_the_service_asks(service, connect):
    service.say(429, headers={"Retry-After": "7"})
    client = connect()

    assert lengths(client.embedder.embed(["a"])) == [1]
    assert client.slept == [7.0]


def test_a_retry_date_is_waited_for_and_capped_at_a_minute(service, connect):
    later = format_datetime(datetime.now(UTC) + timedelta(days=1), usegmt=True)
    service.say(503, headers={"Retry-After": later})
    client = connect()

    client.embedder.embed(["a"])
    assert client.slept == [60.0]


def test_failures_are_tried_again_only_so_often(service, connect):
    for _ in range(4):
        service.say(500, {"error": {"message": "out of order"}})
    client = connect(retries=3)

    with pytest.raises(ProviderUnreachable, match="answered 500: out of order"):
        client.embedder.embed(["a"])
    assert len(service.requests) == 4
    assert len(client.slept) == 3
    assert all(0 <= pause <= 0.5 * 2**attempt for attempt, pause in enumerate(client.slept))


def test_a_query_is_tried_again_once_because_someone_waits(service, connect):
    for _ in range(4):
        service.say(500)

    with pytest.raises(ProviderUnreachable):
        connect(retries=3).embedder.embed_query("a")
    assert len(service.requests) == 2


def test_a_query_gives_one_vector(service, connect):
    assert connect().embedder.embed_query("abc")[0] == 3


def test_an_exhausted_quota_is_not_waited_for(service, connect):
    service.say(429, {"error": {"message": "You exceeded it", "code": "insufficient_quota"}})

    with pytest.raises(ProviderUnreachable, match="answered 429: You exceeded it"):
        connect().embedder.embed(["a"])
    assert len(service.requests) == 1


def test_a_refusal_fails_at_once_with_the_services_words(service, connect):
    service.say(401, {"error": {"message": "Incorrect API key provided: made-up-key\x1b[2J"}})

    with pytest.raises(ProviderUnreachable) as caught:
        connect().embedder.embed(["a"])
    assert caught.value.message.endswith("answered 401: Incorrect API key provided: … [2J")
    assert "API key" in caught.value.remedy
    assert len(service.requests) == 1


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        (b"plain <b>words</b>", "plain <b>words</b>"),
        (b"", "no message"),
        (b'{"detail": "no such model"}', "no such model"),
        (b'{"error": "no such model"}', "no such model"),
        (b"[]", "[]"),
        (b"w" * 5000, "w" * 200 + "…"),
    ],
)
def test_a_refusals_message_is_found_and_shortened(service, connect, body, shown):
    service.say(404, body)

    with pytest.raises(ProviderUnreachable) as caught:
        connect().embedder.embed(["a"])
    assert caught.value.message.endswith(f"answered 404: {shown}")


@pytest.mark.parametrize("status", [413, 400])
def test_a_batch_that_is_too_large_is_asked_for_in_halves(service, connect, status):
    service.say(status, {"error": {"message": "maximum context length is 8 tokens"}})

    assert lengths(connect().embedder.embed(TEXTS)) == [1, 2, 3, 4, 5]
    assert [len(request.texts) for request in service.requests] == [5, 2, 3]


def test_one_text_that_is_too_large_fails(service, connect):
    service.say(413)

    with pytest.raises(ProviderUnreachable, match="answered 413"):
        connect().embedder.embed(["a"])


def test_a_bad_request_that_is_not_about_size_is_not_split(service, connect):
    service.say(400, {"error": {"message": "unknown model"}})

    with pytest.raises(ProviderUnreachable, match="unknown model"):
        connect().embedder.embed(TEXTS)
    assert len(service.requests) == 1


def test_a_redirect_is_not_followed(service, connect):
    service.say(307, headers={"Location": f"{service.base_url}/elsewhere"})

    with pytest.raises(ProviderUnreachable, match="answered 307") as caught:
        connect().embedder.embed(["a"])
    assert "Redirects are not followed" in caught.value.remedy
    assert len(service.requests) == 1


def test_a_line_that_goes_dead_mid_answer_is_tried_again(service, connect):
    service.say(200, b"x" * 1000, hang_up_after=10)
    client = connect()

    assert lengths(client.embedder.embed(["a"])) == [1]
    assert len(client.slept) == 1


def test_a_service_that_is_not_there_is_named(connect):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]

    with pytest.raises(ProviderUnreachable, match=f"127.0.0.1:{port} gave no answer: ConnectErr"):
        connect(base_url=f"http://127.0.0.1:{port}/v1", retries=1).embedder.embed(["a"])


def test_an_answer_that_trickles_past_the_timeout_is_given_up(service, connect):
    ticks = count(0, 100)  # every look at the clock finds it 100 seconds later
    client = connect(clock=lambda: next(ticks), timeout=30.0, retries=1)

    with pytest.raises(ProviderUnreachable, match="took too long"):
        client.embedder.embed(["a"])
    assert len(service.requests) == 2


def test_an_answer_beyond_the_bound_is_not_read_to_its_end(service, connect):
    service.say(200, b" " * 2_000_000)

    with pytest.raises(ProviderUnreachable, match="sent more than 1310720 bytes"):
        connect().embedder.embed(["a"])


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"data": 3}',
        b'{"data": [3]}',
        b'{"data": [{"index": 0}]}',
        b'{"data": [{"index": [], "embedding": [1.0]}]}',
        b'{"data": [{"index": 0, "embedding": "AACAPw=="}]}',
    ],
)
def test_an_answer_that_is_no_list_of_embeddings_is_an_error(service, connect, body):
    service.say(200, body)

    with pytest.raises(EmbeddingError, match="not a list of embeddings"):
        connect().embedder.embed(["a"])


@pytest.mark.parametrize(
    "body",
    [
        {"data": []},
        entries([1.0]),
        entries([1.0], [2.0], [3.0]),
        {"data": [{"index": 0, "embedding": [1.0]}, {"index": 0, "embedding": [2.0]}]},
        {"data": [{"index": 1, "embedding": [1.0]}, {"index": 2, "embedding": [2.0]}]},
    ],
)
def test_a_wrong_count_of_vectors_is_an_error(service, connect, body):
    service.say(200, body)

    with pytest.raises(EmbeddingError, match="vectors for 2 texts"):
        connect().embedder.embed(["a", "b"])


@pytest.mark.parametrize("bad", [b"NaN", b"Infinity", b"-Infinity", b"1e999"])
def test_a_number_that_is_not_finite_is_an_error(service, connect, bad):
    service.say(200, b'{"data": [{"index": 0, "embedding": [1.0, ' + bad + b"]}]}")

    with pytest.raises(DimensionMismatch, match="not finite"):
        checked(connect().embedder).embed(["a"])


def test_a_vector_of_another_dimension_than_configured_is_an_error(service, connect):
    with pytest.raises(DimensionMismatch, match="3 numbers, not 4"):
        checked(connect(dimension=4).embedder).embed(["a"])


def test_a_vector_of_another_dimension_than_before_is_an_error(service, connect):
    service.say(200, entries([1.0, 2.0]))
    service.say(200, entries([1.0, 2.0, 3.0]))
    embedder = checked(connect(batch=1).embedder)

    with pytest.raises(DimensionMismatch, match="3 numbers, not 2"):
        embedder.embed(["a", "b"])


def test_texts_that_a_service_would_refuse_are_made_sendable(service, connect):
    checked(connect().embedder).embed(["", " \n", "lone \ud800 half"])

    assert service.requests[0].texts == [" ", " ", "lone ? half"]


def test_any_text_reaches_the_service_unharmed(service, connect):
    texts = ["naïve 日本語 🦊", 'quo"te \\ \x00 \x7f', "line\u2028break"]
    connect().embedder.embed(texts)

    assert service.requests[0].texts == texts


def test_the_model_name_holds_what_changes_vectors(service, connect):
    authority = service.base_url.removeprefix("http://").removesuffix("/v1")

    assert connect().embedder.model == f"openai:text-embedding-3-small@{authority}"
    assert connect(model="m", dimension=512).embedder.model == f"openai:m:512@{authority}"


def test_the_dimension_is_known_after_the_first_vector(service, connect):
    embedder = checked(connect().embedder)
    assert embedder.dimension is None

    embedder.embed(["a"])
    assert embedder.dimension == 3


def test_a_closed_embedder_opens_again_when_it_is_used(service, connect):
    embedder = connect().embedder
    embedder.embed(["a"])
    embedder.close()
    embedder.close()

    assert lengths(embedder.embed(["bb"])) == [2]


def test_proxies_of_the_environment_are_not_used(service, connect, monkeypatch):
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")

    assert lengths(connect(retries=0).embedder.embed(["a"])) == [1]


def test_a_missing_http_library_names_the_extra(connect, monkeypatch):
    monkeypatch.setitem(sys.modules, "httpx", None)

    with pytest.raises(MissingExtra) as caught:
        connect().embedder.embed(["a"])
    assert caught.value.remedy == "pip install 'ai-memory[openai]'"


def test_no_key_stands_in_an_embedders_representation(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "made-up-key")

    assert "made-up-key" not in repr(OpenAIEmbedder(LlmSettings()))
