/** Width of every table on terminals, with long names, IPv6 addresses and long image references. */
import { equal, match, ok } from "node:assert/strict";
import { stream, unary } from "../../lib/sandbox/types.ts";
import { machine, MachineService } from "../../proto/machine.ts";
import type { CommandOutcome, RunCommandOptions } from "../helpers/run_command.ts";
import { withSandbox } from "../helpers/sandbox.ts";
import { withTimeServer } from "../helpers/time_server.ts";
import { NO_DOCKER, withHome } from "./cluster/home.ts";

const ESCAPES = new RegExp("\u001b\\[[0-9;]*[a-zA-Z]|\r", "g");
const WIDTHS = [80, 100, 120, 200];
const LONG_NAME = "production-frankfurt-datacenter";
const IMAGE = "registry.internal.example.com/platform/team-network/cilium-operator-generic";
const ADDRESSES = ["2001:db8:85a3::8a2e:370:7334", "fe80::42:faff:fefc:e51a"];

/** Commands that print a table, without `-n`. */
const TABLES = [
  "cgroups",
  "cgroups --preset cpu",
  "cgroups --preset io",
  "containers",
  "containers -k",
  "dashboard --once -d 100ms",
  "disks",
  "etcd alarm list",
  "etcd members",
  "etcd status",
  "image list",
  "list -l /proc/",
  "memory",
  "mounts",
  "netstat -a",
  "netstat -a --extend --programs --timers",
  "processes",
  "service",
  "stats",
  "stats -k",
  "upgrade --dry-run",
  "upgrade-k8s --dry-run",
  "usage /proc/self/fdinfo",
  ...["addressstatuses", "affiliates", "blockdevices", "certsans", "disks", "etcdmembers"]
    .map((type) => `get ${type}`),
  ...["hostnamestatuses", "infos", "linkstatuses", "machineconfig", "machinestatus", "members"]
    .map((type) => `get ${type}`),
  ...["mountstatuses", "nodeaddresses", "nodenames", "rd", "resolvers", "routestatuses"]
    .map((type) => `get ${type}`),
  ...["services", "staticpods", "staticpodstatuses", "systeminformations", "timestatuses"]
    .map((type) => `get ${type}`),
];

/** Tables of a single node. */
const SINGLE = /^(cgroups|upgrade-k8s)/;

/** Columns that are always shown in full, by command. */
const WHOLE: Readonly<Record<string, readonly string[]>> = {
  "etcd members": ["HOSTNAME"],
  "health --once": ["CHECK"],
  "image list": ["IMAGE"],
  "upgrade --dry-run": ["TARGET"],
  "upgrade-k8s --dry-run": ["COMPONENT"],
};

const BINDINGS = [
  unary(MachineService.Containers, ({ namespace }) => {
    const pod = `kube-system/cilium-operator-7b5d8f9c6d-x2x4z`;
    const containers = ["", ":cilium-operator:3f2a9c1b77d0", ":wait-for-node-init:11c0ffee2222"]
      .map((suffix, index) => ({
        namespace,
        id: `${pod}${suffix}`,
        podId: pod,
        name: suffix.split(":")[1] ?? pod,
        image: `${IMAGE}:v1.16.${index}`,
        pid: index,
        status: "CONTAINER_RUNNING",
      }));
    return Promise.resolve(machine.ContainersResponse.create({ messages: [{ containers }] }));
  }),
  stream(MachineService.ImageList, async function* () {
    for (const tag of ["v1.16.1", `v1.16.2@sha256:${"e".repeat(64)}`]) {
      const digest = `sha256:${"d".repeat(64)}`;
      const image = { name: `${IMAGE}:${tag}`, digest, size: 130_000_000 };
      yield await Promise.resolve(machine.ImageListResponse.create(image));
    }
  }),
  unary(MachineService.Netstat, () => {
    const [localip, remoteip] = ADDRESSES;
    const connectrecord = [1, 10].map((state) => ({
      ...{ l4proto: "tcp6", localip, remoteip, localport: 50_000, remoteport: 40_000, state },
    }));
    return Promise.resolve(machine.NetstatResponse.create({ messages: [{ connectrecord }] }));
  }),
  unary(MachineService.EtcdAlarmList, () => {
    const memberAlarms = [{ memberId: 5, alarm: 1 }, { memberId: 6, alarm: 2 }];
    return Promise.resolve(machine.EtcdAlarmListResponse.create({ messages: [{ memberAlarms }] }));
  }),
];

