import { command } from "../wiring.ts";

export default command("path")
  .summary("Print the path of the preferences file")
  .example("osctl preferences path", "Print the path; the file may not exist")
  .extra()
  .run(async ({ home, stdout }) => {
    const { preferencesPath } = await import("../../lib/distribution.ts");
    await stdout.write(`${preferencesPath(home)}\n`);
  });
