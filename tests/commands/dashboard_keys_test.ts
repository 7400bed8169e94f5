/** Presses every key of the table where it applies, and expects its effect on the screen. */
import { deepEqual, equal, ok } from "node:assert/strict";
import { KEYS, type Scope, VIEW_NAMES, VIEW_TITLES } from "../../lib/dashboard_keys/keys.ts";
import { onScreen, type Step } from "../helpers/screen.ts";
import { withSandbox } from "../helpers/sandbox.ts";

const SIZE = { size: { columns: 120, rows: 30 }, isRendered: true };
/** Hides columns of connections. */
const NARROW = { ...SIZE, size: { columns: 80, rows: 30 } };

/** Input of keys that are no characters. */
const INPUT: Readonly<Record<string, string>> = {
  up: "\x1b[A",
  down: "\x1b[B",
  right: "\x1b[C",
  left: "\x1b[D",
  home: "\x1b[H",
  end: "\x1b[F",
  "page-up": "\x1b[5~",
  "page-down": "\x1b[6~",
  f1: "\x1bOP",
  f2: "\x1bOQ",
  tab: "\t",
  "shift-tab": "\x1b[Z",
  enter: "\r",
  escape: "\x1b",
  backspace: "\x7f",
  "wheel-up": "\x1b[<64;1;1M",
  "wheel-down": "\x1b[<65;1;1M",
};

function inputOf(key: string): string {
  const control = /^ctrl-(.)$/.exec(key);
  if (control) return String.fromCharCode(control[1]!.charCodeAt(0) - 96);
  return INPUT[key] ?? key;
}

/** What is done before a key, what it shows, and what is done afterwards. */
interface Case {
  readonly before?: readonly Step[];
  readonly effect: RegExp | "other line";
  readonly after?: readonly Step[];
}

/** Ends a prompt. */
const CLOSE = ["\x1b"];

/** Opens the pages of each scope. */
const OPEN: Readonly<Record<Scope, readonly Step[]>> = {
  all: [
    ":machineconfigs worker-1\r",
    /^MachineConfig worker-1\n[^]*test-worker-1 /m,
    "y",
    /line 1 of/,
  ],
  nodes: ["1g", / 1 Overview [^]*test-worker-1 /],
  table: [":hostnamestatuses\r", /^HostnameStatus\n[^]*test-worker-1 +(network +)?hostname/m, "g"],
  resources: [
    ":hostnamestatuses\r",
    /^HostnameStatus\n[^]*test-worker-1 +(network +)?hostname/m,
    "g",
  ],
  sources: [":logs\r", /^Services[^]*test-worker-1 +machined/m, "g"],
  logs: [":logs apid\r", /^apid of test[^]* │ [^]*SystemStat[^]*following/m],
  files: [":files worker-1 /proc/sys\r", /^\/proc\/sys on worker-1$[^]* kernel$/m, "g"],
  network: [":network\r", /^Connections[^]*tcp /m],
  events: [":events\r", /^Events\n[^]*Event /m],
  action: [":restart worker-1 kubelet\r", /press y to restart kubelet/],
  picker: [":ctx\r", /^Contexts and targets\n\* test /m],
  text: [":hostnamestatuses worker-1\r", /test-worker-1 +network/, "y", /▾ metadata:[^]*line 1 of/],
};

/** A page before the one of the scope, for the history. */
const HISTORY: readonly Step[] = [":links\r", /^LinkStatus$/m];
const FAR: readonly Step[] = ["g", "\x06", /line 28 of/];
const SORTED: readonly Step[] = ["m", /sort: -MEM/, "c", /sort: -CPU/];
const NODE_1: readonly Step[] = ["\r", "\x1bOP", /UUID[^]*|node 1 of 2/, /node 1 of 2/];

