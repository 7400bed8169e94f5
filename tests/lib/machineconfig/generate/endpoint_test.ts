import assert from "node:assert/strict";
import { parseEndpoint } from "../../../../lib/machineconfig/generate/endpoint.ts";
import { OsctlError } from "../../../../lib/errors.ts";

Deno.test("parseEndpoint() accepts HTTPS URLs", () => {
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

/** Returns the reason and hint of a rejected endpoint. */
function reasonOf(text: string): string {
  try {
    parseEndpoint(text);
  } catch (error) {
    if (!(error instanceof OsctlError)) throw error;
    assert.equal(error.kind, "usage");
    const start = `invalid cluster endpoint "${text}": `;
    assert.ok(error.message.startsWith(start), error.message);
    return `${error.message.slice(start.length)}; ${error.hint}`;
  }
  throw new Error(`${text} was accepted`);
}

Deno.test("parseEndpoint() suggests a corrected endpoint", () => {
  const reasons = {
    "192.0.2.10": 'no scheme and no port; did you mean "https://192.0.2.10:6443"',
    "192.0.2.10:6443": 'no scheme; did you mean "https://192.0.2.10:6443"',
    "k8s.example.com:443": 'no scheme; did you mean "https://k8s.example.com:443"',
    "k8s.example.com/a": 'no scheme and no port; did you mean "https://k8s.example.com:6443/a"',
    "//k8s.example.com": 'no scheme and no port; did you mean "https://k8s.example.com:6443"',
    "http://192.0.2.10": 'unsupported scheme "http"; did you mean "https://192.0.2.10:6443"',
    "tcp://k8s:1": 'unsupported scheme "tcp"; did you mean "https://k8s:1"',
    "2001:db8::1": 'no scheme and no port; did you mean "https://[2001:db8::1]:6443"',
    "[2001:db8::1]:443": 'no scheme; did you mean "https://[2001:db8::1]:443"',
    "https://2001:db8::1":
      'IPv6 address without brackets; did you mean "https://[2001:db8::1]:6443"',
  };
  for (const [text, expected] of Object.entries(reasons)) assert.equal(reasonOf(text), expected);
});

Deno.test("parseEndpoint() rejects other invalid endpoints with an example", () => {
  const example = "use a URL such as https://192.0.2.10:6443";
  const reasons = {
    "": "no scheme and no port",
    "https://": "no host",
    "https://:6443": "no host",
    "https://k8s:0": "port 0 is out of range",
    "https://k8s:65536": "port 65536 is out of range",
    "https://k8s:abc": '":abc" after the host is not a port',
    "https://a b": 'invalid character " "',
    "a b": "no scheme and no port",
    " https://k8s": "no scheme and no port",
  };
  for (const [text, expected] of Object.entries(reasons)) {
    assert.equal(reasonOf(text), `${expected}; ${example}`);
  }
});

Deno.test("parseEndpoint() redacts credentials in errors", () => {
  for (const text of ["jane:hush@192.0.2.1", "http://jane:hush@192.0.2.1", "//jane:hush@h:1"]) {
    assert.throws(() => parseEndpoint(text), (error: Error & { hint?: string }) => {
      assert.doesNotMatch(`${error.message} ${error.hint}`, /hush/);
      assert.match(error.message, /"\S*\*{6}@/);
      return true;
    });
  }
});
