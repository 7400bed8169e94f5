import { deepEqual, equal, match, ok } from "node:assert/strict";
import { bundle } from "../../scripts/bundle.ts";
import { Program } from "../../scripts/program.ts";

const ROOT = new URL("../..", import.meta.url).pathname;

/** A row of the table in docs/permissions.md. */
interface Use {
  readonly flags: string;
  readonly example: string;
}

async function readUses(): Promise<Use[]> {
  const page = await Deno.readTextFile(`${ROOT}docs/permissions.md`);
  return [...page.matchAll(/^\|[^|]+\| `(--allow[^`]+)` *\| `([^`]+)` *\|$/gm)]
    .map(([, flags, example]) => ({ flags: flags!, example: example! }));
}

/** Permission of a flag: values, or all. */
type Grants = Map<string, Set<string> | "all">;

function parseGrants(flags: readonly string[]): Grants {
  const grants: Grants = new Map();
  for (const flag of flags) {
    const [, name, values] = /^(--allow-[a-z]+)(?:=(.+))?$/.exec(flag)!;
    const known = grants.get(name!);
    if (known === "all" || values === undefined) grants.set(name!, "all");
    else grants.set(name!, new Set([...known ?? [], ...values.split(",")]));
  }
  return grants;
}

const toFlags = (grants: Grants) =>
  [...grants].map(([name, values]) => values === "all" ? name : `${name}=${[...values].join(",")}`);

/** Whether the flags of a use include what an error says to add. */
function includes(grants: Grants, flag: string, cwd: string): boolean {
  const [, name, value] = /^(--allow-[a-z]+)(?:=(.+))?$/.exec(flag) ?? [];
  const allowed = name === undefined ? undefined : grants.get(name);
  if (allowed === "all") return true;
  if (allowed === undefined || value === undefined) return false;
  return [...allowed].some((one) => {
    const path = one === "." ? cwd : one;
    return value === path || value.startsWith(`${path}/`);
  });
}

Deno.test("each use of docs/permissions.md works with exactly its flags", async (t) => {
  const uses = await readUses();
  ok(uses.length > 8, String(uses.length));
  const dist = await Deno.makeTempDir({ prefix: "osctl-permissions-" });
  try {
    await bundle(ROOT, dist);
    await using program = await Program.create(`${dist}/main.js`);
    const { home, invocation: { env } } = program;
    const cluster = ["--provisioner", "sandbox", "--name", "permissions"];
    const created = await program.run(["cluster", "create", ...cluster]);
    equal(created.code, 0, created.stderr);
    try {
      const generated = await program.run(["gen", "config", "demo", "https://10.5.0.2:6443"]);
      equal(generated.code, 0, generated.stderr);
      const node = /controlplane\s+(127\.[\d.]+)/.exec(created.stdout)![1]!;
      const replaced = (text: string) =>
        text.replaceAll("DIST", dist).replaceAll(/ENDPOINT|NODE/g, node).replaceAll("~", home)
          .split(" ");
      const run = async (flags: readonly string[], example: string, cwd = home) => {
        const { code, stderr } = await new Deno.Command(Deno.execPath(), {
          args: [
            ...["run", "--quiet", "--no-config", "--no-prompt", ...flags],
            ...[`${dist}/main.js`, ...replaced(example)],
          ],
          cwd,
          env: { ...env },
          clearEnv: true,
          stdin: "null",
        }).output();
        return { code, stderr: new TextDecoder().decode(stderr) };
      };
      for (const { flags, example } of uses) {
        const { code, stderr } = await run(replaced(flags), example);
        deepEqual([code, /internal error|permission/.test(stderr)], [0, false], example + stderr);
      }
      for (const [index, { flags, example }] of uses.entries()) {
        await t.step(`each denial of "${example}" says what to add`, async () => {
          const cwd = `${home}/denied-${index}`;
          await Deno.mkdir(cwd);
          await Deno.copyFile(`${home}/controlplane.yaml`, `${cwd}/controlplane.yaml`);
          const granted = parseGrants(replaced(flags));
          const grants: Grants = new Map();
          for (let denials = 0; denials < 12; denials++) {
            const { code, stderr } = await run(toFlags(grants), example, cwd);
            if (code === 0) {
              ok(denials >= granted.size, `${denials} denials`);
              return;
            }
            const line = stderr.split("\n").find((line) => line.startsWith("osctl: ")) ?? stderr;
            const { what, flag } =
              /^osctl: (?<what>.+): permission denied by the runtime; add (?<flag>--allow-\S+)$/
                .exec(line)?.groups ?? {};
            ok(what !== undefined && flag !== undefined, stderr);
            match(what, /cannot (read|write|open|connect|find|create|lock|use)\b/);
            ok(includes(granted, flag, cwd), `${flag} is not of ${flags}: ${stderr}`);
            for (const [name, values] of parseGrants([flag])) {
              const known = grants.get(name);
              const all = [
                ...known === "all" ? [] : known ?? [],
                ...values === "all" ? [] : values,
              ];
              equal(known !== "all" && new Set(all).size === all.length, true, `${flag} twice`);
              grants.set(name, new Set(all));
            }
          }
          throw new Error(`more than 12 denials: ${toFlags(grants)}`);
        });
      }
    } finally {
      await program.run(["cluster", "destroy", ...cluster]);
    }
  } finally {
    await Deno.remove(dist, { recursive: true });
  }
});

