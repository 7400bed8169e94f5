/** Nodes, endpoints and client configurations that are wrong: one line each, with what to do. */
import { equal } from "node:assert/strict";
import { withSandbox } from "../helpers/sandbox.ts";

const NODE = "use an IP address or a host name, without a port";
const SEE = 'see "osctl memory --help"';

Deno.test("nodes that are no address and no host name are usage errors, and send nothing", () =>
  withSandbox({}, async ({ run }) => {
    for (
      const node of [
        "https://10.5.0.2",
        "10.5.0.2 10.5.0.3",
        "10.5.0.300",
        "fe80::zz",
        "a/b",
        "[x]",
      ]
    ) {
      const { code, stderr } = await run(["memory", "-n", node]);
      equal(stderr, `osctl: "${node}" is not a valid node; ${NODE}; ${SEE}\n`);
      equal(code, 2);
    }
    const change = await run(["reboot", "--yes", "-n", "10.5.0.300"]);
    equal(change.code, 2);
    equal(
      change.stderr,
      `osctl: "10.5.0.300" is not a valid node; ${NODE}; see "osctl reboot --help"\n`,
    );
  }));

Deno.test("an IPv6 address may be in brackets, and is never an unknown name", () =>
  withSandbox({}, async ({ run, controlPlanes }) => {
    for (const node of ["fd00::9", "[fd00::9]"]) {
      const { code, stderr } = await run(["memory", "-n", node]);
      equal(
        stderr,
        `osctl: fd00::9: cannot be reached from ${controlPlanes[0]!.address}: no route to host ` +
          "(Unavailable); check that the node is running and its address is correct\n",
      );
      equal(code, 1);
    }
  }));

Deno.test("an unusable client configuration is one line with what to do", () =>
  withSandbox({ controlPlanes: 2 }, async ({ run, home, osconfig, controlPlanes }) => {
    const text = await Deno.readTextFile(osconfig);
    const key = /\bkey: (\S+)/.exec(text)![1]!;
    const pair = await crypto.subtle.generateKey("Ed25519", true, ["sign"]) as CryptoKeyPair;
    const pkcs8 = new Uint8Array(await crypto.subtle.exportKey("pkcs8", pair.privateKey));
    const label = "ED25519 PRIVATE KEY";
    const pem = `-----BEGIN ${label}-----\n${pkcs8.toBase64()}\n-----END ${label}-----\n`;
    const path = `${home}/wrong`;
    const correct = "correct the client configuration, or select another one with --osconfig";
    for (
      const [content, message] of [
        ["- a\n", `${path}:1:1: the configuration must be a map; ${correct}`],
        ["contexts: 5\n", `${path}:1:11: "contexts" must be a map; ${correct}`],
        [
          text.replace(key, new TextEncoder().encode(pem).toBase64()),
          "the client key does not match the client certificate; " +
          "set crt and key in the context to a matching pair",
        ],
        [
          text.replace(/- \S+/, "- 10.5.0.2:port"),
          '"10.5.0.2:port" is not a valid endpoint; use a host name or an IP address, with :port ' +
          "unless it is 50000; correct the file it comes from",
        ],
      ] as const
    ) {
      await Deno.writeTextFile(path, content, { mode: 0o600 });
      const node = controlPlanes[0]!.address;
      const { code, stderr } = await run(["memory", "-n", node, "--osconfig", path]);
      equal(stderr, `osctl: ${message}\n`);
      equal(code, 1);
    }
  }));