/** The effects, by scope and action. */
const CASES: Readonly<Record<string, Case>> = {
  ...Object.fromEntries(
    VIEW_NAMES.map((name, index): [string, Case] => [`all.view-${name}`, {
      effect: new RegExp(`^[ \\d]* ${(index + 1) % 10} ${VIEW_TITLES[index]} `),
    }]),
  ),
  "all.command": { effect: /^:_/m, after: CLOSE },
  "all.contexts": { effect: /^Contexts and targets$/m },
  "all.act": { effect: /^action on test-worker-1 \(/m, after: CLOSE },
  "all.help": { effect: /^Keys$/m, after: CLOSE },
  "all.back": { effect: /^MachineConfig worker-1$/m },
  "all.up": { before: FAR, effect: /line 27 of/ },
  "all.down": { before: FAR, effect: /line 29 of/ },
  "all.page-up": { before: FAR, effect: /line 1 of/ },
  "all.page-down": { before: FAR, effect: /line 55 of/ },
  "all.half-up": { before: FAR, effect: /line 14 of/ },
  "all.half-down": { before: FAR, effect: /line 42 of/ },
  "all.first": { before: FAR, effect: /line 1 of/ },
  "all.last": { before: FAR, effect: /line (\d+) of \1$/m },
  "all.wheel-up": { before: FAR, effect: /line 25 of/ },
  "all.wheel-down": { before: FAR, effect: /line 31 of/ },
  "nodes.summary": { effect: / 2 Node [^]*UUID/ },
  "nodes.monitor": { effect: / 2 Node [^]*PID +/ },
  "nodes.next-pane": { before: NODE_1, effect: / 2 Node [^]*PID +/ },
  "nodes.previous-pane": { before: [...NODE_1, "\x1bOQ", /PID +/], effect: /UUID/ },
  "nodes.next-node": { before: NODE_1, effect: /node 2 of 2/ },
  "nodes.previous-node": { before: NODE_1, effect: /node 2 of 2/ },
  "nodes.open": { effect: /node 1 of 2/ },
  "nodes.mark": { effect: /1 marked/, after: ["M", /^(?![^]* marked)/] },
  "nodes.mark-all": { effect: /2 marked/, after: ["M", /^(?![^]* marked)/] },
  "nodes.diff": {
    before: ["M", /2 marked/],
    effect: /^Configurations of /m,
    after: ["1M", / 1 Overview (?![^]* marked)/],
  },
  "nodes.log": {
    before: NODE_1,
    effect: /^SERVICE [^]*── kernel log/m,
    after: ["l", /^(?![^]*──)/],
  },
  "nodes.previous-log": { before: NODE_1, effect: /── (?!kernel)\w+/ },
  "nodes.next-log": { before: NODE_1, effect: /── (?!kernel)\w+/ },
  "nodes.filter": { effect: /\/_ {2}Enter keeps/, after: CLOSE },
  "nodes.previous-column": { before: SORTED, effect: /sort: -(?!CPU)/ },
  "nodes.next-column": { before: SORTED, effect: /sort: -(?!CPU)/ },
  "nodes.reverse": { before: SORTED, effect: /sort: CPU/ },
  "nodes.sort-cpu": { before: ["m", /sort: -MEM/], effect: /sort: -CPU/ },
  "nodes.sort-memory": { before: ["c", /sort: -CPU/], effect: /sort: -MEM/ },
  "nodes.wide": {
    effect: /^NAME +NODE +ROLE +VERSION +STAGE .*BAD +PROBLEM|^NAME .*NODE/m,
    after: ["w"],
  },
  "nodes.more-often": { effect: /every 2s/ },
  "nodes.less-often": { effect: /every 5s/ },
  "table.filter": { effect: /^\/_/m, after: CLOSE },
  "table.previous-column": { effect: /sort: (?!NODE)/ },
  "table.next-column": { effect: /sort: NODE/ },
  "table.reverse": { before: [">", /sort: NODE/], effect: /sort: -NODE/ },
  "table.columns": { effect: /^columns: NODE/m, after: CLOSE },
  "table.wide": {
    before: [":network\r", /^Connections[^]*tcp [^]*columns? hidden/m],
    effect: /^Connections(?![^]*hidden)[^]*tcp /m,
  },
  "table.mark": { effect: /1 marked/ },
  "table.mark-all": { effect: /2 marked/ },
  "table.copy": { effect: /copied hostname/ },
  "table.save": { effect: /^save as: hostnamestatus\.yaml/m, after: CLOSE },
  "table.plugin": { effect: /no plugin/ },
  "table.history-back": { effect: /^LinkStatus$/m },
  "table.history-forward": { before: ["[", /^LinkStatus$/m], effect: /^HostnameStatus$/m },
  "resources.describe": { effect: /▾ Spec:/ },
  "resources.yaml": { effect: /▾ metadata:/ },
  "resources.uses": { effect: /^uses of HostnameStatuses/m },
  "resources.diff": { before: ["mm", /2 marked/], effect: /^ {2}\+\+\+ test-worker-1 hostname$/m },
  "events.details": { effect: /^event of test-/m },
  "sources.logs": { effect: /^kernel of test-/m },
  "logs.follow": { effect: /line \d+ / },
  "logs.search": { effect: /^\/_/m, after: CLOSE },
  "logs.next-match": { before: ["/SystemStat\r", /search: /], effect: "other line" },
  "logs.previous-match": { before: ["/SystemStat\r", /search: /], effect: "other line" },
  "logs.filter": { effect: /^filter: _/m, after: CLOSE },
  "logs.range": { effect: /^time \(15m/m, after: CLOSE },
  "logs.prefix": { effect: /^(?![^]*│)[^]*SystemStat/ },
  "logs.wrap": { effect: /wrapped/ },
  "logs.copy": { effect: /copied the line/ },
  "logs.save": { effect: /^save as: logs\.txt/m, after: CLOSE },
  "logs.history-back": { effect: /^LinkStatus$/m },
  "logs.history-forward": { before: ["[", /^LinkStatus$/m], effect: /^apid of test/m },
  "files.open": { effect: /^\/proc\/sys\/\w+ on (test-)?worker-1$/m },
  "files.parent": { effect: /^\/proc on worker-1$/m },
  "files.download": {
    before: [
      ":files worker-1 /proc/sys/kernel\r",
      /^\/proc\/sys\/kernel on worker-1$[^]*test-worker-1 /m,
      "/NAME:^ostype$\r",
      /1 of \d+ rows/,
    ],
    effect: /^save as: ostype/m,
    after: CLOSE,
  },
  "network.next-table": { effect: /^LinkStatus$/m },
  "network.previous-table": { effect: /^AddressStatus$/m },
  "action.confirm": { effect: /^type "test-worker-1" to restart kubelet: _/m, after: CLOSE },
  "action.stop": { effect: /the action is not in progress/ },
  "picker.select": { effect: / test @all [^]*test-worker-1 / },
  "picker.filter": { effect: /^\/_/m, after: CLOSE },
  "text.search": { effect: /^\/_/m, after: CLOSE },
  "text.next-match": { before: ["/name\r", /search: name/], effect: "other line" },
  "text.previous-match": { before: ["/name\r", /search: name/], effect: "other line" },
  "text.fold": { before: ["gj", /line 2 of/], effect: /▸ metadata/ },
  "text.fold-all": { effect: /▸ metadata/ },
  "text.unfold-all": { before: ["-", /▸ metadata/], effect: /▾ metadata/ },
  "text.wrap": { effect: /wrapped/ },
  "text.copy": { effect: /copied \d+ lines/ },
  "text.save": { effect: /^save as: hostname\.yaml/m, after: CLOSE },
  "text.history-back": { effect: /^HostnameStatus worker-1$/m },
  "text.history-forward": { before: ["[", /^HostnameStatus worker-1$/m], effect: /▾ metadata/ },
};

/** Keys with tests of their own below. */
const ENDS = ["all.quit", "all.suspend"];

/** Scopes whose pages have a history of their own. */
const WITH_HISTORY: readonly Scope[] = ["table", "logs"];

const LINE = /line (\d+)/;

/** Returns the steps that press a key and expect its effect. */
function stepsOf(scope: Scope, action: string, key: string): Step[] {
  const { before = [], effect, after = [] } = CASES[`${scope}.${action}`]!;
  // The overview first, so that no expression matches the page of the case before.
  const open = [
    "1",
    / 1 Overview /,
    ...WITH_HISTORY.includes(scope) ? HISTORY : [],
    ...OPEN[scope],
    ...before,
  ];
  if (effect !== "other line") return [...open, inputOf(key), effect, ...after];
  let line = "";
  return [
    ...open,
    (readScreen) => {
      line = LINE.exec(readScreen())?.[1] ?? "";
      ok(line !== "", readScreen());
      return Promise.resolve();
    },
    inputOf(key),
    async (readScreen) => {
      for (let reads = 0; reads < 500; reads++) {
        if (LINE.exec(readScreen())?.[1] !== line) return;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      throw new Error(`"${key}" stays at line ${line}:\n${readScreen()}`);
    },
  ];
}

Deno.test("each action of the table of keys has an expected effect", () => {
  const names = KEYS.map(({ scope, action }) => `${scope}.${action}`);
  deepEqual([...Object.keys(CASES), ...ENDS].toSorted(), names.toSorted());
});

for (const scope of Object.keys(OPEN) as Scope[]) {
  Deno.test(`every key takes effect: ${scope}`, async () => {
    await withSandbox({ controlPlanes: 1, workers: 1 }, async (sandbox) => {
      const nodes = sandbox.nodes.map(({ address }) => address).join(",");
      const entries = KEYS.filter((entry) =>
        entry.scope === scope && !ENDS.includes(`${scope}.${entry.action}`)
      );
      const steps = entries.flatMap(({ action, keys }) =>
        keys.flatMap((key) => stepsOf(scope, action, key))
      );
      const line = ["dashboard", "--allow-changes", "-n", nodes];
      const ready = / 1 Overview [^]*worker +v1\.8/;
      const { code } = await onScreen(
        sandbox,
        line,
        [ready, ...steps, "\x1b", "\x03"],
        scope === "table" ? NARROW : SIZE,
      );
      equal(code, 0);
    });
  });
}

Deno.test("q and ^C end the dashboard, ^Z suspends it", async () => {
  await withSandbox({ controlPlanes: 1 }, async (sandbox) => {
    const line = ["dashboard", "-n", sandbox.nodes[0]!.address];
    for (const key of KEYS.find(({ action }) => action === "quit")!.keys) {
      const { code } = await onScreen(sandbox, line, [/controlplane-1 /, inputOf(key)], SIZE);
      equal(code, 0);
    }
    const { system } = await onScreen(sandbox, line, [
      /controlplane-1 /,
      "\x1a",
      "2",
      / 2 Node /,
      "q",
    ], SIZE);
    equal(system.suspensions, 1);
  });
});