Deno.test("tables fit every terminal, with whole names and a true count of hidden columns", async (t) => {
  const options = { controlPlanes: 2, workers: 1, name: LONG_NAME, bindings: BINDINGS };
  await withTimeServer((server) =>
    withSandbox(options, async ({ run, nodes, osconfig }) => {
      const [first] = nodes;
      const all = ["-n", nodes.map(({ address }) => address).join(",")];
      let hidings = 0;
      const check = (table: string, args: readonly string[]) =>
        t.step(table, async () => {
          const line = [...table.split(" "), ...args];
          hidings += await checkWidths((more) => run(line, more), WHOLE[table] ?? []);
        });
      for (const table of TABLES) {
        await check(table, SINGLE.test(table) ? ["-n", first!.address] : all);
      }
      await check("time --check", [server, ...all]);
      await check("health --once", ["--skip", "kubernetes"]);
      const long = `staging-${LONG_NAME}`;
      equal((await run(["config", "add", long])).code, 0);
      const endpoints = ["config", "endpoint", ...ADDRESSES, "2001:db8:85a3::8a2e:370:7335"];
      equal((await run([...endpoints, "--context", long])).code, 0);
      await check("config contexts", ["--osconfig", osconfig]);
      ok(hidings > 50, `the tables are wider than these terminals: ${hidings}`);
    })
  );
});

Deno.test("tables of local clusters fit every terminal", async (t) => {
  await withHome(async ({ run }) => {
    const name = ["--name", LONG_NAME];
    const create = await run(["create", "--provisioner", "sandbox", ...name]);
    try {
      equal(create.code, 0, create.stderr);
      const node = `${LONG_NAME}-worker-1`;
      const method = "/machine.MachineService/NetworkDeviceStats";
      const fault = ["fault", "add", "delay", "--delay", "1ms", "--node", node, "--method", method];
      equal((await run([...fault, ...name])).code, 0);
      for (const line of ["list", "fault list"]) {
        await t.step(line, async () => {
          await checkWidths((options) => run(line.split(" "), options), []);
        });
      }
      await t.step("show", async () => {
        // The table of nodes follows the facts of the cluster.
        await checkWidths(async (options) => {
          const { stdout, ...outcome } = await run(["show", ...name], options);
          return { ...outcome, stdout: stdout.slice(stdout.indexOf("NODES:") + 8) };
        }, []);
      });
      const terminal = { terminals: ["stdout"] as const, size: { columns: 80, rows: 24 } };
      const narrow = await run(["show", ...name], terminal);
      match(narrow.stdout, /^\d columns? hidden: --wide$/m);
      const wide = await run(["show", ...name, "--wide"], terminal);
      match(wide.stdout, /^NAME +TYPE +IP +CPU +RAM +DISK +STATE$/m);
    } finally {
      equal((await run(["destroy", ...name, "--force"])).code, 0);
    }
  });
});

Deno.test("plans, checks and control groups show all columns with --wide", async () => {
  await withSandbox({ name: LONG_NAME, bindings: BINDINGS }, async ({ run, nodes }) => {
    const node = ["-n", nodes[0]!.address];
    const terminal = { terminals: ["stdout"] as const, size: { columns: 20, rows: 24 } };
    for (
      const [line, header] of [
        ["cgroups", /^NAME +MemCurrent +MemPeak +MemLow +Peak\/Low +MemHigh .* +MemMax$/m],
        ["health --once --skip kubernetes", /^CHECK +STATE +ELAPSED +REASON$/m],
        ["upgrade --dry-run", /^NODE +CURRENT +TARGET +REMOVED EXTENSIONS$/m],
        ["upgrade-k8s --dry-run", /^NODE +COMPONENT +FROM +TO +ACTION$/m],
      ] as const
    ) {
      const narrow = await run([...line.split(" "), ...node], terminal);
      match(narrow.stdout, /^\d columns? hidden: --wide$/m);
      const wide = await run([...line.split(" "), ...node, "--wide"], terminal);
      match(wide.stdout.replaceAll(ESCAPES, ""), header);
      ok(!/hidden: --wide/.test(wide.stdout), wide.stdout);
    }
  });
});

