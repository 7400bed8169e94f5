/**
 * Which servers the program trusts after it has called a node, and which nodes after it has read
 * authorities of others. Each run starts with an empty environment.
 *
 * @module
 */
import { deepEqual, equal, match } from "node:assert/strict";
import { createServer, type TLSSocket } from "node:tls";
import { bundle } from "../../scripts/bundle.ts";
import { Program } from "../../scripts/program.ts";
import { ROOT } from "../../scripts/project.ts";
import { toPkcs8Label } from "../../lib/pki/pem.ts";
import { withRealCluster } from "../e2e/cluster.ts";
import { S3_ENV, startS3 } from "../helpers/s3_server.ts";
import { makePki, type Pki } from "../lib/rpc/peers.ts";

/** The kind of keys that the published authorities have; nodes have others. */
const KIND = "rsa";

/** An authority of the runtime, an unknown one, and a folder with their certificates. */
async function writeAuthorities() {
  const [known, unknown] = [await makePki(KIND), await makePki(KIND)];
  const folder = await Deno.makeTempDir();
  await Deno.writeTextFile(`${folder}/known.crt`, known.ca.crt);
  await Deno.writeTextFile(`${folder}/unknown.crt`, unknown.ca.crt);
  return {
    known,
    unknown,
    folder,
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

Deno.test("a snapshot reaches an object store by an authority of the runtime", async () => {
  await using authorities = await writeAuthorities();
  const { known, unknown, folder } = authorities;
  await using store = startS3(["backups"], { tls: known.server });
  await using other = startS3(["backups"], { tls: unknown.server });
  await withRealCluster(async ({ program, controlPlane }) => {
    const run = (endpoint: string, env: Record<string, string>) =>
      program.run(
        ["etcd", "snapshot", "s3://backups/x.db", "-n", controlPlane, "--s3-endpoint", endpoint],
        { ...S3_ENV, ...env },
      );
    const trusting: Record<string, string>[] = [
      { DENO_CERT: `${folder}/known.crt` },
      { DENO_CERT: `base64:${btoa(known.ca.crt)}` },
      { NODE_EXTRA_CA_CERTS: `${folder}/known.crt` },
      { DENO_TLS_CA_STORE: "system", SSL_CERT_FILE: `${folder}/known.crt` },
      { AWS_CA_BUNDLE: `${folder}/known.crt` },
      { AWS_CA_BUNDLE: known.ca.crt, DENO_CERT: `${folder}/unknown.crt` },
    ];
    for (const env of trusting) {
      const { code, stderr } = await run(store.url, env);
      equal(code, 0, `${Object.keys(env)}: ${stderr}`);
      equal(store.objects.delete("backups/x.db"), true);
    }
    await using proxy = startProxy();
    const { code, stderr } = await run(store.url, {
      DENO_CERT: `${folder}/known.crt`,
      HTTPS_PROXY: proxy.url,
    });
    equal(code, 0, stderr);
    // Nodes on loopback bypass it.
    deepEqual(new Set(proxy.targets), new Set([new URL(store.url).host]));
    const distrusting: Record<string, string>[] = [
      {},
      { DENO_CERT: `${folder}/known.crt` },
      { DENO_CERT: `${folder}/known.crt`, HTTPS_PROXY: proxy.url },
      // It replaces the authorities of the runtime.
      { AWS_CA_BUNDLE: `${folder}/known.crt`, DENO_CERT: `${folder}/unknown.crt` },
    ];
    for (const env of distrusting) {
      const { code, stdout, stderr } = await run(other.url, env);
      deepEqual([code, stdout], [1, ""]);
      match(
        stderr,
        /^osctl: object store https:\S+: unreachable: its certificate is not signed by a trusted authority; set AWS_CA_BUNDLE [^\n]+\n$/,
      );
    }
    deepEqual(other.requests, []);
  });
});

/** An HTTP proxy that records the targets of its tunnels. */
function startProxy() {
  const targets: string[] = [];
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const serve = async (client: Deno.TcpConn) => {
    const request = new Uint8Array(4096);
    const count = await client.read(request) ?? 0;
    const [, target = ""] = new TextDecoder().decode(request.subarray(0, count)).split(" ");
    targets.push(target);
    const { hostname, port } = new URL(`tcp://${target}`);
    const server = await Deno.connect({ hostname, port: Number(port) });
    await client.write(new TextEncoder().encode("HTTP/1.1 200 OK\r\n\r\n"));
    await Promise.allSettled([
      client.readable.pipeTo(server.writable),
      server.readable.pipeTo(client.writable),
    ]);
  };
  const accepting = (async () => {
    for await (const client of listener) serve(client).catch(() => client.close());
  })();
  return {
    targets,
    url: `http://127.0.0.1:${listener.addr.port}`,
    async [Symbol.asyncDispose]() {
      listener.close();
      await accepting;
    },
  };
}

/** A server that records the organizations of the client certificates it receives. */
async function startImpostor({ ca, server }: Pki, clientCa: string) {
  const organizations: unknown[] = [];
  const sockets = new Set<TLSSocket>();
  const listener = createServer({
    cert: server.crt,
    key: toPkcs8Label(server.key),
    ca: [ca.crt, clientCa],
    requestCert: true,
    rejectUnauthorized: false,
    ALPNProtocols: ["h2"],
  }, (socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    organizations.push(socket.getPeerCertificate(false)?.subject?.O);
  });
  listener.on("tlsClientError", () => {});
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const { port } = listener.address() as { port: number };
  return {
    organizations,
    port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
}

Deno.test("no authority of others identifies a node", async () => {
  await using authorities = await writeAuthorities();
  const { known, folder } = authorities;
  const context = await makePki();
  await using impostor = await startImpostor(known, context.ca.crt);
  await using store = startS3(["backups"], { tls: known.server });
  await using program = await Program.create();
  await writeContext(program.home, context, `127.0.0.1:${impostor.port}`);
  const variables: Record<string, string>[] = [
    { DENO_CERT: `${folder}/known.crt` },
    { NODE_EXTRA_CA_CERTS: `${folder}/known.crt` },
    { AWS_CA_BUNDLE: `${folder}/known.crt`, DENO_CERT: `${folder}/known.crt` },
  ];
  for (const env of variables) {
    const args = ["etcd", "snapshot", "s3://backups/x.db", "-n", "10.5.0.2"];
    const { code, stderr } = await program.run(
      [...args, "--s3-endpoint", store.url],
      { ...S3_ENV, ...env },
    );
    equal(code, 1);
    match(stderr, /^osctl: .*certificate[^\n]*\n$/);
  }
  // A probe without a certificate finds the reason for the message.
  deepEqual(new Set(impostor.organizations), new Set([undefined]));
  equal(store.objects.size, 0);
});

/** Writes a client configuration whose only endpoint is `endpoint`. */
async function writeContext(home: string, { ca, client }: Pki, endpoint: string): Promise<void> {
  const context = {
    endpoints: [endpoint],
    ca: btoa(ca.crt),
    crt: btoa(client.crt),
    key: btoa(client.key),
  };
  await Deno.mkdir(`${home}/.os`, { mode: 0o700 });
  const text = JSON.stringify({ context: "lab", contexts: { lab: context } });
  await Deno.writeTextFile(`${home}/.os/config`, text, { mode: 0o600 });
}

Deno.test("a program from an https URL loads modules after it has called a node", async () => {
  await using authorities = await writeAuthorities();
  const { known, folder } = authorities;
  const dist = `${folder}/dist`;
  await bundle(ROOT, dist);
  const { crt, key } = known.server;
  const options = { hostname: "127.0.0.1", port: 0, onListen: () => {} };
  await using server = Deno.serve(
    { ...options, cert: crt, key: toPkcs8Label(key) },
    async ({ url }) =>
      new Response(await Deno.readFile(dist + new URL(url).pathname), {
        headers: { "content-type": "text/javascript" },
      }),
  );
  await using store = startS3(["backups"], { tls: known.server });
  await withRealCluster(async ({ program, controlPlane }) => {
    // With an empty cache, and a filled one.
    for (const cache of ["empty", "filled"]) {
      const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: [
          ...[
            "run",
            "-A",
            "--no-config",
            "--quiet",
            `https://127.0.0.1:${server.addr.port}/main.js`,
          ],
          ...["etcd", "snapshot", "s3://backups/x.db", "-n", controlPlane],
          ...["--s3-endpoint", store.url],
        ],
        cwd: program.home,
        clearEnv: true,
        env: {
          ...program.invocation.env,
          ...S3_ENV,
          DENO_DIR: `${folder}/cache`,
          DENO_CERT: `${folder}/known.crt`,
        },
      }).output();
      const text = new TextDecoder();
      equal(code, 0, `${cache} cache: ${text.decode(stderr)}`);
      match(text.decode(stdout), /saved to "s3:\/\/backups\/x\.db"/);
    }
  });
});
