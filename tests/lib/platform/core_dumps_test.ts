/** Core dumps of the program have no memory. */
import { equal } from "node:assert/strict";

Deno.test({
  name: "the program and its plugins leave memory out of core dumps",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    const home = await Deno.makeTempDir({ prefix: "osctl-core-" });
    try {
      const plugin = `${home}/osctl-filter`;
      await Deno.writeTextFile(plugin, "#!/bin/sh\ncat /proc/self/coredump_filter\n");
      await Deno.chmod(plugin, 0o755);
      const entry = new URL("../../../main.ts", import.meta.url).pathname;
      const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", "--no-check", "--quiet", entry, "filter"],
        env: { PATH: `${home}:${Deno.env.get("PATH")}`, HOME: home },
      }).output();
      equal(code, 0, new TextDecoder().decode(stderr));
      equal(Number.parseInt(new TextDecoder().decode(stdout), 16), 0);
    } finally {
      await Deno.remove(home, { recursive: true });
    }
  },
});
