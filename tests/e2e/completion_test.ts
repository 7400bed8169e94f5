/** Completion in bash, zsh and fish: types, presses Tab, reads the screen. */
import { completionScript, type Shell, SHELLS } from "../../lib/cli/completion_scripts.ts";
import { isInstalled, TerminalSession } from "../helpers/terminal.ts";
import { type RealCluster, withRealCluster } from "./cluster.ts";

const CI = Deno.env.get("CI") === "true";
const PROMPT = "ready>";

/** Start of each shell without user settings, with a known prompt. */
const START: Record<Shell, { command: string[]; setUp: string }> = {
  bash: { command: ["bash", "--noprofile", "--norc", "-i"], setUp: `PS1='${PROMPT} '` },
  zsh: {
    command: ["zsh", "-f", "-i"],
    setUp: `PROMPT='${PROMPT} '; autoload -Uz compinit; compinit -u -D`,
  },
  fish: {
    command: ["fish", "--no-config", "--private"],
    setUp: `function fish_prompt; echo -n '${PROMPT} '; end; set -g fish_autosuggestion_enabled 0`,
  },
};

/** A shell with completion for `osctl` in a home with a running cluster. */
class ShellInput {
  readonly #terminal: TerminalSession;

  constructor(terminal: TerminalSession) {
    this.#terminal = terminal;
  }

  /** Types a line, presses Tab, and waits until the screen shows all texts. */
  async complete(typed: string, ...expected: string[]): Promise<void> {
    const complete = async () => {
      await this.#terminal.type(typed);
      await this.#terminal.press("Tab");
      // bash and zsh list candidates at the second Tab only.
      if (expected.length > 1) await this.#terminal.press("Tab");
    };
    await complete();
    const all = (screen: string) => expected.every((text) => screen.includes(text));
    // On a busy machine a node may miss the completion timeout, and the only other candidate may be
    // completed: typed again, as users do.
    const again = async () => {
      await this.#terminal.press("C-u");
      await complete();
    };
    await this.#terminal.until(all, `${expected.join(" and ")} for ${typed}`, again);
    await this.clear();
  }

  /** Types a line, presses Tab, and continues typing after the completion. */
  async completeAndContinue(typed: string, expected: string): Promise<void> {
    const complete = async () => {
      await this.#terminal.press("C-u");
      await this.#terminal.type(typed);
      await this.#terminal.press("Tab");
    };
    await complete();
    await this.#terminal.until((screen) => screen.includes(expected), expected, complete);
    await this.#terminal.type("xyz");
    await this.#terminal.until(
      (screen) => screen.trimEnd().endsWith(`${expected}xyz`),
      `${expected}xyz`,
    );
    await this.clear();
  }

  /** Types a line, presses Tab, continues typing, and waits for both without a space in between. */
  async completeNothing(typed: string): Promise<void> {
    await this.#terminal.type(typed);
    await this.#terminal.press("Tab");
    await this.#terminal.type("xyz");
    await this.#terminal.until(
      (screen) => screen.trimEnd().endsWith(`${PROMPT} ${typed}xyz`),
      `${typed}xyz`,
    );
    await this.clear();
  }

  /** Types a line, presses Tab, and waits until descriptions are listed in one column. */
  async completeAligned(typed: string): Promise<void> {
    await this.#terminal.type(typed);
    await this.#terminal.press("Tab");
    await this.#terminal.press("Tab");
    const isAligned = (screen: string) => {
      const lines = screen.split("\n").filter((line) => line.includes("  -- "));
      const columns = new Set(lines.map((line) => line.indexOf("  -- ")));
      return lines.length > 3 && columns.size === 1;
    };
    await this.#terminal.until(isAligned, "descriptions in one column");
    await this.clear();
  }

  async run(line: string): Promise<void> {
    await this.#terminal.type(line);
    await this.#terminal.press("Enter");
  }

  /** Clears the line and the screen. */
  async clear(): Promise<void> {
    const clear = async () => {
      await this.#terminal.press("C-u");
      await this.run("clear");
    };
    await clear();
    // A shell that still completes can lose keys.
    await this.#terminal.until((screen) => screen.trim() === PROMPT, "an empty screen", clear);
  }
}

/** Adds the program as `osctl` to PATH. */
async function install({ program }: RealCluster, shell: Shell): Promise<Record<string, string>> {
  const { home } = program;
  await Deno.mkdir(`${home}/bin`, { recursive: true });
  const { command: start, args, env } = program.invocation;
  const command = [start, ...args].map((word) => `'${word}'`).join(" ");
  await Deno.writeTextFile(`${home}/bin/osctl`, `#!/bin/sh\nexec ${command} "$@"\n`, {
    mode: 0o755,
  });
  await Deno.writeTextFile(`${home}/completion.${shell}`, completionScript(shell));
  return { ...env, PATH: `${home}/bin:${Deno.env.get("PATH")}`, LC_ALL: "C.UTF-8" };
}

