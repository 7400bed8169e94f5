/** A folder of small files, in the place of one in which a system tells about itself. */

/** Runs the body with the folder, and removes it whatever happened. */
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
