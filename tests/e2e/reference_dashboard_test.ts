/**
 * The dashboard shows the same facts as talosctl's. Runs where
 * `OSCTL_BENCH_REFERENCE` names its executable, from v1.8 on.
 */
import assert from "node:assert/strict";
import { isInstalled, TerminalSession } from "../helpers/terminal.ts";
import { withRealCluster } from "./cluster.ts";

const reference = Deno.env.get("OSCTL_BENCH_REFERENCE");

/** Whether it has the layout of v1.8. */
const isSupported = reference !== undefined && isInstalled("tmux") &&
  !/v1\.[4-7]\./.test(
    new TextDecoder().decode(
      new Deno.Command(reference, { args: ["version", "--client", "--short"] }).outputSync().stdout,
    ),
  );

/** Labels of the summary whose values are compared. */
const LABELS = [
  ...["UUID", "CLUSTER", "STAGE", "READY", "SECUREBOOT", "TYPE", "KUBERNETES", "KUBELET"],
  ...["APISERVER", "SCHEDULER", "HOST", "IP", "CONNECTIVITY", "DNS", "NTP"],
];

/** What a complete summary has. */
const COMPLETE = [
  /HOST +e2e-/,
  /IP +127\./,
  /CLUSTER +e2e \(2 machines\)/,
  /KUBELET +(√|OK)/,
  /CONNECTIVITY +(√|OK)/,
  /DNS +\d/,
];

/** Reads the values of a summary; marks and words for health and absence belong to one client. */
function summaryOf(screen: string): Map<string, string> {
  const lines = screen.replaceAll(/[√×] /g, "").split("\n");
  const values = new Map<string, string>();
  for (const label of LABELS) {
    const pattern = new RegExp(`(?:^|\\s)${label} +(\\S.*?)(?: {2,}|$| (?=[A-Z]{2,}[A-Z-]* ))`);
    for (const line of lines) {
      const value = pattern.exec(line)?.[1];
      if (value === undefined || values.has(label)) continue;
      values.set(
        label,
        value.replace(/^Healthy$/, "OK").replace(/^n\/a$/, "-")
          .toLowerCase(),
      );
    }
  }
  return values;
}

/** Returns the IDs of the visible processes. */
function processesOf(screen: string): Set<string> {
  const rows = screen.split("\n").flatMap((line) =>
    /(?:^|\s)(\d+) +[A-Z] +\d+\.\d/.exec(line)?.[1] ?? []
  );
  return new Set(rows);
}

Deno.test({
  name: "the dashboard shows the same facts as talosctl's",
  ignore: !isSupported,
  async fn() {
    await withRealCluster(async ({ program, controlPlane, worker }) => {
      const { args, env } = program.invocation;
      const config = `${program.home}/.os/config`;
      const show = async (command: readonly string[], name: string) => {
        await using terminal = await TerminalSession.start(command, {
          env: { ...env, TALOSCONFIG: config },
          cwd: program.home,
          socket: `${program.home}/${name}`,
        });
        await terminal.press("F1");
        await terminal.until(
          (screen) => COMPLETE.every((pattern) => pattern.test(screen)),
          `the summary of ${name}`,
        );
        const summary = summaryOf(await terminal.screen());
        await terminal.press("F2");
        await terminal.until((screen) => processesOf(screen).size > 3, `the processes of ${name}`);
        return { summary, processes: processesOf(await terminal.screen()) };
      };
      for (const node of [controlPlane, worker]) {
        const own = await show([Deno.execPath(), ...args, "dashboard", "-n", node], "own");
        const theirs = await show([reference!, "dashboard", "-n", node], "theirs");
        assert.ok(theirs.summary.size >= 10, `found ${[...theirs.summary.keys()]}`);
        for (const [label, value] of theirs.summary) {
          // talosctl prints the type without its label.
          if (label === "TYPE") continue;
          assert.equal(own.summary.get(label), value, label);
        }
        const common = [...own.processes].filter((pid) => theirs.processes.has(pid));
        assert.ok(common.length > 0, "common processes");
      }
    });
  },
});