async function session(cluster: RealCluster, shell: Shell): Promise<void> {
  const { home } = cluster.program;
  const env = await install(cluster, shell);
  await Deno.mkdir(`${home}/plans`, { recursive: true });
  await Deno.writeTextFile(`${home}/plans/first config.yaml`, "");
  await Deno.writeTextFile(`${home}/plans/second.yaml`, "");
  const { command, setUp } = START[shell];
  await using terminal = await TerminalSession.start(command, {
    env,
    cwd: home,
    socket: `${home}/tmux`,
  });
  const input = new ShellInput(terminal);
  await input.run(`source ${home}/completion.${shell}; ${setUp}`);
  await terminal.until((screen) => screen.includes(`\n${PROMPT} `), "the prompt");
  await input.clear();
  const { controlPlane: node, worker } = cluster;

  // Commands and groups, by a unique beginning and as a list.
  await input.complete("osctl vers", "osctl version ");
  await input.complete("osctl clu", "osctl cluster ");
  await input.complete("osctl c", "cluster", "completion", "config", "copy");
  await input.complete("osctl cluster ", "create", "destroy", "show");
  await input.complete("osctl help clus", "osctl help cluster ");
  await input.completeNothing("osctl nothinglikethis");

  // Flags, after the command and before it.
  await input.complete("osctl list --hum", "osctl list --humanize ");
  await input.complete("osctl --node", "osctl --nodes ");
  await input.complete("osctl logs --t", "osctl logs --tail ");
  await input.complete("osctl cluster show --provi", "osctl cluster show --provisioner ");

  // Values of a fixed set, after a space and after an equals sign.
  await input.complete("osctl version -o j", "osctl version -o json ");
  await input.complete("osctl version --output=y", "osctl version --output=yaml ");
  await input.completeAndContinue("osctl version -o jsonp", "-o jsonpath=");
  await input.complete("osctl completion ", "bash", "zsh", "fish");
  await input.complete("osctl cluster --provisioner ", "docker", "qemu", "sandbox");
  await input.complete("osctl gen csr --roles os:re", "--roles os:reader ");
  await input.complete("osctl config new --roles os:reader,os:op", "os:reader,os:operator ");

  // Contexts, nodes and clusters from files.
  await input.complete("osctl --context ", "osctl --context e2e");
  // fish shortens the common beginning of the candidates.
  const ends = [node, worker].map((address) => address.replace(/^\d+\.\d+/, ""));
  await input.complete("osctl -n ", ...ends);
  await input.complete("osctl version -n ", ...ends);
  await input.complete(`osctl list -Hn ${worker}`, `osctl list -Hn ${worker} `);
  await input.complete(`osctl list -n ${node},12`, `osctl list -n ${node},${worker} `);
  await input.complete(`osctl -n ${node} vers`, `osctl -n ${node} version `);
  await input.complete("osctl cluster show --name ", "osctl cluster show --name e2e");

  // Local files.
  await input.complete("osctl --osconfig pla", "osctl --osconfig plans/");
  await input.complete("osctl --osconfig=pla", "osctl --osconfig=plans/");
  await input.complete("osctl --osconfig plans/fi", "osctl --osconfig plans/first\\ config.yaml");
  await input.complete("osctl --osconfig 'plans/fi", "osctl --osconfig 'plans/first config.yaml'");
  await input.complete("osctl --osconfig plans/first\\ c", "plans/first\\ config.yaml");
  await input.complete("osctl --osconfig ~/plans/fi", "~/plans/first\\ config.yaml");

  // Local files after the @ of a patch.
  const patch = "osctl machineconfig patch plans/x.yaml";
  await input.complete(`${patch} -p @plans/se`, "-p @plans/second.yaml ");
  await input.complete(`${patch} -p @plans/fi`, "-p @plans/first\\ config.yaml ");
  await input.complete(`${patch} --patch=@plans/se`, "--patch=@plans/second.yaml ");
  await input.completeAndContinue(`${patch} -p @pla`, "-p @plans/");
  await input.complete("osctl gen config --config-patch @plans/se", "@plans/second.yaml ");

  // Values from the node: paths and services.
  await input.complete(`osctl -n ${node} list /et`, `osctl -n ${node} list /etc/`);
  await input.completeAndContinue(`osctl -n ${node} list ${home}/pla`, `list ${home}/plans/`);
  await input.complete(`osctl -n ${node} read /proc/versi`, "read /proc/version ");
  await input.complete(`osctl -n ${node} read '/proc/versi`, "read '/proc/version' ");
  await input.complete(`osctl -n ${node} read "${home}/plans/first c`, `first config.yaml" `);
  await input.complete(`osctl -n ${node} read ${home}/plans/first\\ c`, "first\\ config.yaml ");
  await input.complete(`osctl read -n ${node} ${home}/pla`, `read -n ${node} ${home}/plans/`);
  await input.complete(`osctl copy -n${node} ${home}/plans/f`, "/plans/first\\ config.yaml ");
  await input.complete(`osctl logs -n ${node} mach`, "machined ");
  await input.complete(`osctl get -n ${node} membe`, "members ");
  await input.complete(`osctl get -n ${node} members,lin`, "members,links ");
  if (shell === "zsh") await input.completeAligned("osctl etcd ");
  await input.completeNothing(`osctl -n ${cluster.dead} list /et`);
}

for (const shell of SHELLS) {
  const missing = [shell, "tmux"].filter((program) => !isInstalled(program));
  const skipped = missing.length > 0 && !CI;
  Deno.test({
    name: `completion in ${shell}${skipped ? ` (skipped: no ${missing.join(", no ")} here)` : ""}`,
    ignore: skipped,
    fn: async () => {
      if (missing.length > 0) throw new Error(`${missing.join(" and ")} must be installed in CI`);
      await withRealCluster((cluster) => session(cluster, shell));
    },
  });
}
