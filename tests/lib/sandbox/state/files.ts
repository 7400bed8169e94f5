/** A folder that stands in for `/sys` or `/proc`. */

/** Runs `body` with a temporary folder of these files. */
export async function withFiles(
  files: Readonly<Record<string, string>>,
  body: (folder: string) => void | Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "osctl-files-" });
  try {
    for (const [path, text] of Object.entries(files)) {
      await Deno.mkdir(`${folder}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
      await Deno.writeTextFile(`${folder}/${path}`, text);
    }
    await body(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
