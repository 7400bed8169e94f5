/** Code under another umask, which belongs to a whole process: tests beside this one keep theirs. */

/** Runs a module's text in a process of its own; `@/` leads to the repository's root. */
export async function underUmask(umask: number, code: string): Promise<string> {
  const root = new URL("../..", import.meta.url).href;
  const module = `Deno.umask(${umask});\n${code.replaceAll('"@/', `"${root}`)}`;
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      "eval",
      "--quiet",
      "--config",
      new URL("../../deno.json", import.meta.url).pathname,
      module,
    ],
    stdin: "null",
  }).output();
  const text = new TextDecoder();
  if (!success) throw new Error(text.decode(stderr));
  return text.decode(stdout);
}
