/** A process that adds one context in four changes: `writer.ts <file> <name>`. */
import { editConfig } from "../../../lib/osconfig/mod.ts";
import { wallClock } from "./surroundings.ts";

const [path, name] = Deno.args as [string, string];
const system = { clock: wallClock, signal: new AbortController().signal };
await editConfig(path, system, (editor) => editor.put(name, { endpoints: [], nodes: [] }));
for (const endpoint of ["a", "b", "c"]) {
  await editConfig(path, system, (editor) => {
    const { endpoints } = editor.config.contexts.get(name)!;
    editor.setEndpoints(name, [...endpoints, endpoint]);
  });
}
