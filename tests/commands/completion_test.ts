import { equal, match } from "node:assert/strict";
import { runCommand } from "../helpers/run_command.ts";

Deno.test("completion prints a script for each of the three shells", async () => {
  for (
    const [shell, line] of [["bash", "complete -F"], ["zsh", "#compdef"], ["fish", "complete -c"]]
  ) {
    const { code, stdout, stderr } = await runCommand(["completion", shell!]);
    equal(code, 0);
    equal(stderr, "");
    equal(stdout.includes(line!), true);
    match(stdout, /__complete/);
  }
});

Deno.test("completion lists the shells when none or an unknown one is given", async () => {
  const none = await runCommand(["completion"]);
  equal(none.code, 2);
  equal(
    none.stderr,
    'osctl: missing shell; use one of bash, zsh, fish; see "osctl completion --help"\n',
  );
  for (const shell of ["tcsh", "", "BASH"]) {
    const { code, stdout, stderr } = await runCommand(["completion", shell]);
    equal(code, 2);
    equal(stdout, "");
    equal(
      stderr,
      `osctl: unknown shell "${shell}"; use one of bash, zsh, fish; see "osctl completion --help"\n`,
    );
  }
});