Deno.test("the bundle runs from a URL and loads only the files of the command", async () => {
  const dist = await Deno.makeTempDir({ prefix: "osctl-url-" });
  const cache = await Deno.makeTempDir({ prefix: "osctl-cache-" });
  const requested: string[] = [];
  let answer: (() => Response) | undefined;
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const { pathname } = new URL(request.url);
      requested.push(pathname);
      if (answer !== undefined) return answer();
      const headers = { "content-type": "text/javascript" };
      return new Response(await Deno.readFile(`${dist}${pathname}`), { headers });
    },
  );
  try {
    const files = await bundle(ROOT, dist);
    const start = async (...args: string[]) => {
      const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: [
          ...["run", "--quiet", "--no-config", "-A"],
          ...[`http://127.0.0.1:${server.addr.port}/main.js`, ...args],
        ],
        env: { DENO_DIR: cache, HOME: cache, NO_COLOR: "1" },
        stdin: "null",
      }).output();
      const text = new TextDecoder();
      return { code, stdout: text.decode(stdout), stderr: text.decode(stderr) };
    };
    const run = async (...args: string[]) => {
      const { code, stdout, stderr } = await start(...args);
      equal(code, 0, stderr);
      return stdout;
    };
    match(await run("version", "--client"), /^Client:\n/);
    ok(requested.length <= 12, `${requested.length} of ${files.length} files: ${requested}`);
    requested.length = 0;
    match(await run("version", "--client"), /^Client:\n/);
    deepEqual(requested, [], "a second run uses the cache");
    const fails = async (command: string, error: RegExp) => {
      const { code, stderr } = await start(command, "--client");
      equal(code, 1, stderr);
      match(stderr, /^osctl: [^\n]*\n$/);
      match(stderr, error);
    };
    const url = `cannot load "http://127\\.0\\.0\\.1:${server.addr.port}/\\S+-[0-9a-f]{8}\\.js"`;
    answer = () => new Response("gone", { status: 404 });
    await fails(
      "memory",
      new RegExp(`${url}: the server does not have this file, or .*; load .* add --reload`),
    );
    answer = () => new Response("busy", { status: 503 });
    await fails(
      "mounts",
      new RegExp(`${url}: the server responded 503 Service Unavailable; check that`),
    );
    answer = () =>
      new Response("<!doctype html>", { headers: { "content-type": "text/javascript" } });
    await fails("disks", new RegExp(`${url}: the server returned another file; load .* --reload`));
    await server.shutdown();
    await fails("stats", new RegExp(`${url}: Connection refused; check that the server responds`));
  } finally {
    await server.shutdown().catch(() => {}); // the test has stopped it
    await Deno.remove(dist, { recursive: true });
    await Deno.remove(cache, { recursive: true });
  }
});
