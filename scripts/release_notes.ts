/**
 * Prints the notes of a release, a section of `CHANGELOG.md`. Fails when the tag is not the version of
 * `deno.json`: `deno run --allow-read scripts/release_notes.ts v1.2.3`.
 *
 * @module
 */
import { readManifest } from "./project.ts";

/**
 * Returns the notes of a version.
 *
 * @throws {Error} when the changelog has no section of it.
 */
export function extractNotes(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.startsWith(`[${version}]`));
  if (section === undefined) throw new Error(`CHANGELOG.md has no section "## [${version}]"`);
  const notes = section.slice(section.indexOf("\n")).trim();
  if (notes === "") throw new Error(`the section "## [${version}]" of CHANGELOG.md is empty`);
  return `${notes}\n`;
}

if (import.meta.main) {
  try {
    const [tag = ""] = Deno.args;
    const { version } = await readManifest();
    if (tag !== `v${version}`) {
      throw new Error(`the tag is "${tag}", the version of deno.json "${version}"`);
    }
    console.log(extractNotes(await Deno.readTextFile("CHANGELOG.md"), version).trimEnd());
  } catch (error) {
    console.error(`release notes: ${error instanceof Error ? error.message : error}`);
    Deno.exit(1);
  }
}
