import assert, { match } from "node:assert/strict";
import { parse } from "yaml";
import { readCommit, readSourceCommit, VERSION } from "../../lib/platform/build.ts";
import type { Spawn } from "../../lib/platform/system.ts";
import { runCommand } from "../helpers/run_command.ts";
import { withSandbox } from "../helpers/sandbox.ts";

const COMMIT = await readCommit((command, options) => new Deno.Command(command, options).spawn());

const CLIENT = `Client:
\tTag:         v1.8.0-alpha.2
\tSHA:         ${COMMIT}
\tBuilt:       
\tGo version:  none (deno ${Deno.version.deno})
\tOS/Arch:     ${Deno.build.os}/${Deno.build.arch === "x86_64" ? "amd64" : "arm64"}
\tosctl:       ${VERSION} (commit ${COMMIT})
`;

Deno.test("osctl --version prints version, commit and interface release", async () => {
  match(COMMIT, /^[0-9a-f]{12}$/);
  for (const release of ["v1.4", "v1.8"] as const) {
    const { code, stdout, stderr } = await runCommand(["--version"], { release });
    const line = `osctl ${VERSION} (commit ${COMMIT}, interface ${release})\n`;
    assert.deepEqual([code, stdout, stderr], [0, line, ""]);
  }
  const help = await runCommand(["--help"]);
  match(help.stdout, /^\*? +--version +print the version of osctl$/m);
  match((await runCommand(["list", "--version"])).stderr, /unknown flag "--version"/);
  match((await runCommand(["--version=false"])).stdout, /^Usage:$/m);
});

Deno.test("the version comes from deno.json", async () => {
  const text = await Deno.readTextFile(new URL("../../deno.json", import.meta.url));
  assert.equal(VERSION, JSON.parse(text).version);
});

