import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { loadFile } from "../../../lib/osconfig/mod.ts";
import { readCertificate } from "../../../lib/pki/mod.ts";
import { type Sandbox, withSandbox } from "../../helpers/sandbox.ts";

const HOUR = 3_600_000;

/** Returns the only context of a file and its certificate. */
async function issued(path: string) {
  const { config } = await loadFile(path);
  const record = config.contexts.get(config.current)!;
  const certificate = readCertificate(atob(record.crt!));
  return {
    name: config.current,
    count: config.contexts.size,
    endpoints: record.endpoints,
    roles: certificate.organizations.toSorted(),
    hours: Math.round((certificate.notAfter - certificate.notBefore) / HOUR),
  };
}

function first(sandbox: Sandbox): string {
  return sandbox.controlPlanes[0]!.address;
}

Deno.test("config new generates working admin credentials, valid for one year in v1.8 and ten in v1.4", async () => {
  await withSandbox({}, async (sandbox) => {
    const node = first(sandbox);
    const cwd = sandbox.home;
    for (const [release, hours] of [["v1.8", 8760], ["v1.4", 87600]] as const) {
      const path = `${cwd}/osconfig`;
      const created = await sandbox.run(["config", "new", "-n", node], { cwd, release });
      strictEqual(created.code, 0, created.stderr);
      strictEqual(created.stdout, "");
      deepStrictEqual(await issued(path), {
        name: "admin@test",
        count: 1,
        endpoints: [node],
        roles: ["os:admin"],
        hours,
      });
      strictEqual(Deno.statSync(path).mode! & 0o777, 0o600);
      const used = await sandbox.run(
        ["read", "/proc/version", "-n", node, "--osconfig", path],
      );
      strictEqual(used.code, 0, used.stderr);
      await Deno.remove(path);
    }
  });
});

Deno.test("config new applies roles, lifetime, path and endpoints", async () => {
  await withSandbox({}, async (sandbox) => {
    const node = first(sandbox);
    const path = `${sandbox.home}/deep/reader`;
    const created = await sandbox.run([
      ...["config", "new", path, "-n", node, "--endpoints", `https://${node}:50000`],
      ...["--roles", "os:reader, os:etcd:backup", "--roles", "os:reader", "--crt-ttl", "36h"],
    ]);
    strictEqual(created.code, 0, created.stderr);
    deepStrictEqual(await issued(path), {
      name: "test",
      count: 1,
      endpoints: [`https://${node}:50000`],
      roles: ["os:etcd:backup", "os:reader"],
      hours: 36,
    });
    const rejected = await sandbox.run(["read", "/proc/version", "-n", node, "--osconfig", path]);
    strictEqual(rejected.code, 1);
    strictEqual(/not authorized/.test(rejected.stderr), true, rejected.stderr);
    const allowed = await sandbox.run(["list", "/proc/self", "-n", node, "--osconfig", path]);
    strictEqual(allowed.code, 0, allowed.stderr);
  });
});

Deno.test("config new validates nodes, roles, file and lifetime, in that order, before any call", async () => {
  await withSandbox({ workers: 1 }, async (sandbox) => {
    const node = first(sandbox);
    const existing = `${sandbox.home}/taken`;
    await Deno.writeTextFile(existing, "mine");
    const wrong = ["--roles", "os:root,os:admin,unknown", "--crt-ttl", "0s"];
    const cases: readonly (readonly [string[], number, RegExp])[] = [
      [[existing, ...wrong, "-n", `${node},x`], 2, /"osctl config new" accepts one node, found 2/],
      [
        [existing, ...wrong, "-n", node],
        2,
        /unknown roles "os:root", "unknown" in --roles; use one or more of os:admin/,
      ],
      [
        ["x", "--roles", " ,", "-n", node],
        2,
        /no role in --roles; use one or more of os:admin/,
      ],
      [[existing, "--crt-ttl=0s", "-n", node], 1, /taken" already exists; use another path/],
      [["x", "--crt-ttl=-1h", "-n", node], 2, /--crt-ttl must be positive/],
      [["x"], 2, /no nodes set/],
      [["x", "-n", sandbox.workers[0]!.address], 1, /worker/],
    ];
    for (const [args, code, message] of cases) {
      const { stderr, ...outcome } = await sandbox.run(["config", "new", ...args], {
        cwd: sandbox.home,
      });
      strictEqual(outcome.code, code, stderr);
      strictEqual(message.test(stderr), true, stderr);
    }
    strictEqual(await Deno.readTextFile(existing), "mine");
    deepStrictEqual(
      [...Deno.readDirSync(sandbox.home)].map(({ name }) => name).filter((name) => name === "x"),
      [],
    );
  });
});

Deno.test("config new requires os:admin", async () => {
  await withSandbox({}, async (sandbox) => {
    const osconfig = await sandbox.osconfigFor("os:reader");
    const { code, stderr } = await sandbox.run(
      ["config", "new", "-n", first(sandbox), "--osconfig", osconfig],
      { cwd: sandbox.home },
    );
    strictEqual(code, 1);
    strictEqual(/not authorized/.test(stderr), true, stderr);
  });
});
