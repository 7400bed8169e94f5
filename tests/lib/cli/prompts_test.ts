/** Questions on a real terminal: type, press keys, read the screen. */
import { isInstalled, TerminalSession } from "../../helpers/terminal.ts";

const program = new URL("../platform/real_program.ts", import.meta.url).pathname;
const config = new URL("../../../deno.json", import.meta.url).pathname;

const missing = !isInstalled("tmux");
const skipped = missing && Deno.env.get("CI") !== "true";

/** Runs a command of the test program in a terminal and shows its exit code at the end. */
async function asked(command: string, answer: (terminal: TerminalSession) => Promise<void>) {
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

const shows = (...texts: string[]) => (screen: string) =>
  texts.every((text) => screen.includes(text));

const options = { ignore: skipped };
const note = skipped ? " (skipped: no tmux here)" : "";

Deno.test(
  `a choice is made with the arrow keys${note}`,
  options,
  () =>
    asked("select", async (terminal) => {
      await terminal.until(shows("Which fruit?", "apple", "cherry"), "the question");
      await terminal.press("Down", "Enter");
      await terminal.until(shows("chosen banana", "code 0"), "the choice");
    }),
);

Deno.test(`typing narrows a choice${note}`, options, () =>
  asked("select", async (terminal) => {
    await terminal.until(shows("Which fruit?", "apple", "cherry"), "the question");
    await terminal.type("che");
    await terminal.until((screen) => !screen.includes("apple"), "fewer choices");
    await terminal.press("Enter");
    await terminal.until(shows("chosen cherry", "code 0"), "the choice");
  }));

Deno.test(
  `Enter where nothing fits what was typed chooses nothing${note}`,
  options,
  () =>
    asked("select", async (terminal) => {
      await terminal.until(shows("Which fruit?", "apple", "cherry"), "the question");
      await terminal.type("zzz");
      await terminal.until((screen) => !screen.includes("apple"), "no choices");
      await terminal.press("Enter");
      await terminal.until(shows("select one of the list"), "the complaint");
      await terminal.press("BSpace", "BSpace", "BSpace");
      await terminal.until(shows("apple", "cherry"), "all choices");
      await terminal.press("Enter");
      await terminal.until(shows("chosen apple", "code 0"), "the choice");
    }),
);

Deno.test(
  `^C at a question cancels with 130${note}`,
  options,
  () =>
    asked("select", async (terminal) => {
      await terminal.until(shows("Which fruit?"), "the question");
      await terminal.press("C-c");
      await terminal.until(shows("osctl: no choice made", "code 130"), "the end");
    }),
);

Deno.test(`yes is yes, and just Enter is no${note}`, options, async () => {
  await asked("confirm", async (terminal) => {
    await terminal.until(shows("Really?"), "the question");
    await terminal.press("y");
    await terminal.until(shows("confirmed true", "code 0"), "the answer");
  });
  await asked("confirm", async (terminal) => {
    await terminal.until(shows("Really?"), "the question");
    await terminal.press("Enter");
    await terminal.until(shows("confirmed false", "code 0"), "the answer");
  });
});
