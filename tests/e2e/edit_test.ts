/** ^C while the editor of `edit` runs in a terminal. */
import assert from "node:assert/strict";
import { expectCleanTerminal, NOTE, SKIPPED, withShell } from "./shell.ts";

Deno.test({
  name: `^C in an editor that handles it does not end edit${NOTE}`,
  ignore: SKIPPED,
  fn: () =>
    withShell(async (shell) => {
      const { terminal, program, worker, enter } = shell;
      const { home } = program;
      const editor = `#!/bin/sh
trap 'touch interrupted' INT
touch open
while [ ! -e continue ]; do sleep 0.1; done
sed -i '/^machine:/a\\    sysctls: {net.core.somaxconn: "4096"}' "$1"
`;
      await Deno.writeTextFile(`${home}/editor`, editor, { mode: 0o755 });
      await enter(`EDITOR=./editor ./osctl edit mc -n ${worker}; echo "code $?"`);
      await terminal.until((_) => isPresent(`${home}/open`), "the editor");
      await terminal.press("C-c");
      await terminal.until((_) => isPresent(`${home}/interrupted`), "the editor's own ^C");
      await Deno.writeTextFile(`${home}/continue`, "");
      await terminal.until((screen) => screen.includes("code 0"), "the end");
      assert.match(await terminal.screen(), /: Applied configuration without a reboot/);
      assert.doesNotMatch(await terminal.screen(), /stopping/);
      await expectCleanTerminal(shell);
      const { stdout } = await program.run(["get", "mc", "-o", "yaml", "-n", worker]);
      assert.match(stdout, /net\.core\.somaxconn: "4096"/);
    }),
});

function isPresent(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
