/**
 * Runs the checks by independent implementations: h2spec against the HTTP/2 server, and the tests
 * that compare osctl with talosctl. Installs h2spec into the user's cache where `go` is present.
 * Ends with the line `N passed, N failed, N skipped`; absent programs are skipped with the reason.
 *
 * @module
 */
import { countTests } from "./junit.ts";
import { listNames } from "./list_files.ts";
import { ROOT } from "./project.ts";

const H2SPEC = "github.com/summerwind/h2spec/cmd/h2spec@v2.2.1+incompatible";
/** Variables with the path of talosctl, and its release. */
const TALOSCTLS = { OSCTL_BENCH_REFERENCE: "v1.8", OSCTL_BENCH_REFERENCE_V1_4: "v1.4" };

async function isPresent(program: string, ...args: string[]): Promise<boolean> {
  try {
    const { success } = await new Deno.Command(program, { args, stdout: "null", stderr: "null" })
      .output();
    return success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** Returns the path of h2spec, after installing it if necessary; undefined without `go`. */
async function h2spec(): Promise<string | undefined> {
  const given = Deno.env.get("OSCTL_H2SPEC");
  if (given !== undefined) return given;
  if (await isPresent("h2spec", "--version")) return "h2spec";
  if (!await isPresent("go", "version")) return undefined;
  const cache = Deno.env.get("XDG_CACHE_HOME") ?? `${Deno.env.get("HOME")}/.cache`;
  const folder = `${cache}/osctl-witness`;
  const installed = `${folder}/h2spec`;
  if (!await isPresent(installed, "--version")) {
    const command = new Deno.Command("go", {
      args: ["install", H2SPEC],
      env: { GOBIN: folder, GOFLAGS: "" },
      stdout: "inherit",
      stderr: "inherit",
    });
    const { code } = await command.spawn().status;
    if (code !== 0) throw new Error(`go install ${H2SPEC} failed with exit code ${code}`);
  }
  return installed;
}

/** Runs the tests; returns their counts and the exit code. */
async function runTests(env: Record<string, string>) {
  const names = await listNames(`${ROOT}tests/e2e`, /^(h2spec|reference_.*)_test\.ts$/);
  const junit = await Deno.makeTempFile({ prefix: "osctl-witness-", suffix: ".xml" });
  try {
    const files = names.map((name) => `tests/e2e/${name}`);
    const args = ["test", "--allow-all", "--no-check", `--junit-path=${junit}`, ...files];
    const { code } = await new Deno.Command(Deno.execPath(), { args, cwd: ROOT, env }).spawn()
      .status;
    return { code, ...countTests(await Deno.readTextFile(junit)) };
  } finally {
    await Deno.remove(junit);
  }
}

const reasons: string[] = [];
const tool = await h2spec();
if (tool === undefined) reasons.push("h2spec: neither h2spec nor go is on PATH");
for (const [variable, release] of Object.entries(TALOSCTLS)) {
  if (!Deno.env.get(variable)) reasons.push(`talosctl ${release}: ${variable} is not set`);
}
const { code, passed, failed, skipped } = await runTests(
  tool === undefined ? {} : { OSCTL_H2SPEC: tool },
);
for (const reason of reasons) console.log(`skipped: ${reason}`);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
Deno.exit(code);
