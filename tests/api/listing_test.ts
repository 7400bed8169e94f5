/** The public API of the library: its listing, and that nothing internal is part of it. */
import { deepEqual, equal } from "node:assert/strict";
import { describeApi, listEntries } from "../../scripts/api.ts";

const root = new URL("../..", import.meta.url);

Deno.test("docs/internals/api.md lists the public API", async () => {
  const listed = await Deno.readTextFile(new URL("docs/internals/api.md", root));
  equal(listed, await describeApi(), 'run "deno task docs", and look at what changed');
});

Deno.test("every public name is documented and refers to public types only", async () => {
  const { stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["doc", "--quiet", "--lint", ...await listEntries()],
    cwd: root,
    env: { NO_COLOR: "1" },
  }).output();
  const text = new TextDecoder().decode(stderr);
  const problems = [...text.matchAll(/^error\[([\w-]+)\]: (.*)\n +--> (\S+)/gm)];
  // The output is understood: fields of generated messages have no comments.
  equal(problems.some(([, , , place = ""]) => place.includes("/proto/gen/")), true);
  const own = problems.filter(([, code, , place = ""]) =>
    !place.includes("/npm/") && !(code === "missing-jsdoc" && place.includes("/proto/gen/"))
  );
  deepEqual(own.map(([line]) => line), []);
});