Deno.test("without git, or in a folder of another repository, the commit is unknown", async () => {
  const folder = await Deno.makeTempDir({ prefix: "osctl-version-" });
  const spawn: Spawn = (command, options) => new Deno.Command(command, options).spawn();
  const missing: Spawn = (_command, options) => spawn(`${folder}/missing`, options);
  try {
    assert.equal(await readCommit(missing), "unknown");
    assert.equal(await readSourceCommit(folder, spawn), undefined);
    assert.equal(await readSourceCommit(new URL(".", import.meta.url).pathname, spawn), undefined);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("version --client requires neither configuration nor nodes", async () => {
  const { code, stdout, stderr } = await runCommand(["version", "--client"]);
  assert.deepEqual([code, stdout, stderr], [0, CLIENT, ""]);
});

Deno.test("version --client follows the interface release, and --short is one line", async () => {
  for (const [release, tag] of [["v1.4", "v1.4.0-alpha.4"], ["v1.8", "v1.8.0-alpha.2"]] as const) {
    const short = await runCommand(["version", "--client", "--short"], { release });
    assert.equal(short.stdout, `Client:\nTalos ${tag}\n`);
    const record = await runCommand(["version", "--client", "-o", "json"], { release });
    const [row] = JSON.parse(record.stdout);
    assert.deepEqual([row.node, row.tag], [null, tag]);
    assert.deepEqual([row.sha, row.osctl], [COMMIT, VERSION]);
  }
});

Deno.test("version prints one node, two nodes and an unreachable one", async () => {
  await withSandbox({ workers: 1 }, async ({ run, controlPlanes, workers, dead }) => {
    const node = controlPlanes[0]!.address;
    const worker = workers[0]!.address;
    const block = (name: string) =>
      `\tNODE:        ${name}
\tTag:         v1.8.0-alpha.2
\tSHA:         sandbox
\tBuilt:       
\tGo version:  deno${Deno.version.deno}
\tOS/Arch:     linux/amd64
\tEnabled:     RBAC
`;

    const withoutNodes = await run(["version"]);
    assert.deepEqual([withoutNodes.code, withoutNodes.stdout], [2, `${CLIENT}Server:\n`]);
    assert.match(withoutNodes.stderr, /^osctl: [^\n]*nodes[^\n]*\n$/);

    const one = await run(["version", "-n", node]);
    assert.equal(one.stdout, `${CLIENT}Server:\n${block(node)}`);
    assert.equal(one.code, 0, one.stderr);

    const two = await run(["version", "--short", "-n", `${worker},${node}`]);
    assert.equal(
      two.stdout,
      `Client:\nTalos v1.8.0-alpha.2\nServer:\n${block(worker)}${block(node)}`,
    );

    const three = await run(["version", "-n", `${dead},${node},${worker}`]);
    assert.equal(three.code, 1);
    assert.equal(three.stdout, `${CLIENT}Server:\n${block(node)}${block(worker)}`);
    assert.match(three.stderr, new RegExp(`^osctl: ${dead.replaceAll(".", "\\.")}: [^\\n]+\\n$`));

    const json = await run(["version", "-o", "json", "-n", `${worker},${dead},${node}`]);
    assert.equal(json.code, 1);
    assert.deepEqual(JSON.parse(json.stdout).map((row: { node: string }) => row.node), [
      worker,
      node,
    ]);
    assert.deepEqual(JSON.parse(json.stdout)[1], {
      node,
      tag: "v1.8.0-alpha.2",
      sha: "sandbox",
      built: "",
      goVersion: `deno${Deno.version.deno}`,
      os: "linux",
      arch: "amd64",
      platform: "sandbox",
      mode: "metal",
      rbac: true,
    });

    const yaml = await run(["version", "-o", "yaml", "-n", node]);
    assert.deepEqual(parse(yaml.stdout), [JSON.parse(json.stdout)[1]]);

    const none = await run(["version", "-o", "json", "-n", dead]);
    assert.deepEqual([none.code, none.stdout], [1, "[]\n"]);
    const absent = await run(["version", "-o", "json", "-e", dead, "-n", node]);
    assert.deepEqual([absent.code, absent.stdout], [1, "[]\n"]);
    assert.match(absent.stderr, /^osctl: [^\n]+\n$/);

    const protocol = await run(["version", "--json", "-n", `${node},${worker}`]);
    const objects = protocol.stdout.trim().split("\n").map((line) => JSON.parse(line));
    assert.deepEqual(objects.map(({ metadata }) => metadata.hostname), [node, worker]);
    assert.deepEqual(objects[0].features, { rbac: true });
  });
});

Deno.test("version --insecure reports that the maintenance service does not implement it", async () => {
  await withSandbox({ unconfigured: 1 }, async ({ run, unconfigured }) => {
    const node = unconfigured[0]!.address;
    const { code, stdout, stderr } = await run(["version", "--insecure", "-n", node]);
    assert.equal(code, 1);
    assert.equal(stdout, `${CLIENT}Server:\n`);
    assert.match(stderr, /API is not implemented in maintenance mode/);
  });
});

/** Runs `version --check` against a server with one answer. */
async function check(body: BodyInit, { status = 200, args = [] as string[] } = {}) {
  const serve = { hostname: "127.0.0.1", port: 0, onListen: () => {} };
  const server = Deno.serve(serve, () => new Response(body, { status }));
  const url = `http://127.0.0.1:${server.addr.port}/latest`;
  try {
    return await runCommand(["version", "--check", ...args], { env: { OSCTL_RELEASE_URL: url } });
  } finally {
    await server.shutdown();
  }
}

Deno.test("version --check compares osctl with the newest release", async () => {
  const latest = (tag: string) =>
    JSON.stringify({ tag_name: tag, html_url: "https://example.com/r" });
  const newer = await check(latest("v99.0.0"));
  const line = `osctl 99.0.0 is available, this is ${VERSION}: https://example.com/r\n`;
  assert.deepEqual([newer.code, newer.stdout, newer.stderr], [0, line, ""]);
  assert.equal((await check(latest(`v${VERSION}`))).stdout, `osctl ${VERSION} is current\n`);
  assert.equal((await check(latest("v0.0.1"))).stdout, `osctl ${VERSION} is current\n`);
  const json = await check(latest("v99.0.0"), { args: ["-o", "json"] });
  assert.deepEqual(JSON.parse(json.stdout), [
    { current: VERSION, newest: "99.0.0", isCurrent: false, url: "https://example.com/r" },
  ]);
});

Deno.test("version --check names the address of an unexpected response", async () => {
  const cases: [body: string, status: number, reason: RegExp][] = [
    ["<html>", 200, /the response is not JSON/],
    ["{}", 200, /the response has no tag_name/],
    ['{"tag_name": "v99.0.0\\u001b[31m"}', 200, /the tag_name of the response is not a version/],
    ["", 404, /HTTP status 404/],
  ];
  for (const [body, status, reason] of cases) {
    const { code, stdout, stderr } = await check(body, { status });
    assert.deepEqual([code, stdout], [1, ""]);
    match(stderr, /^osctl: cannot get the newest release from "http:.*\/latest": .*; check .*\n$/);
    match(stderr, reason);
  }
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  const env = { OSCTL_RELEASE_URL: `http://127.0.0.1:${port}/latest` };
  const { code, stderr } = await runCommand(["version", "--check"], { env });
  assert.equal(code, 1);
  match(stderr, /^osctl: cannot get .*: [Cc]onnection refused.*; check the connection.*\n$/);
  const secret = `http://lab:hidden@127.0.0.1:${port}/latest?token=hidden`;
  const login = await runCommand(["version", "--check"], { env: { OSCTL_RELEASE_URL: secret } });
  match(login.stderr, new RegExp(`from "http://127\\.0\\.0\\.1:${port}/latest": `));
  assert.doesNotMatch(login.stderr, /hidden/);
  for (const url of ["nonsense", "file:///etc/hosts"]) {
    const invalid = await runCommand(["version", "--check"], { env: { OSCTL_RELEASE_URL: url } });
    match(invalid.stderr, /^osctl: invalid OSCTL_RELEASE_URL: not an http or https URL; use .*\n$/);
  }
});
