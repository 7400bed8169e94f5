/** Prompts on a terminal: sends keys and reads the screen. */
import { isInstalled, TerminalSession } from "../../helpers/terminal.ts";

const program = new URL("../platform/real_program.ts", import.meta.url).pathname;
const config = new URL("../../../deno.json", import.meta.url).pathname;

const missing = !isInstalled("tmux");
const skipped = missing && Deno.env.get("CI") !== "true";

/** Runs a command of the test program in a terminal and shows its exit code at the end. */
async function runPrompt(command: string, answer: (terminal: TerminalSession) => Promise<void>) {
  if (missing) throw new Error("tmux must be installed in CI");
  const folder = await Deno.makeTempDir();
  try {
    const runtime = [Deno.execPath(), "run", "-A", "--no-check", "--quiet", "--config", config];
    const script = `"$@"; echo "code $?"; read -r _`;
    await using terminal = await TerminalSession.start(
      ["sh", "-c", script, "sh", ...runtime, program, command],
      { env: { TERM: "screen" }, cwd: folder, socket: `${folder}/tmux` },
    );
    await answer(terminal);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const hasTexts = (...texts: string[]) => (screen: string) =>
  texts.every((text) => screen.includes(text));

const options = { ignore: skipped };
const note = skipped ? " (skipped: tmux is not installed)" : "";

Deno.test(
  `select() returns the choice of the arrow keys${note}`,
  options,
  () =>
    runPrompt("select", async (terminal) => {
      await terminal.until(hasTexts("Which fruit?", "apple", "cherry"), "the question");
      await terminal.press("Down", "Enter");
      await terminal.until(hasTexts("chosen banana", "code 0"), "the choice");
    }),
);

Deno.test(
  `select() filters choices by typed text${note}`,
  options,
  () =>
    runPrompt("select", async (terminal) => {
      await terminal.until(hasTexts("Which fruit?", "apple", "cherry"), "the question");
      await terminal.type("che");
      await terminal.until((screen) => !screen.includes("apple"), "fewer choices");
      await terminal.press("Enter");
      await terminal.until(hasTexts("chosen cherry", "code 0"), "the choice");
    }),
);

Deno.test(
  `select() ignores Enter if no choice matches${note}`,
  options,
  () =>
    runPrompt("select", async (terminal) => {
      await terminal.until(hasTexts("Which fruit?", "apple", "cherry"), "the question");
      await terminal.type("zzz");
      await terminal.until((screen) => !screen.includes("apple"), "no choices");
      await terminal.press("Enter");
      await terminal.until(hasTexts("select an item of the list"), "the error");
      await terminal.press("BSpace", "BSpace", "BSpace");
      await terminal.until(hasTexts("apple", "cherry"), "all choices");
      await terminal.press("Enter");
      await terminal.until(hasTexts("chosen apple", "code 0"), "the choice");
    }),
);

Deno.test(
  `select() exits with 130 after ^C${note}`,
  options,
  () =>
    runPrompt("select", async (terminal) => {
      await terminal.until(hasTexts("Which fruit?"), "the question");
      await terminal.press("C-c");
      await terminal.until(hasTexts("osctl: nothing selected", "code 130"), "the end");
    }),
);

Deno.test(`confirm() returns true for y and false for Enter${note}`, options, async () => {
  await runPrompt("confirm", async (terminal) => {
    await terminal.until(hasTexts("Really?"), "the question");
    await terminal.press("y");
    await terminal.until(hasTexts("confirmed true", "code 0"), "the answer");
  });
  await runPrompt("confirm", async (terminal) => {
    await terminal.until(hasTexts("Really?"), "the question");
    await terminal.press("Enter");
    await terminal.until(hasTexts("confirmed false", "code 0"), "the answer");
  });
});
