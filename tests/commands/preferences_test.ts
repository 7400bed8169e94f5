/** Preferences of the user, and groups of nodes in them. */
import { deepEqual, equal, match } from "node:assert/strict";
import { InterruptError } from "../../lib/platform/interrupt_error.ts";
import { fakeSystem, wallClock } from "../helpers/fake_system.ts";
import { runCommand } from "../helpers/run_command.ts";
import { stream } from "../../lib/sandbox/types.ts";
import { machine, MachineService } from "../../proto/machine.ts";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";
import { withTimeServer } from "../helpers/time_server.ts";

const ESCAPES = new RegExp("\u001b\\[[0-9;]*[a-zA-Z]|\r", "g");

/** A time in summer, in seconds: a zone has another offset than in winter. */
const IN_SUMMER = Date.UTC(2026, 6, 1, 10, 30, 45) / 1000;

/** An image that was created in winter. */
const IMAGES = stream(MachineService.ImageList, async function* () {
  const createdAt = { seconds: Date.UTC(2026, 0, 2, 3, 4, 5) / 1000 };
  yield await Promise.resolve(machine.ImageListResponse.create({ name: "a:1", createdAt }));
});

/** Runs a body with an empty home. */
async function withHome(
  body: (
    home: string,
    run: (args: string[], env?: Record<string, string>) => ReturnType<typeof runCommand>,
  ) => Promise<void>,
): Promise<void> {
  const home = await Deno.makeTempDir({ prefix: "osctl-preferences-" });
  try {
    await body(home, (args, env = {}) => runCommand(args, { home, env }));
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

async function write({ home }: Pick<Sandbox, "home">, text: string): Promise<void> {
  await Deno.writeTextFile(`${home}/.os/preferences.yaml`, text);
}

Deno.test("preferences are set, shown and removed; comments stay", () =>
  withHome(async (home, run) => {
    const path = `${home}/.os/preferences.yaml`;
    equal((await run(["preferences", "path"])).stdout, `${path}\n`);
    const none = await run(["preferences", "show"]);
    deepEqual([none.code, none.stdout], [0, ""]);
    match(none.stderr, /^no preferences; set one with: osctl preferences set <key> <value>\n$/);
    const aliases = await run(["alias", "list"]);
    deepEqual([aliases.code, aliases.stdout], [0, "NAME   COMMAND\n"]);
    match(aliases.stderr, /^no aliases; define one with: osctl alias set <name> <command>\n$/);
    const plugins = await run(["plugin", "list"], { PATH: home });
    deepEqual([plugins.code, plugins.stdout], [0, "NAME   PATH   PROBLEM\n"]);
    match(plugins.stderr, /^no plugins: no directory of PATH contains a program osctl-<name>\n$/);
    equal((await run(["preferences", "set", "groups.db", "[w1, w2]"])).code, 0);
    equal((await Deno.stat(path)).mode! & 0o777, 0o600);
    await Deno.writeTextFile(path, `# mine\n${await Deno.readTextFile(path)}`);
    equal((await run(["preferences", "set", "maxParallel", "16"])).code, 0);
    equal((await run(["preferences", "set", "groups.edge", "@workers,-@db"])).code, 0);
    equal((await run(["preferences", "show", "maxParallel"])).stdout, "16\n");
    deepEqual(JSON.parse((await run(["preferences", "show", "-o", "json"])).stdout), {
      groups: { db: ["w1", "w2"], edge: "@workers,-@db" },
      maxParallel: 16,
    });
    equal((await run(["preferences", "unset", "groups.db"])).code, 0);
    equal(
      await Deno.readTextFile(path),
      "# mine\ngroups:\n  edge: '@workers,-@db'\nmaxParallel: 16\n",
    );
    const missing = await run(["preferences", "unset", "groups.db"]);
    equal(missing.code, 1);
    match(missing.stderr, /^osctl: preference "groups\.db" is not set; /);
  }));

Deno.test("an invalid value is refused with its line, and changes nothing", () =>
  withHome(async (home, run) => {
    const cases: [key: string, value: string, reason: RegExp][] = [
      ["maxParalel", "1", /unknown key "maxParalel"; did you mean "maxParallel"/],
      ["maxParallel", "0", /invalid value "0" for "maxParallel"; use a number from 1 to 1000/],
      ["groups.all", "a", /invalid name of a group "all"; every cluster has the group "@all"/],
      ["groups.a b", "a", /invalid name of a group "a b"/],
      ["groups.db", "[]", /"groups\.db" has no nodes/],
      [
        "time.zone",
        "Europe/Berln",
        /unknown zone "Europe\/Berln" .*; did you mean "Europe\/Berlin"/,
      ],
      ["time.zone", "Mars", /unknown zone "Mars" for "time\.zone"; use local, UTC or a name /],
      ["time.format", "iso", /invalid value "iso" for "time\.format"; use relative, datetime, rfc/],
      ["time.zones", "UTC", /unknown key "zones"; did you mean "zone"/],
      ["groups.db", "{form: [x]}", /unknown key "form"; did you mean "from"/],
      ["commands.get.output", "xml", /invalid value "xml" for "commands\.get\.output"; use table/],
      ["confirmations", "never", /invalid value "never" for "confirmations"; use always, terminal/],
      ["color", "[red]", /"color" is not a text/],
      ["aliases.x", "", /"aliases\.x" has no command/],
    ];
    for (const [key, value, reason] of cases) {
      const { code, stderr } = await run(["preferences", "set", key, value]);
      equal(code, 1, key);
      match(stderr, /^osctl: \S+preferences\.yaml:\d+:\d+: [^\n]+\n$/);
      match(stderr, reason);
    }
    equal((await run(["preferences", "set", "a..b", "1"])).code, 2);
    deepEqual([...Deno.readDirSync(`${home}/.os`)].map(({ name }) => name), []);
  }));

Deno.test("an editor changes preferences; an invalid result stays in the copy", () =>
  withHome(async (home, run) => {
    const editor = (text: string) => ({ OS_EDITOR: `${home}/editor`, EDITED: text });
    await Deno.writeTextFile(`${home}/editor`, '#!/bin/sh\nprintf "$EDITED" > "$1"\n', {
      mode: 0o700,
    });
    await Deno.writeTextFile(`${home}/valid`, '#!/bin/sh\nprintf "maxParallel: 7\\n" > "$1"\n', {
      mode: 0o700,
    });
    await Deno.writeTextFile(`${home}/wrong`, '#!/bin/sh\nprintf "a: 7\\n" > "$1"\n', {
      mode: 0o700,
    });
    const saved = await run(["preferences", "edit"], { ...editor(""), OS_EDITOR: `${home}/valid` });
    equal(saved.code, 0, saved.stderr);
    equal((await run(["preferences", "show"])).stdout, "maxParallel: 7\n");
    const wrong = await run(["preferences", "edit"], { OS_EDITOR: `${home}/wrong` });
    equal(wrong.code, 1);
    match(wrong.stderr, /^osctl: \S+preferences-[0-9a-f]{8}\.yaml:1:1: unknown key "a"; /);
    equal((await run(["preferences", "show"])).stdout, "maxParallel: 7\n");
    const same = await run(["preferences", "edit"], { OS_EDITOR: "true" });
    deepEqual([same.code, same.stderr], [0, "osctl: no change\n"]);
  }));

Deno.test("groups of preferences are targets; wrong groups are refused in one line", () =>
  withSandbox({ workers: 3 }, async (sandbox) => {
    const { run, workers: [one, two, three], home } = sandbox;
    const nodesOf = async (target: string, ...args: string[]) => {
      const { code, stdout, stderr } = await run(["memory", "-o", "name", "-n", target, ...args]);
      return code === 0 ? stdout.trimEnd().split("\n") : `${code} ${stderr}`;
    };
    await Deno.writeTextFile(`${home}/list-nodes`, `#!/bin/sh\necho "$1" test-worker-3\n`, {
      mode: 0o700,
    });
    await write(
      sandbox,
      `groups:
  pair: [test-worker-1, ${two!.address}]
  rest: "@workers,-@pair"
  listed:
    from: [${home}/list-nodes, ${one!.address}]
  loop: ["@other"]
  other: ["@loop"]
  gone: [test-worker-1, "-test-worker-1"]
  fails: { from: ["false"] }
  absent: { from: [${home}/absent] }
  garbage: { from: [echo, '{"nodes": []}'] }
  silent: { from: ["true"] }
  hangs: { from: [sleep, "60"] }
  endless: { from: ["yes"] }
`,
    );
    deepEqual(await nodesOf("@pair"), [one!.address, two!.address]);
    deepEqual(await nodesOf("@rest"), [three!.address]);
    deepEqual(await nodesOf("@listed"), [one!.address, three!.address]);
    const refused: [target: string, reason: RegExp][] = [
      ["@loop", /^2 osctl: group "loop" contains itself: @loop → @other → @loop; [^\n]+\n$/],
      ["@gone", /^2 osctl: no node matches "@gone"; [^\n]+\n$/],
      ["@par", /^2 osctl: unknown group "@par"; did you mean "@pair"[^\n]*\n$/],
      ["@fails", /^1 osctl: group "fails": command "false" failed: exit code 1; [^\n]+\n$/],
      ["@absent", /^1 osctl: group "absent": command "[^"]+" cannot be started: [^\n]+\n$/],
      [
        "@garbage",
        /^1 osctl: group "garbage": command "echo" printed [^\n]+, which is not a node; /,
      ],
      ["@silent", /^1 osctl: group "silent": command "true" printed no node; [^\n]+\n$/],
      ["@endless", /^1 osctl: group "endless": command "yes" printed more than 64 KiB; [^\n]+\n$/],
      ["@pair --no-preferences", /^2 osctl: unknown group "@pair"; [^\n]+\n$/],
    ];
    for (const [line, reason] of refused) {
      const [target, ...args] = line.split(" ");
      match(String(await nodesOf(target!, ...args)), reason);
    }
    const completed = await run(["__complete", "fish", "memory", "-n", "@p"]);
    equal(completed.stdout, "=@pair\town group\n");
  }));

Deno.test("defaults take effect on a terminal only; flags and variables override them", () =>
  withSandbox({}, async (sandbox) => {
    const { run, controlPlanes: [control] } = sandbox;
    const terminals = ["stdout"] as const;
    const size = { columns: 200, rows: 40 };
    const node = ["-n", control!.address];
    const plain = await run(["memory", ...node]);
    await write(
      sandbox,
      "output: json\ncolor: never\ncommands:\n  memory:\n    output: table\n    columns: [node]\n",
    );
    match((await run(["memory", ...node])).stdout.split("\n")[0]!, /NODE +TOTAL/);
    equal(plain.stdout.split("\n")[0], (await run(["memory", ...node])).stdout.split("\n")[0]);
    const own = await run(["memory", ...node], { terminals, size });
    equal(own.stdout, `NODE\n${control!.address}\n`);
    match((await run(["mounts", ...node], { terminals, size })).stdout, /^\[\n/);
    match((await run(["mounts", ...node, "-o", "yaml"], { terminals, size })).stdout, /^- node/);
    const without = await run(["memory", ...node, "--no-preferences"], { terminals, size });
    match(without.stdout, /TOTAL/);
    const coloured = async (...args: string[]) => {
      const { stdout } = await run(["service", "-o", "table", ...args, ...node], {
        terminals,
        size,
      });
      return stdout.includes("\x1b[");
    };
    deepEqual(await Promise.all([coloured(), coloured("--color", "always")]), [false, true]);
    equal(await coloured("--no-preferences"), true);
    await write(sandbox, "commands: {config info: {output: table}}\n");
    const invalid = await run(["config", "info"], { terminals, size });
    match(
      invalid.stderr,
      /^osctl: preference "commands\.config info\.output": no format "table"; /,
    );
  }));

Deno.test("confirmations: always requires --yes without a terminal, for one context or all", () =>
  withSandbox({}, async (sandbox) => {
    const { run, controlPlanes: [control] } = sandbox;
    const reboot = ["reboot", "--wait=false", "-n", control!.address];
    for (const text of ["confirmations: always\n", "contexts: {test: {confirmations: always}}\n"]) {
      await write(sandbox, text);
      const { code, stderr } = await run(reboot);
      equal(code, 2, stderr);
      match(stderr, /^osctl: "Reboot" is not confirmed: no terminal for a prompt; [^\n]+\n$/);
    }
    await write(sandbox, "confirmations: always\ncontexts: {test: {confirmations: terminal}}\n");
    equal((await run(reboot)).code, 0);
  }));

Deno.test("times of tables have the preferred zone and format on a terminal only", () =>
  withTimeServer((server) =>
    withSandbox({ bindings: [IMAGES] }, async (sandbox) => {
      const { run, nodes, home } = sandbox;
      const node = ["-n", nodes[0]!.address];
      await Deno.writeTextFile(`${home}/file`, "");
      await Deno.utime(`${home}/file`, IN_SUMMER, IN_SUMMER);
      const terminals = ["stdout"] as const;
      const size = { columns: 200, rows: 24 };
      const file = ["list", "-l", `${home}/file`, "--columns", "lastmod", "--no-headers"];
      const commands: readonly (readonly string[])[] = [
        file,
        ["image", "list", "--columns", "created", "--no-headers"],
        ["time", "--check", server, "--columns", "ntp-server-time", "--no-headers"],
        ["service", "etcd"],
        ["service", "--columns", "last-change", "--no-headers"],
      ];
      const outputs = async (style: string | undefined, options = {}) => {
        await write(sandbox, style === undefined ? "" : `time: {${style}}\n`);
        const found: string[] = [];
        for (const command of commands) {
          const { code, stdout, stderr } = await run([...command, ...node], options);
          equal(code, 0, stderr);
          found.push(stdout.replaceAll(ESCAPES, "").trim());
        }
        return found;
      };
      const terminal = { terminals, size };
      const berlin = await outputs("zone: Europe/Berlin", terminal);
      deepEqual(berlin.slice(0, 3), [
        ...["2026-07-01 12:30:45", "2026-01-02 04:04:05", "2026-11-21 08:42:13.5"],
      ]);
      match(berlin[3]!, /^EVENTS +\[Running\]: .+ \(\d+s ago\)$/m);
      match(berlin[4]!, /^\d+s ago$/m);
      const utc = await outputs("zone: UTC, format: rfc3339", terminal);
      deepEqual(utc.slice(0, 3), [
        ...["2026-07-01T10:30:45Z", "2026-01-02T03:04:05Z", "2026-11-21T07:42:13.5Z"],
      ]);
      match(utc[3]!, /^EVENTS +\[Running\]: .+ \(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\)$/m);
      match(utc[4]!, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/m);
      const kolkata = await outputs("zone: Asia/Kolkata, format: rfc3339", terminal);
      equal(kolkata[0], "2026-07-01T16:00:45+05:30");
      const relative = await outputs("format: relative", terminal);
      match(relative[1]!, / (ago|from now)$/);
      // A comparison of clocks needs the time.
      match(relative[2]!, /^2026-11-21 \d\d:\d\d:13\.5$/);
      match(relative[4]!, /^(now|\d+ seconds? ago)$/m);

      const piped = await outputs("zone: Asia/Kolkata, format: rfc3339");
      deepEqual(piped.slice(0, 3), (await outputs(undefined)).slice(0, 3));
      await write(sandbox, "time: {zone: Asia/Kolkata, format: rfc3339}\n");
      const ignored = await run([...file, ...node, "--no-preferences"], terminal);
      equal(ignored.stdout.replaceAll(ESCAPES, "").trim(), piped[0]);
      const json = await run([...file.slice(0, 3), ...node, "-o", "json=modified"], terminal);
      deepEqual(JSON.parse(json.stdout.replaceAll(ESCAPES, "")), [
        { modified: "2026-07-01T10:30:45Z" },
      ]);
      const stop = new AbortController();
      const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(60_000)]);
      const system = fakeSystem({ home, clock: wallClock, signal, ...terminal });
      const events = run(["events", "--tail", "-1", "--wide", ...node], { system });
      const shown = new Promise<void>((resolve) => {
        system.stdout.onWrite = () => {
          if (system.stdout.text.split("\n").length > 5) resolve();
        };
      });
      await Promise.race([events, shown]);
      stop.abort(new InterruptError("SIGINT"));
      await events;
      match(system.stdout.text.replaceAll(ESCAPES, ""), /^NODE +TIME +ID +EVENT /);
      match(system.stdout.text, /^[\d.]+ +\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+05:30 +\w{20} /m);
      const info = await run(["config", "info"], terminal);
      match(
        info.stdout.replaceAll(ESCAPES, ""),
        /^Certificate expires: .+ \(\d{4}-\d\d-\d\dT[\d:]+\+05:30\)$/m,
      );
      const record = await run(["config", "info", "-o", "json"], terminal);
      match(JSON.parse(record.stdout).certNotAfter, /^\d{4}-\d\d-\d\d$/);
    })
  ));

Deno.test("views, keys and colours of the dashboard are checked with their place", () =>
  withHome(async (home, run) => {
    const path = `${home}/.os/preferences.yaml`;
    await Deno.mkdir(`${home}/.os`);
    const errorOf = async (section: string) => {
      await Deno.writeTextFile(path, `dashboard:\n${section}\n`);
      const { code, stderr } = await run(["preferences", "show"]);
      equal(code, 1, stderr);
      return stderr.replaceAll(path, "FILE");
    };
    match(
      await errorOf("  keys:\n    quitt: x"),
      /FILE:3:5: unknown action "quitt".*\n?.*did you mean "quit"/s,
    );
    match(await errorOf("  keys:\n    table.quit: x"), /FILE:3:5: unknown action "table\.quit"/);
    match(
      await errorOf("  keys:\n    suspend: x"),
      /FILE:3:5: the key of "suspend" cannot be changed/,
    );
    match(await errorOf("  keys:\n    quit: [x, hyper-x]"), /FILE:3:15: unknown key "hyper-x"/);
    match(await errorOf("  keys:\n    quit: ^C"), /FILE:3:11: the key "\^C" cannot be changed/);
    match(
      await errorOf("  keys:\n    table.filter: m"),
      /FILE:3:19: the key "m" of "table\.filter" is also the key of "table\.mark"/,
    );
    match(
      await errorOf("  keys:\n    up: [x]\n    down: [x]"),
      /FILE:4:11: the key "x" of "all\.down" is also the key of "all\.up"/,
    );
    match(await errorOf("  views:\n    logs: links"), /FILE:3:5: invalid name of a view "logs"/);
    match(await errorOf("  views:\n    mine:"), /"dashboard\.views\.mine" has no command line/);
    match(
      await errorOf("  colors:\n    titel: red"),
      /FILE:3:5: unknown name "titel".*did you mean "title"/s,
    );
    match(await errorOf("  colors:\n    title: reed"), /FILE:3:12: invalid value "reed"/);
    await Deno.writeTextFile(
      path,
      "dashboard:\n  keys: {quit: Q, table.mark: [m, v]}\n  colors: {title: bold 208 on-blue}\n",
    );
    equal((await run(["preferences", "show"])).code, 0);
    const wrong = await run(["preferences", "set", "dashboard.keys.quit", "nokey"]);
    match(wrong.stderr, /unknown key "nokey"/);
    match(await Deno.readTextFile(path), /quit: Q/);
  }));
