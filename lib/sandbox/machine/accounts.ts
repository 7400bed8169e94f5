/**
 * Names of users and groups, from the files passwd(5) and group(5).
 *
 * @module
 */

/** Names by numeric id. */
export type Names = ReadonlyMap<number, string>;

/** Reads the names out of a passwd or group file: `name:password:id:…` in each line. */
export function parseAccounts(text: string): Names {
  const names = new Map<number, string>();
  for (const line of text.split("\n")) {
    const [name, , id] = line.split(":");
    if (!name || !id || !/^[0-9]+$/.test(id) || names.has(Number(id))) continue;
    names.set(Number(id), name);
  }
  return names;
}

/** The names in a file; none when there is no such file. */
export function readAccounts(path: string): Names {
  try {
    return parseAccounts(Deno.readTextFileSync(path));
  } catch (error) {
    // A container may have no accounts at all.
    if (error instanceof Deno.errors.NotFound) return new Map();
    throw error;
  }
}
