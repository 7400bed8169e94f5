/** Shell completion of commands, flags and live values. */
import { OsctlError } from "../lib/errors.ts";
import { command } from "./wiring.ts";

const SHELLS = ["bash", "zsh", "fish"];

export default command("completion")
  .summary("Print a shell completion script")
  .section("Configuration")
  .usesGlobals()
  .details(
    "Prints a script that makes the Tab key complete commands, flags, and values such as " +
      "contexts, nodes, services and paths on a node. Source it in your shell's startup file, " +
      "or save it where the shell looks for completions:\n" +
      "\n" +
      "  bash: source <(osctl completion bash)\n" +
      "  zsh:  source <(osctl completion zsh)\n" +
      "  fish: osctl completion fish | source",
  )
  .args({ shell: "[shell]" }, { shell: SHELLS })
  .usage("SHELL")
  .example("osctl completion zsh > ~/.zfunc/_osctl", "Install the script for zsh")
  .example(
    "osctl completion fish > ~/.config/fish/completions/osctl.fish",
    "Install the script for fish",
  )
  .run(async ({ stdout }, { args: { shell } }) => {
    const { completionScript } = await import("../lib/cli/completion_scripts.ts");
    if (shell !== "bash" && shell !== "zsh" && shell !== "fish") {
      const problem = shell === undefined ? "missing shell" : `unknown shell "${shell}"`;
      throw new OsctlError("usage", problem, { hint: `use one of ${SHELLS.join(", ")}` });
    }
    await stdout.write(completionScript(shell));
  });
