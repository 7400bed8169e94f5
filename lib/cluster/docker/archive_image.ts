/**
 * The name of the image in an archive of `docker save`.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { withFileErrors } from "../../platform/files.ts";
import { readTarFile } from "../../platform/tar_file.ts";

/** File of an archive with the names of its images. */
const MANIFEST = "manifest.json";

/**
 * Returns the first name in an archive, which may be compressed by gzip.
 *
 * @throws {OsctlError} of kind `file` or `input`.
 */
export async function readArchiveImage(path: string): Promise<string> {
  const file = await withFileErrors("read", path, () => Deno.open(path));
  const text = await readTarFile(file.readable, { name: MANIFEST, archive: path });
  let name: unknown;
  try {
    name = JSON.parse(text ?? "null")?.[0]?.RepoTags?.[0];
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  if (typeof name === "string" && name !== "") return name;
  throw new OsctlError("input", `"${path}" contains no image with a name`, {
    hint: "use an archive of docker save, or set --image to the name in it",
  });
}