Deno.test("plans of rolling changes fit every terminal", async (t) => {
  await withSandbox({ controlPlanes: 3, name: LONG_NAME }, async ({ run, nodes }) => {
    const all = ["-n", nodes.map(({ address }) => address).join(",")];
    for (const command of ["reboot", "upgrade"]) {
      await t.step(command, async () => {
        const line = [command, "--rolling", "--plan", ...all];
        await checkWidths((options) => run(line, options), []);
        const terminal = { terminals: ["stdout"] as const, size: { columns: 80, rows: 24 } };
        const wide = await run([...line, "--wide"], terminal);
        match(wide.stdout.replaceAll(ESCAPES, ""), /^NODE +BATCH +KIND +NAME +ETCD +ACTION$/m);
      });
    }
  });
});

/** Disks without names. */
const UNNAMED = /^NODE +DEV +(?:.*\n.* - )/;

/**
 * Runs a command in a pipe and on terminals, and checks width, identities and the count of hidden
 * columns. Returns the number of terminals with hidden columns.
 */
async function checkWidths(
  run: (options: RunCommandOptions) => Promise<CommandOutcome>,
  identities: readonly string[],
): Promise<number> {
  const piped = await run({ env: NO_DOCKER });
  const { headers } = parseTable(piped.stdout);
  ok(headers.length > 1, `${piped.stdout}${piped.stderr}`);
  const whole = new Set(["NODE", "ID", "NAME", ...identities]);
  const nodes = new Set(parseTable(piped.stdout).cellsOf("NODE"));
  let hidings = 0;
  for (const columns of WIDTHS) {
    const size = { columns, rows: 24 };
    const { stdout } = await run({ terminals: ["stdout"], size, env: NO_DOCKER });
    const shown = parseTable(stdout.replaceAll(ESCAPES, ""));
    equal(headers.length - shown.headers.length, shown.hidden, stdout);
    if (shown.hidden > 0) hidings++;
    for (const header of headers) {
      if (!whole.has(header)) continue;
      // The only node, and a NAME that no disk has, are hidden like other columns with one value.
      const isUniform = header === "NODE" ? nodes.size <= 2 : UNNAMED.test(piped.stdout);
      if (!shown.headers.includes(header) && isUniform && header !== "ID") continue;
      ok(shown.headers.includes(header), stdout);
      for (const cell of shown.cellsOf(header)) ok(!cell.includes("…"), cell);
    }
    // Only identities that do not fit make lines longer than the terminal.
    const isLong = (text: string) =>
      shown.headers.some((header) =>
        whole.has(header) &&
        shown.cellsOf(header).some((cell) =>
          text.includes(cell) && [...cell].length > Math.max(24, Math.floor(columns / 3))
        )
      );
    for (const text of shown.lines) {
      ok([...text].length <= columns || isLong(text), `${columns}: ${text}`);
    }
  }
  return hidings;
}

/** Parses the first table of an output; headers are separated by at least two spaces. */
function parseTable(text: string) {
  const lines = text.trimEnd().split("\n");
  const end = lines.indexOf("");
  if (end >= 0) lines.splice(end);
  const notice = /^(\d+) columns? hidden: --wide$/.exec(lines.at(-1)!);
  if (notice) lines.pop();
  const found = [...lines[0]!.trimEnd().matchAll(/\S+(?: \S+)*/g)];
  const headers = found.map(([header]) => header);
  const cellsOf = (header: string): string[] => {
    const start = found[headers.indexOf(header)]?.index;
    if (start === undefined) return [];
    // A long identity is followed by the padding only.
    return lines.map((line) =>
      /^(?:[│ ]*[├└]──|(?! ))(?:\S| (?! ))*/.exec([...line].slice(start).join(""))?.[0] ?? ""
    );
  };
  return { lines, headers, cellsOf, hidden: Number(notice?.[1] ?? 0) };
}
