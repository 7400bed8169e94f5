import { deepEqual, equal, match } from "node:assert/strict";
import { encodeBase64, renderConfig } from "../../lib/osconfig/mod.ts";
import { wallClock } from "../helpers/fake_system.ts";
import { runCommand, type RunCommandOptions } from "../helpers/run_command.ts";
import { makeCredentials } from "../lib/osconfig/certificates.ts";
import { type ConfigHome, withConfigHome } from "./config/home.ts";

const HOUR = 3_600_000;
const WARNING =
  /^osctl: warning: the client certificate of context "lab" expires in 2 days, on [^\n]*\n$/;

const { ca, crt, key } = await makeCredentials({ from: Date.now() - 300 * HOUR, ttl: 349 * HOUR });
const LATER = await makeCredentials();
const LAB = { endpoints: ["127.0.0.1:1"], nodes: ["n"], ca, crt, key };
const HOME = { endpoints: ["e"], nodes: [] };
const CONFIG = renderConfig("lab", { lab: LAB, home: HOME });

/** Runs the command on a terminal, or without one with `terminals: []`. */
function run(
  { folder }: ConfigHome,
  args: readonly string[],
  options: RunCommandOptions = {},
) {
  return runCommand(args, { home: folder, cwd: folder, terminals: ["stderr"], ...options });
}

for (
  const args of [
    ["config", "contexts"],
    ["config", "info"],
    ["config", "node", "10.0.0.2"],
    ["gen", "key", "--name", "jane", "--force"],
    ["version", "--client"],
  ]
) {
  Deno.test(`${args.slice(0, 2).join(" ")} warns of a certificate that soon expires, on a terminal only`, () =>
    withConfigHome(async (home) => {
      await home.write(CONFIG);
      const onTerminal = await run(home, args);
      equal(onTerminal.code, 0);
      match(onTerminal.stderr, WARNING);
      for (const terminals of [[], ["stdout"]] as const) {
        const script = await run(home, args, { terminals });
        deepEqual([script.code, script.stderr], [0, ""]);
      }
    }));
}

Deno.test("a command that calls nodes warns once about an expiring certificate", () =>
  withConfigHome(async (home) => {
    await home.write(CONFIG);
    const { code, stderr } = await run(home, ["time"]);
    equal(code, 1);
    const [warning, ...errors] = stderr.split("\n").slice(0, -1);
    match(`${warning}\n`, WARNING);
    equal(errors.length, 1, stderr);
    match(errors[0]!, /^osctl: 127.0.0.1:1 refused the connection;/);
  }));

Deno.test("the warning concerns the selected context", () =>
  withConfigHome(async (home) => {
    await home.write(renderConfig("home", { lab: LAB, home: HOME }));
    const args = ["version", "--client"];
    equal((await run(home, args)).stderr, "");
    match((await run(home, ["--context", "lab", ...args])).stderr, WARNING);

    await Deno.writeTextFile(`${home.folder}/other`, CONFIG, { mode: 0o600 });
    match((await run(home, ["--osconfig", "other", ...args])).stderr, WARNING);
    match((await run(home, args, { env: { OSCONFIG: "other" } })).stderr, WARNING);
    // Hand-written YAML.
    await home.write(`# mine\n${CONFIG.replace("context: lab", "context: 'lab'")}`);
    match((await run(home, args)).stderr, WARNING);
  }));

Deno.test("a configuration that others can read yields a warning with the command to fix it", () =>
  withConfigHome(async (home) => {
    await home.write(renderConfig("home", { home: HOME }));
    for (const mode of [0o640, 0o604, 0o644]) {
      await Deno.chmod(home.path, mode);
      const { stderr } = await run(home, ["version", "--client"]);
      equal(
        stderr,
        `osctl: warning: others can read the client configuration "${home.path}" and its keys ` +
          `(mode 0${mode.toString(8)}); run: chmod 600 ${home.path}\n`,
      );
      equal((await run(home, ["version", "--client"], { terminals: [] })).stderr, "");
    }
    await Deno.chmod(home.path, 0o600);
    equal((await run(home, ["version", "--client"])).stderr, "");
    await home.write(CONFIG);
    await Deno.chmod(home.path, 0o644);
    equal((await run(home, ["version", "--client"])).stderr.split("\n").length, 3);
  }));

