/**
 * Servers that the program contacts besides nodes: each is trusted by a root of the runtime, and
 * rejected with another certificate. Runs start with an empty environment.
 *
 * @module
 */
import { deepEqual, equal, match } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { Program } from "../../scripts/program.ts";
import { toPkcs8Label } from "../../lib/pki/pem.ts";
import { makePki, type Pki } from "../lib/rpc/peers.ts";

const RELEASE = JSON.stringify({ tag_name: "v99.0.0", html_url: "https://example.com/v99" });
const ENCRYPTED = fileURLToPath(new URL("../lib/encrypted_files/data/yaml.sops", import.meta.url));

/** Serves what each client requests, and records the paths. */
function serve({ server: { crt, key } }: Pki) {
  const paths: string[] = [];
  const options = { hostname: "127.0.0.1", port: 0, onListen: () => {} };
  const server = Deno.serve({ ...options, cert: crt, key: toPkcs8Label(key) }, (request) => {
    const { pathname } = new URL(request.url);
    paths.push(pathname);
    if (pathname === "/release") return new Response(RELEASE);
    if (pathname === "/kernel") return new Response("kernel");
    if (pathname === "/key") return new Response("key");
    return Response.json([], { headers: { "api-version": "1.44" } });
  });
  return {
    paths,
    address: `127.0.0.1:${server.addr.port}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

interface Client {
  readonly name: string;
  /** The command, and variables besides the roots. */
  start(address: string, home: string): Promise<{
    readonly args: readonly string[];
    readonly env?: Record<string, string>;
    /** The module to run instead of the program. */
    readonly entry?: string;
  }>;
  readonly path: RegExp;
  /** What it prints, on stdout or stderr, with a root of the runtime. */
  readonly trusted: RegExp;
  /** The error with a certificate of another authority. */
  readonly untrusted: RegExp;
}

const CLIENTS: readonly Client[] = [
  {
    name: "the newest release",
    start: (address) =>
      Promise.resolve({
        args: ["version", "--check"],
        env: { OSCTL_RELEASE_URL: `https://${address}/release` },
      }),
    path: /^\/release$/,
    trusted: /99\.0\.0 is available/,
    untrusted:
      /cannot get the newest release from "https:\S+": its certificate is not signed by a trusted authority; set DENO_CERT /,
  },
  {
    name: "boot images",
    start: (address) =>
      Promise.resolve({
        args: [`https://${address}/kernel`],
        entry: fileURLToPath(new URL("download_client.ts", import.meta.url)),
      }),
    path: /^\/kernel$/,
    trusted: /^kernel$/m,
    untrusted:
      /download of "https:\S+" failed: its certificate is not signed by a trusted authority; set DENO_CERT /,
  },
  {
    name: "a container engine",
    start: (address) =>
      Promise.resolve({
        args: ["cluster", "show", "--provisioner", "docker"],
        env: { DOCKER_HOST: `tcp://${address}`, DOCKER_TLS_VERIFY: "1" },
      }),
    path: /^\/_ping$|^\/v1\.\d+\//,
    trusted: /cluster "os-default" not found in docker/,
    untrusted: /certificate/,
  },
  {
    name: "servers of the sops program",
    async start(address, home) {
      const program = await Program.open(home);
      await program.run(["gen", "secrets", "-o", "secrets.plain", "--force"]);
      const text = await Deno.readTextFile(ENCRYPTED);
      await Deno.writeTextFile(
        `${home}/secrets.yaml`,
        text.replace("    pgp: []", "    pgp:\n        - fp: F00\n          enc: x"),
      );
      const script = `#!/bin/sh\n"${Deno.execPath()}" eval ` +
        `'await fetch("https://${address}/key")' && cat secrets.plain\n`;
      await Deno.mkdir(`${home}/bin`, { recursive: true });
      await Deno.writeTextFile(`${home}/bin/sops`, script, { mode: 0o755 });
      return {
        args: [
          ...["gen", "config", "demo", "https://10.5.0.2:6443", "--with-secrets", "secrets.yaml"],
          ...["-o", "new", "--force"],
        ],
        env: { PATH: `${home}/bin:${Deno.env.get("PATH")}` },
      };
    },
    path: /^\/key$/,
    trusted: /generated|created|controlplane/i,
    untrusted: /invalid peer certificate[\s\S]*requires the sops program for "pgp": exit code 1/,
  },
];

for (const { name, start, path, trusted: expected, untrusted } of CLIENTS) {
  Deno.test(`${name}: a root of the runtime is trusted, another is not`, async () => {
    const [known, unknown] = [await makePki("rsa"), await makePki("rsa")];
    await using trusted = serve(known);
    await using other = serve(unknown);
    await using program = await Program.create();
    const root = `${program.home}/root.crt`;
    await Deno.writeTextFile(root, known.ca.crt);
    for (const variable of ["DENO_CERT", "NODE_EXTRA_CA_CERTS"]) {
      const { args, env, entry } = await start(trusted.address, program.home);
      const runner = entry === undefined ? program : await Program.open(program.home, entry);
      const outcome = await runner.run(args, { ...env, [variable]: root });
      match(outcome.stdout + outcome.stderr, expected);
    }
    equal(trusted.paths.length > 0 && trusted.paths.every((one) => path.test(one)), true);
    const { args, env, entry } = await start(other.address, program.home);
    const runner = entry === undefined ? program : await Program.open(program.home, entry);
    const outcome = await runner.run(args, { ...env, DENO_CERT: root });
    equal(outcome.code, 1, outcome.stdout);
    match(outcome.stderr, untrusted);
    deepEqual(other.paths, []);
  });
}
