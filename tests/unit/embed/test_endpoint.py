"""Addresses that may be called, and those that may not."""

import pytest

from ai_memory.embed.endpoint import Endpoint, parse_endpoint
from ai_memory.errors import ConfigError


@pytest.mark.parametrize(
    ("written", "url", "authority"),
    [
        ("https://api.openai.com/v1", "https://api.openai.com/v1", "api.openai.com"),
        ("HTTPS://API.Example.org:8443/", "https://api.example.org:8443", "api.example.org:8443"),
        ("https://10.0.0.5/v1//", "https://10.0.0.5/v1", "10.0.0.5"),
        ("https://[2001:db8::1]:444/v1", "https://[2001:db8::1]:444/v1", "[2001:db8::1]:444"),
        ("https://my_host.example/a%20b", "https://my_host.example/a%20b", "my_host.example"),
    ],
)
def test_an_https_address_is_fit(written, url, authority):
    assert parse_endpoint(written) == Endpoint(url, authority, loopback=False)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.9.1:11434", "[::1]:80", "localhost:1234"])
@pytest.mark.parametrize("scheme", ["http", "https"])
def test_this_machine_may_be_called_without_tls(scheme, host):
    assert parse_endpoint(f"{scheme}://{host}/v1") == Endpoint(f"{scheme}://{host}/v1", host, True)


@pytest.mark.parametrize(
    "written",
    [
        "http://api.openai.com/v1",
        "http://192.168.1.4/v1",
        "http://0.0.0.0/v1",
        "http://localhost.example.org/v1",
        "http://127.0.0.1.example.org/v1",
        "http://2130706433/v1",  # 127.0.0.1, but not written so
        "http://[::]/v1",
    ],
)
def test_other_machines_may_not_be_called_in_the_clear(written):
    with pytest.raises(ConfigError, match="in the clear"):
        parse_endpoint(written)


@pytest.mark.parametrize(
    "host",
    [
        "169.254.169.254",
        "169.254.169.254.",
        "169.254.0.1:8080",
        "2852039166",
        "0xa9fea9fe",
        "0xA9.0xFE.0xA9.0xFE",
        "0251.0376.0251.0376",
        "169.254.43518",
        "169.16689662",
        "[fe80::1]",
        "[febf::1]",
        "[::ffff:169.254.169.254]",
        "[::ffff:a9fe:a9fe]",
        "[::a9fe:a9fe]",
        "[64:ff9b::a9fe:a9fe]",
        "[2002:a9fe:a9fe::1]",
        "[fd00:ec2::254]",
        "100.100.100.200",
        "metadata.google.internal",
        "METADATA.google.internal.",
    ],
)
def test_link_local_and_metadata_addresses_are_refused_in_any_spelling(host):
    with pytest.raises(ConfigError, match="link-local or metadata"):
        parse_endpoint(f"https://{host}/v1")


@pytest.mark.parametrize(
    "written",
    [
        "",
        "api.openai.com/v1",
        "ftp://example.org",
        "file:///etc/passwd",
        "https://",
        "https:///v1",
        "https://host:port/v1",
        "https://host:99999/v1",
        "https://[::1/v1",
        "https://[fe80::1%25eth0]/v1",
        "https://exa mple.org/v1",
        "https://example.org\\@evil.example/v1",
        "https://１６９.254.169.254/v1",  # full-width digits
        "https://bücher.example/v1",
        "https://example.org/v1?key=secret",
        "https://example.org/v1#part",
        "https://example.org/a b",
        "https://-example.org/v1",
    ],
)
def test_anything_that_could_be_read_in_two_ways_is_refused(written):
    with pytest.raises(ConfigError, match="embedding_base_url"):
        parse_endpoint(written)


def test_a_password_in_an_address_is_refused_without_being_shown():
    with pytest.raises(ConfigError) as caught:
        parse_endpoint("https://user:hidden@example.org/v1")
    assert "hidden" not in caught.value.message
