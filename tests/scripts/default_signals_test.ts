import { deepEqual, equal } from "node:assert/strict";

const MODULE = new URL("../../scripts/default_signals.ts", import.meta.url).href;

/** Prints the signals that a process ignores, and those that its child does. */
const SCRIPT = `
  import { ignoredSignals, useDefaultSignalsInChildren } from "${MODULE}";
  if (Deno.args[0] === "child") console.log(ignoredSignals().join());
  else {
    const before = ignoredSignals();
    useDefaultSignalsInChildren();
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", Deno.mainModule, "child"],
    }).output();
    console.log(JSON.stringify([before, new TextDecoder().decode(stdout).trim()]));
  }
`;

Deno.test({
  name: "children of a background job start with the default signals",
  ignore: Deno.build.os !== "linux",
  async fn() {
    const script = await Deno.makeTempFile({ suffix: ".ts" });
    try {
      await Deno.writeTextFile(script, SCRIPT);
      const { code, stdout } = await new Deno.Command("sh", {
        args: [
          "-c",
          'trap "" INT QUIT HUP; exec "$@"',
          ...["sh", Deno.execPath(), "run", "-A", "--no-check", script],
        ],
      }).output();
      equal(code, 0);
      const [ignored, inherited] = JSON.parse(new TextDecoder().decode(stdout));
      deepEqual(ignored, ["SIGHUP", "SIGINT", "SIGQUIT"]);
      equal(inherited, "");
    } finally {
      await Deno.remove(script);
    }
  },
});
