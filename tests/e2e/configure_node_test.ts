/** `apply-config --mode interactive` in a terminal. */
import assert from "node:assert/strict";
import { expectCleanTerminal, NOTE, type Shell, SKIPPED, withShell } from "./shell.ts";

/** Waits for a question, then presses keys. */
async function respond({ terminal }: Shell, question: string, ...keys: string[]): Promise<void> {
  const showsQuestion = (screen: string) => screen.includes(`◆  ${question}`);
  await terminal.until(showsQuestion, question);
  await terminal.press(...keys);
  await terminal.until((screen) => !showsQuestion(screen), `an answer to ${question}`);
}

Deno.test({
  name: `a node joins a cluster by answers in a terminal${NOTE}`,
  ignore: SKIPPED,
  fn: () =>
    withShell(async (shell) => {
      const { terminal, program, unconfigured: node, enter } = shell;
      await enter(`./osctl apply-config -m interactive -i -n ${node}; echo "code $?"`);
      await respond(shell, "Cluster", "Down", "Enter");
      await respond(shell, "Machine type", "Enter");
      await respond(shell, "Install disk", "Enter");
      await respond(shell, "Installer image", "Enter");
      await terminal.until((screen) => screen.includes("◆  Host name"), "the host name");
      await terminal.type("joined");
      await terminal.press("Enter");
      const isLast = (screen: string) => screen.includes("◆  Apply it");
      // One question per physical interface of this machine.
      await terminal.until(
        (screen) => isLast(screen) || screen.includes("◆  Interface"),
        "the next question",
      );
      for (let press = 0; press < 50 && !isLast(await terminal.screen()); press++) {
        if ((await terminal.screen()).includes("◆  Interface")) await terminal.press("Enter");
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      assert.match(await terminal.screen(), /^ +secret: "\*{6}"$/m);
      await respond(shell, "Apply it", "Down", "Down", "Enter");
      await terminal.until((screen) => screen.includes("code 0"), "the end");
      await expectCleanTerminal(shell);
      for (let attempt = 1;; attempt++) {
        const read = ["get", "mc", "v1alpha1", "-o", "yaml", "-n", node];
        const { code, stdout } = await program.run(read);
        if (code === 0) return assert.match(stdout, /^ +hostname: joined /m);
        assert.ok(attempt < 50, "the node never returned");
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }),
});

Deno.test({
  name: `^C and SIGTERM end the form with a clean terminal, and nothing is applied${NOTE}`,
  ignore: SKIPPED,
  fn: () =>
    withShell(async (shell) => {
      const { terminal, program, unconfigured: node, enter } = shell;
      const config = await Deno.readTextFile(`${program.home}/.os/config`);
      const start = async () => {
        await enter("clear");
        const command = `exec ./osctl apply-config -m interactive -i -n ${node}`;
        await enter(`(echo $BASHPID >pid; ${command}); echo "code $?"`);
        await respond(shell, "Cluster", "Enter");
        await respond(shell, "Install disk", "Enter");
        await terminal.until((screen) => screen.includes("◆  Installer image"), "a text");
      };
      await start();
      await terminal.press("C-c");
      const ended = (code: number) => (screen: string) =>
        screen.includes("osctl: cancelled, nothing was applied") && screen.includes(`code ${code}`);
      await terminal.until(ended(130), "the end after ^C");
      await expectCleanTerminal(shell);

      await start();
      Deno.kill(Number(await Deno.readTextFile(`${program.home}/pid`)), "SIGTERM");
      await terminal.until((screen) => screen.includes("code 143"), "the end after SIGTERM");
      await expectCleanTerminal(shell);
      assert.equal(await Deno.readTextFile(`${program.home}/.os/config`), config);
      const refused = await program.run(["get", "mc", "-i", "-n", node]);
      assert.notEqual(refused.code, 0, "the node has no configuration");
    }),
});
