/**
 * Lists the files of folders.
 *
 * @module
 */

/** Returns the names in a folder that match, sorted. */
export async function listNames(folder: string, pattern = /^/): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of Deno.readDir(folder)) if (pattern.test(name)) names.push(name);
  return names.sort();
}

/** Returns the paths of all files below a folder that match, each after `folder`, sorted. */
export async function listFiles(folder: string, pattern = /^/): Promise<string[]> {
  const paths: string[] = [];
  const walk = async (parent: string) => {
    for await (const { name, isDirectory } of Deno.readDir(parent)) {
      const path = `${parent}/${name}`;
      if (isDirectory) await walk(path);
      else if (pattern.test(path)) paths.push(path);
    }
  };
  await walk(folder);
  return paths.sort();
}

/** Returns the sources of the JavaScript files in a folder, by name. */
export async function readScripts(folder: string): Promise<Map<string, string>> {
  const names = await listNames(folder, /\.js$/);
  return new Map(
    await Promise.all(
      names.map(async (name): Promise<[string, string]> => [
        name,
        await Deno.readTextFile(`${folder}/${name}`),
      ]),
    ),
  );
}
