import assert from "node:assert/strict";
import { parseEndpoint } from "../../../../lib/machineconfig/generate/endpoint.ts";
import { OsctlError } from "../../../../lib/errors.ts";

Deno.test("an endpoint is a URL with https, as it is", () => {
  const endpoints = {
    "https://192.0.2.10:6443": "192.0.2.10",
    "https://k8s.example.com": "k8s.example.com",
    "https://k8s.example.com:1": "k8s.example.com",
    "https://k8s.example.com:65535/path": "k8s.example.com",
    "https://[2001:db8::1]:6443": "2001:db8::1",
    "https://user:secret@k8s.example.com": "k8s.example.com",
  };
  for (const [text, hostname] of Object.entries(endpoints)) {
    assert.deepEqual(parseEndpoint(text), { text, hostname });
  }
  assert.equal(parseEndpoint("HTTPS://K8s.example.com").text, "https://K8s.example.com");
});

/** What is said about an endpoint, without its name. */
function refusal(text: string): string {
  try {
    parseEndpoint(text);
  } catch (error) {
    if (!(error instanceof OsctlError)) throw error;
    assert.equal(error.kind, "usage");
    const start = `the cluster endpoint "${text}" `;
    assert.ok(error.message.startsWith(start), error.message);
    return `${error.message.slice(start.length)}; ${error.hint}`;
  }
  throw new Error(`${text} was taken`);
}

Deno.test("an endpoint that can be corrected is", () => {
  const refusals = {
    "192.0.2.10": 'has no scheme and no port; try "https://192.0.2.10:6443"',
    "192.0.2.10:6443": 'has no scheme; try "https://192.0.2.10:6443"',
    "k8s.example.com:443": 'has no scheme; try "https://k8s.example.com:443"',
    "k8s.example.com/a": 'has no scheme and no port; try "https://k8s.example.com:6443/a"',
    "//k8s.example.com": 'has no scheme and no port; try "https://k8s.example.com:6443"',
    "http://192.0.2.10": 'has the scheme "http" and needs https; try "https://192.0.2.10:6443"',
    "tcp://k8s:1": 'has the scheme "tcp" and needs https; try "https://k8s:1"',
    "2001:db8::1": 'has no scheme and no port; try "https://[2001:db8::1]:6443"',
    "[2001:db8::1]:443": 'has no scheme; try "https://[2001:db8::1]:443"',
    "https://2001:db8::1": 'has an IPv6 address without brackets; try "https://[2001:db8::1]:6443"',
  };
  for (const [text, expected] of Object.entries(refusals)) assert.equal(refusal(text), expected);
});

Deno.test("an endpoint that cannot be corrected is refused with an example", () => {
  const example = "give a URL like https://192.0.2.10:6443";
  const refusals = {
    "": "has no scheme and no port",
    "https://": "has no host",
    "https://:6443": "has no host",
    "https://k8s:0": "has the port 0, and ports are between 1 and 65535",
    "https://k8s:65536": "has the port 65536, and ports are between 1 and 65535",
    "https://k8s:abc": 'is no URL: ":abc" after the host is not a port',
    "https://a b": 'is no URL: the host has the character " "',
    "a b": "has no scheme and no port",
    " https://k8s": "has no scheme and no port",
  };
  for (const [text, expected] of Object.entries(refusals)) {
    assert.equal(refusal(text), `${expected}; ${example}`);
  }
});

Deno.test("an error about an endpoint does not show how to log in", () => {
  for (const text of ["jane:hush@192.0.2.1", "http://jane:hush@192.0.2.1", "//jane:hush@h:1"]) {
    assert.throws(() => parseEndpoint(text), (error: Error & { hint?: string }) => {
      assert.doesNotMatch(`${error.message} ${error.hint}`, /hush/);
      assert.match(error.message, /"\S*\*{6}@/);
      return true;
    });
  }
});
