"""One POST to a service: bounded in time and size, retried where that helps."""

import json
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ai_memory.config import LlmSettings
from ai_memory.embed.backoff import pause
from ai_memory.embed.endpoint import Endpoint
from ai_memory.errors import MissingExtra, ProviderUnreachable

if TYPE_CHECKING:
    import httpx

INSTALL_OPENAI = "pip install 'ai-memory[openai]'"


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back from one try. A status of 0 means that nothing whole did."""

    status: int  # HTTP status, 0 when the connection failed
    body: bytes = b""
    retry_after: str = ""  # the header's value
    failure: str = ""  # what went wrong with the connection

    @property
    def worth_retrying(self) -> bool:
        """Whether another try may end otherwise: overload and failures, not refusals."""
        if self.status == 429:
            return b"insufficient_quota" not in self.body  # waiting does not pay a bill
        return self.status == 0 or self.status >= 500


class Service:
    """A service behind one checked address. Keeps its connections until closed.

    Redirects are not followed, and neither proxies nor credentials are taken from the
    environment: what is sent goes to the address in the settings or nowhere.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        key: str,
        settings: LlmSettings,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._endpoint = endpoint
        self._key = key
        self._timeout = settings.embedding_timeout
        self._sleep = sleep
        self._clock = clock
        self._opening = threading.Lock()
        self._client: httpx.Client | None = None

    def post(self, path: str, payload: Mapping[str, Any], most_bytes: int, retries: int) -> Reply:
        """Send the payload as JSON and return the last reply, whatever its status.

        Args:
            path: Goes after the endpoint's address; begins with a slash.
            payload: What is sent.
            most_bytes: The longest body that is read.
            retries: Further tries after 429, 5xx, a failed connection or a timeout.

        Raises:
            ProviderUnreachable: The body is longer than `most_bytes`.
            MissingExtra: httpx is not installed.
        """
        content = json.dumps(payload).encode("ascii")
        reply = self._try(path, content, most_bytes)
        for attempt in range(retries):
            if not reply.worth_retrying:
                break
            self._sleep(pause(attempt, reply.retry_after))
            reply = self._try(path, content, most_bytes)
        return reply

    def close(self) -> None:
        """Close the connections; the next post opens new ones."""
        with self._opening:
            client, self._client = self._client, None
        if client is not None:
            client.close()

    def _try(self, path: str, content: bytes, most_bytes: int) -> Reply:
        client = self._opened()
        import httpx

        deadline = self._clock() + self._timeout
        try:
            with client.stream("POST", self._endpoint.url + path, content=content) as response:
                body = self._read(response, most_bytes, deadline)
                retry_after = response.headers.get("retry-after", "")
                return Reply(response.status_code, body, retry_after)
        except httpx.RequestError as error:
            return Reply(0, failure=f"{type(error).__name__} {error}".strip())

    def _read(self, response: "httpx.Response", most_bytes: int, deadline: float) -> bytes:
        import httpx

        body = bytearray()
        for chunk in response.iter_bytes():
            body += chunk
            if len(body) > most_bytes:
                raise ProviderUnreachable(
                    f"{self._endpoint.authority} sent more than {most_bytes} bytes",
                    "Check that llm.embedding_base_url is an embedding service.",
                )
            # httpx limits each read; a service that trickles would never end.
            if self._clock() > deadline:
                raise httpx.ReadTimeout("the whole answer took too long")
        return bytes(body)

    def _opened(self) -> "httpx.Client":
        with self._opening:
            if self._client is None:
                self._client = _client(self._key, self._timeout)
            return self._client


def _client(key: str, timeout: float) -> "httpx.Client":
    try:
        import httpx
    except ImportError as missing:
        raise MissingExtra(
            f"An embedding service needs {missing.name}, which is not installed", INSTALL_OPENAI
        ) from missing
    headers = {"Content-Type": "application/json", "Accept-Encoding": "identity"}
    if key:
        headers["Authorization"] = f"Bearer {key}"
    return httpx.Client(headers=headers, timeout=timeout, trust_env=False, follow_redirects=False)