Deno.test("a certificate valid for more than a week, or none, yields no warning", () =>
  withConfigHome(async (home) => {
    for (const lab of [{ ...HOME }, { ...HOME, crt: LATER.crt, key: LATER.key }]) {
      await home.write(renderConfig("lab", { lab }));
      equal((await run(home, ["version", "--client"])).stderr, "");
    }
    await home.write(CONFIG);
    const expired = { ...wallClock, now: () => Date.now() + 50 * HOUR };
    equal((await run(home, ["version", "--client"], { clock: expired })).stderr, "");
  }));

Deno.test("the expiry check creates nothing and never fails a command", () =>
  withConfigHome(async (home) => {
    const quiet = async (options?: RunCommandOptions) => {
      const { code, stderr } = await run(home, ["gen", "key", "--name", "k", "-f"], options);
      deepEqual([code, stderr], [0, ""]);
    };
    await quiet();
    deepEqual(home.files(), ["k.key"]);
    await quiet({ env: { OSCONFIG: "nowhere" } });
    const broken = [
      "",
      "contexts: [",
      "[".repeat(10_000),
      "context: lab\n",
      CONFIG.replace("context: lab", "context: gone"),
      renderConfig("lab", { lab: { ...LAB, crt: "*" } }),
      renderConfig("lab", { lab: { ...LAB, crt: encodeBase64("hello") } }),
      renderConfig("lab", { lab: { ...LAB, crt: crt.slice(0, 200) } }),
    ];
    for (const text of broken) {
      await home.write(text);
      await quiet();
      equal(await home.read(), text);
    }
    await Deno.remove(home.path);
    await Deno.mkdir(home.path);
    await quiet();
    await Deno.remove(home.path);
    await Deno.symlink(home.path, home.path);
    await quiet();
    await Deno.remove(home.path);
    await Deno.symlink("nowhere", home.path);
    await quiet();
  }));

Deno.test("a configuration read from a pipe is left to the command", () =>
  withConfigHome(async (home) => {
    const pipe = `${home.folder}/pipe`;
    equal((await new Deno.Command("mkfifo", { args: [pipe] }).output()).code, 0);
    await home.write(CONFIG);
    // Opening a FIFO blocks until the other end opens, so use another process.
    const writer = new Deno.Command("cp", { args: [home.path, pipe] }).spawn();
    const args = ["config", "contexts", "--osconfig", pipe, "-o", "json"];
    const { code, stdout, stderr } = await run(home, args);
    equal((await writer.status).code, 0);
    deepEqual([code, stderr], [0, ""]);
    match(stdout, /"lab"/);
  }));

Deno.test("help, completion and usage errors print no warning", () =>
  withConfigHome(async (home) => {
    await home.write(CONFIG);
    for (const args of [["--help"], ["config"], ["config", "info", "-h"], ["__complete", "conf"]]) {
      equal((await run(home, args)).stderr, "", args.join(" "));
    }
    const { code, stderr } = await run(home, ["config", "info", "extra"]);
    equal(code, 2);
    match(stderr, /^osctl: unexpected argument [^\n]*\n$/);
  }));

Deno.test("control characters of a context name are escaped in the warning", () =>
  withConfigHome(async (home) => {
    const name = "l\u001b[31mab";
    await home.write(renderConfig(name, { [name]: LAB }));
    const { stderr } = await run(home, ["version", "--client"]);
    match(stderr, /^osctl: warning: the client certificate of context "l\\x1b\[31mab" expires /);
  }));

Deno.test("config merge warns about contexts whose certificate has expired", () =>
  withConfigHome(async (home) => {
    const expired = await makeCredentials({ from: Date.now() - 300 * HOUR, ttl: 1 });
    const context = { ...LAB, ca: expired.ca, crt: expired.crt, key: expired.key };
    const text = renderConfig("old", { old: context, good: LAB });
    await Deno.writeTextFile(`${home.folder}/other`, text);
    const { code, stderr } = await run(home, ["config", "merge", "other"], { terminals: [] });
    equal(code, 0, stderr);
    match(
      stderr,
      /^osctl: warning: the client certificate of context "old" expired on [\d-]+\nthe current context is now "old"\n$/,
    );
  }));
