/** docs/supply_chain.md, compared with deno.json, the packages and the bundle. */
import { deepEqual, match, ok } from "node:assert/strict";
import { listDependencies } from "../../scripts/dependencies.ts";

const ROOT = new URL("../..", import.meta.url).pathname;

/** The cells of the rows of a section's table. */
function rowsOf(page: string, section: string): string[][] {
  const text = page.split(/^## /m).find((part) => part.startsWith(section))!;
  return text.split("\n").filter((line) => line.startsWith("|")).slice(2)
    .map((line) => line.slice(1, -1).split("|").map((cell) => cell.trim()));
}

Deno.test("the page of the supply chain has every library, with its facts", async () => {
  const page = await Deno.readTextFile(`${ROOT}docs/supply_chain.md`);
  const inside = rowsOf(page, "In the program");
  const outside = rowsOf(page, "For development only");
  const bundled = await listDependencies(ROOT);
  deepEqual(
    inside.map(([library, license, , , , modules]) => [library, license, modules]),
    bundled.map(({ name, version, license, runtimeModules }) => [
      ...[`${name} ${version}`, license],
      runtimeModules.length === 0 ? "nothing" : runtimeModules.join(", "),
    ]),
  );
  for (const [index, { name, sourceBytes }] of bundled.entries()) {
    const shown = Number(inside[index]![3]!.replace(" kB", "")) * 1000;
    ok(Math.abs(shown - sourceBytes) <= Math.max(500, sourceBytes / 100), `${name} ${sourceBytes}`);
  }
  const { imports } = JSON.parse(await Deno.readTextFile(`${ROOT}deno.json`)) as {
    imports: Record<string, string>;
  };
  const libraries = Object.values(imports).map((specifier) => {
    const [, name, version] = /^npm:\/?((?:@[^/]+\/)?[^@/]+)@([^/]+)/.exec(specifier)!;
    return `${name} ${version}`;
  });
  const isBundled = new Set(bundled.map(({ name, version }) => `${name} ${version}`));
  deepEqual(
    outside.map(([library]) => library),
    libraries.filter((library) => !isBundled.has(library)).toSorted(),
  );
  const { npm } = JSON.parse(await Deno.readTextFile(`${ROOT}deno.lock`)) as {
    npm: Record<string, { integrity?: string; scripts?: boolean }>;
  };
  for (const [library, , released, ...facts] of [...inside, ...outside]) {
    match(released!, /^\d{4}-\d\d-\d\d$/, library);
    ok(facts.every((fact) => fact !== ""), library);
    const id = library!.replace(" ", "@");
    const locked = Object.entries(npm).find(([key]) => key === id || key.startsWith(`${id}_`));
    match(locked?.[1].integrity ?? "", /^sha512-/, library);
    ok(locked![1].scripts === undefined, `${library} has an install script`);
  }
});
