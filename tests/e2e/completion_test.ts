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
class Typist {
  readonly #terminal: TerminalSession;

  constructor(terminal: TerminalSession) {
    this.#terminal = terminal;
  }

  /** Types a line, presses Tab, and waits until the screen shows all texts. */
  async complete(typed: string, ...expected: string[]): Promise<void> {
    await this.#terminal.type(typed);
    await this.#terminal.press("Tab");
    // bash and zsh list candidates at the second Tab only.
    if (expected.length > 1) await this.#terminal.press("Tab");
    const all = (screen: string) => expected.every((text) => screen.includes(text));
    // On a busy machine a node may miss the completion timeout; retry, as users do.
    const again = () => this.#terminal.press("Tab");
    await this.#terminal.until(all, `${expected.join(" and ")} for ${typed}`, again);
    await this.clear();
  }

  /** Types a line, presses Tab, and continues typing after the completion. */
  async completeAndGoOn(typed: string, expected: string): Promise<void> {
    await this.#terminal.type(typed);
    await this.#terminal.press("Tab");
    await this.#terminal.until((screen) => screen.includes(expected), expected);
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

  async run(line: string): Promise<void> {
    await this.#terminal.type(line);
    await this.#terminal.press("Enter");
  }

  /** Clears the line and the screen. */
  async clear(): Promise<void> {
    await this.#terminal.press("C-u");
    await this.run("clear");
    await this.#terminal.until((screen) => screen.trim() === PROMPT, "an empty screen");
  }
}

/** Adds the program as `osctl` to PATH. */
async function install({ program }: RealCluster, shell: Shell): Promise<Record<string, string>> {
  const { home } = program;
  await Deno.mkdir(`${home}/bin`, { recursive: true });
  const { args, env } = program.invocation;
  const words = [Deno.execPath(), ...args].map((word) => `'${word}'`).join(" ");
  await Deno.writeTextFile(`${home}/bin/osctl`, `#!/bin/sh\nexec ${words} "$@"\n`, { mode: 0o755 });
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
  const typist = new Typist(terminal);
  await typist.run(`source ${home}/completion.${shell}; ${setUp}`);
  await terminal.until((screen) => screen.includes(`\n${PROMPT} `), "the prompt");
  await typist.clear();
  const { controlPlane: node } = cluster;

  // Commands and groups, by a unique beginning and as a list.
  await typist.complete("osctl vers", "osctl version ");
  await typist.complete("osctl clu", "osctl cluster ");
  await typist.complete("osctl c", "cluster", "completion", "config", "copy");
  await typist.complete("osctl cluster ", "create", "destroy", "show");
  await typist.complete("osctl help clus", "osctl help cluster ");
  await typist.completeNothing("osctl nothinglikethis");

  // Flags, after the command and before it.
  await typist.complete("osctl list --hum", "osctl list --humanize ");
  await typist.complete("osctl --node", "osctl --nodes ");
  await typist.complete("osctl logs --t", "osctl logs --tail ");
  await typist.complete("osctl cluster show --provi", "osctl cluster show --provisioner ");

  // Values of a fixed set, after a space and after an equals sign.
  await typist.complete("osctl version -o j", "osctl version -o json ");
  await typist.complete("osctl version --output=y", "osctl version --output=yaml ");
  await typist.complete("osctl completion ", "bash", "zsh", "fish");
  await typist.complete("osctl cluster --provisioner ", "docker", "qemu", "sandbox");
  await typist.complete("osctl gen csr --roles os:re", "--roles os:reader ");
  await typist.complete("osctl config new --roles os:reader,os:op", "os:reader,os:operator ");

  // Contexts, nodes and clusters from files.
  await typist.complete("osctl --context ", "osctl --context e2e");
  await typist.complete("osctl -n ", `osctl -n ${node}`);
  await typist.complete("osctl version -n ", `osctl version -n ${node}`);
  await typist.complete(`osctl list -Hn `, `osctl list -Hn ${node}`);
  await typist.complete(`osctl -n ${node} vers`, `osctl -n ${node} version `);
  await typist.complete("osctl cluster show --name ", "osctl cluster show --name e2e");

  // Local files.
  await typist.complete("osctl --osconfig pla", "osctl --osconfig plans/");
  await typist.complete("osctl --osconfig=pla", "osctl --osconfig=plans/");
  await typist.complete("osctl --osconfig plans/fi", "osctl --osconfig plans/first\\ config.yaml");
  await typist.complete("osctl --osconfig 'plans/fi", "osctl --osconfig 'plans/first config.yaml'");
  await typist.complete("osctl --osconfig plans/first\\ c", "plans/first\\ config.yaml");
  await typist.complete("osctl --osconfig ~/plans/fi", "~/plans/first\\ config.yaml");

  // Local files after the @ of a patch.
  const patch = "osctl machineconfig patch plans/x.yaml";
  await typist.complete(`${patch} -p @plans/se`, "-p @plans/second.yaml ");
  await typist.complete(`${patch} -p @plans/fi`, "-p @plans/first\\ config.yaml ");
  await typist.complete(`${patch} --patch=@plans/se`, "--patch=@plans/second.yaml ");
  await typist.completeAndGoOn(`${patch} -p @pla`, "-p @plans/");
  await typist.complete("osctl gen config --config-patch @plans/se", "@plans/second.yaml ");

  // Values from the node: paths and services.
  await typist.complete(`osctl -n ${node} list /et`, `osctl -n ${node} list /etc/`);
  await typist.completeAndGoOn(`osctl -n ${node} list ${home}/pla`, `list ${home}/plans/`);
  await typist.complete(`osctl -n ${node} read /proc/versi`, "read /proc/version ");
  await typist.complete(`osctl -n ${node} read '/proc/versi`, "read '/proc/version' ");
  await typist.complete(`osctl -n ${node} read "${home}/plans/first c`, `first config.yaml" `);
  await typist.complete(`osctl -n ${node} read ${home}/plans/first\\ c`, "first\\ config.yaml ");
  await typist.complete(`osctl read -n ${node} ${home}/pla`, `read -n ${node} ${home}/plans/`);
  await typist.complete(`osctl copy -n${node} ${home}/plans/f`, "/plans/first\\ config.yaml ");
  await typist.complete(`osctl logs -n ${node} mach`, "machined ");
  await typist.completeNothing(`osctl -n ${cluster.dead} list /et`);
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
