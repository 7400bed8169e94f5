/**
 * `deno task docs`: writes one page per command to `dist/docs/commands/`, manual pages to `dist/man/`,
 * the difference between the interface releases to `docs/interfaces.md`, and the public API of the
 * library to `docs/internals/api.md`.
 *
 * @module
 */
import { describeApi } from "./api.ts";
import { replaceRules } from "./docs/diagnosis_rules.ts";
import { formatInterfaces } from "./docs/interfaces.ts";
import { formatMan, manName } from "./docs/man.ts";
import { formatMarkdown } from "./docs/markdown.ts";
import { createPages } from "./docs/pages.ts";
import { readManifest, ROOT } from "./project.ts";

/** Writes the pages of all commands below `outdir`; `date` is the date of the manual pages. */
export async function writeCommandPages(outdir: string, date: string): Promise<number> {
  const { version } = await readManifest();
  const pages = createPages();
  await Deno.mkdir(`${outdir}/docs/commands`, { recursive: true });
  await Deno.mkdir(`${outdir}/man`, { recursive: true });
  for (const page of pages) {
    const markdown = formatMarkdown(page, (name) => `${name}.md`);
    await Deno.writeTextFile(`${outdir}/docs/commands/${page.name}.md`, markdown);
    const manual = formatMan(page, { version, date });
    await Deno.writeTextFile(`${outdir}/man/${manName(page.name)}.1`, manual);
  }
  return pages.length;
}

/** Returns the date of the last commit, `2026-01-31`, or today's outside a repository. */
async function readDate(): Promise<string> {
  const args = ["-C", ROOT, "log", "-1", "--format=%cs"];
  const { success, stdout } = await new Deno.Command("git", { args, stderr: "null" }).output();
  const date = new TextDecoder().decode(stdout).trim();
  return success && date !== "" ? date : new Date().toISOString().slice(0, 10);
}

if (import.meta.main) {
  const count = await writeCommandPages(`${ROOT}dist`, await readDate());
  await Deno.writeTextFile(`${ROOT}docs/interfaces.md`, formatInterfaces());
  const diagnosis = `${ROOT}docs/diagnose.md`;
  await Deno.writeTextFile(diagnosis, replaceRules(await Deno.readTextFile(diagnosis)));
  await Deno.writeTextFile(`${ROOT}docs/internals/api.md`, await describeApi());
  console.log(`${count} pages in dist/docs/commands and dist/man, docs/interfaces.md`);
}
