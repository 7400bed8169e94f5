import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import { OsctlError } from "../../../lib/errors.ts";
import {
  normaliseEndpoint,
  normaliseEndpoints,
  requireNodeName,
} from "../../../lib/client/endpoints.ts";

Deno.test("normaliseEndpoint returns host and port", () => {
  const cases: Readonly<Record<string, string>> = {
    "10.0.0.2": "10.0.0.2:50000",
    " 10.0.0.2 ": "10.0.0.2:50000",
    "10.0.0.2:4000": "10.0.0.2:4000",
    "example.org": "example.org:50000",
    "example.org:111": "example.org:111",
    "node-1": "node-1:50000",
    "node_1.example.org.": "node_1.example.org.:50000",
    "bücher.example": "bücher.example:50000",
    "::1": "[::1]:50000",
    "2001:db8::ff00:42:8329": "[2001:db8::ff00:42:8329]:50000",
    "[::1]": "[::1]:50000",
    "[2001:db8::e]:8080": "[2001:db8::e]:8080",
    "fe80::1%eth0": "[fe80::1%eth0]:50000",
    "::ffff:10.0.0.2": "[::ffff:10.0.0.2]:50000",
    "https://example.org": "example.org:443",
    "https://example.org/path?x#y": "example.org:443",
    "https://10.0.0.2:444": "10.0.0.2:444",
    "https://[::1]": "[::1]:443",
    "https://[::1]:40000": "[::1]:40000",
    "grpc://10.0.0.2": "10.0.0.2:50000",
    "grpc://[::1]:111": "[::1]:111",
    "HTTPS://example.org": "example.org:443",
    "http://10.0.0.2": "10.0.0.2:50000",
  };
  for (const [text, expected] of Object.entries(cases)) {
    strictEqual(normaliseEndpoint(text, "input"), expected, text);
  }
});

Deno.test("normaliseEndpoint rejects invalid endpoints", () => {
  for (
    const text of [
      "",
      " ",
      ":50000",
      "a b",
      "a:b",
      "a:0",
      "a:65536",
      "a:1:2",
      "[::1",
      "::1]",
      "https://",
      "a/b",
      "https://:50000",
      "ftp://10.0.0.2",
      "a,b:c",
      "a,b",
      "10.0.0.2,10.0.0.3",
      "10.0.0.256",
      "10.0.0.2.3",
      "-a",
      "a..b",
      "a_b-",
      "10.0.0.2;id",
      "12345::1",
    ]
  ) {
    for (const from of ["input", "usage"] as const) {
      throws(
        () => normaliseEndpoint(text, from),
        (error) =>
          error instanceof OsctlError && error.kind === from &&
          error.message === `"${text}" is not a valid endpoint`,
        text,
      );
    }
  }
});

Deno.test("normaliseEndpoints keeps the order and removes duplicates", () => {
  deepStrictEqual(normaliseEndpoints(["b", "a:50000", "b:50000", "a"], "input"), [
    "b:50000",
    "a:50000",
  ]);
});

Deno.test("requireNodeName accepts addresses and host names, and rejects ports and lists", () => {
  for (const node of ["10.0.0.2", "::1", "[::1]", "fe80::1%eth0", "node-1", "a.example.org"]) {
    requireNodeName(node);
  }
  for (const node of ["10.0.0.2:50000", "a:1", "[::1]:50000", "a b", "a,b", "https://a", "1.2.3"]) {
    throws(
      () => requireNodeName(node),
      (error) =>
        error instanceof OsctlError && error.kind === "usage" &&
        error.message === `"${node}" is not a valid node`,
      node,
    );
  }
});
