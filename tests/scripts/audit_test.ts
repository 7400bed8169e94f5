/** The commands of `deno task audit`, with a registry on loopback. */
import { deepEqual, equal, match } from "node:assert/strict";

const ROOT = new URL("../..", import.meta.url).pathname;
const LOCK_FILES = ["deno.lock", "scripts/site/deno.lock"];

interface Advisory {
  readonly library: string;
  readonly severity: "low" | "high";
  readonly vulnerable: string;
}

/** Versions by library, as requested from the registry. */
type Versions = Record<string, string[]>;

const { tasks } = JSON.parse(await Deno.readTextFile(`${ROOT}deno.json`)) as {
  tasks: Record<string, string>;
};
/** The commands of the task: `deno task` itself loads libraries from the registry. */
const commands = tasks["audit"]!.split(" && ");

/** Runs the task with a registry that has these advisories. */
async function audit(advisories: readonly Advisory[], failure?: () => Response) {
  const requests: Versions[] = [];
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      equal(new URL(request.url).pathname, "/-/npm/v1/security/advisories/bulk");
      const versions = await request.json() as Versions;
      requests.push(versions);
      const found = advisories.filter(({ library }) => library in versions);
      const body = found.map(({ library, severity, vulnerable }, index) => [library, [{
        id: 1_000_000 + index,
        url: "https://example.com/advisory",
        title: `Advisory of ${library}`,
        severity,
        vulnerable_versions: vulnerable,
        cwe: ["CWE-400"],
        cvss: { score: 7.5, vectorString: "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H" },
      }]]);
      return failure?.() ?? Response.json(Object.fromEntries(body));
    },
  );
  try {
    const result = { code: 0, output: "", requests };
    for (const command of commands) {
      if (result.code !== 0) break;
      const [program, ...args] = command.split(" ");
      equal(program, "deno");
      const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args,
        cwd: ROOT,
        env: { NO_COLOR: "1", NPM_CONFIG_REGISTRY: `http://127.0.0.1:${server.addr.port}/` },
        stdin: "null",
      }).output();
      const text = new TextDecoder();
      result.code = code;
      result.output += text.decode(stdout) + text.decode(stderr);
    }
    return result;
  } finally {
    await server.shutdown();
  }
}

/** Returns the versions in a lock file. */
async function lockedVersions(path: string): Promise<Versions> {
  const { npm } = JSON.parse(await Deno.readTextFile(`${ROOT}${path}`)) as {
    npm: Record<string, unknown>;
  };
  const versions: Versions = {};
  for (const key of Object.keys(npm)) {
    const [, name, version] = /^(@?[^@]+)@([^_]+)/.exec(key)!;
    (versions[name!] ??= []).push(version!);
  }
  return versions;
}

Deno.test("an audit requests the advisories of every locked library", async () => {
  const { code, output, requests } = await audit([]);
  equal(code, 0, output);
  const sorted = (versions: Versions) =>
    Object.fromEntries(Object.entries(versions).map(([name, list]) => [name, list.toSorted()]));
  const locked = await Promise.all(LOCK_FILES.map(lockedVersions));
  deepEqual(requests.map(sorted), locked.map(sorted));
});

Deno.test("an audit fails for a library in the program, of any severity", async () => {
  const vulnerable = "<99.0.0";
  const { code, output } = await audit([{ library: "ws", severity: "low", vulnerable }]);
  equal(code, 1, output);
  match(output, /Advisory of ws/);
});

Deno.test("an audit ignores advisories of other versions", async () => {
  const { code, output } = await audit([{
    library: "ws",
    severity: "high",
    vulnerable: "<1.0.0",
  }]);
  equal(code, 0, output);
});

Deno.test("an audit fails for a library of the site from severity high on", async () => {
  const library = "vite";
  const low = await audit([{ library, severity: "low", vulnerable: "<99.0.0" }]);
  equal(low.code, 0, low.output);
  const high = await audit([{ library, severity: "high", vulnerable: "<99.0.0" }]);
  equal(high.code, 1, high.output);
  match(high.output, /Advisory of vite/);
});

Deno.test("an audit fails when the registry does", async () => {
  // The command ignores the status; a registry's errors are no advisories.
  const failures = [
    () => new Response("Service Unavailable", { status: 503 }),
    () => Response.json({ error: "not found" }, { status: 404 }),
  ];
  for (const failure of failures) {
    const { code, output } = await audit([], failure);
    equal(code, 1, output);
    match(output, /error: Failed/);
  }
});
