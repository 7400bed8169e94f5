/** Runs code under another umask in a separate process, because the umask is per process. */

/** Runs module source in a new process; `@/` resolves to the repository root. */
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
