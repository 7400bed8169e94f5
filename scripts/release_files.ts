/**
 * The files beside a bundle or binary: licences, SBOM and checksums.
 *
 * @module
 */
import { Enums, Models, Serialize, Spec } from "@cyclonedx/cyclonedx-library";
import { type Dependency, listDependencies } from "./dependencies.ts";
import { readManifest } from "./project.ts";

/** Content of packages besides their own code, which their `license` does not name. */
const CONTENTS: Readonly<Record<string, string>> = {
  "@viz-js/viz": "Contains Graphviz (EPL-1.0) and Expat (MIT), compiled to WebAssembly.",
};

/**
 * Writes `LICENSES.txt`, `sbom.cdx.json` and, last, `SHA256SUMS` of all files into `outdir`.
 *
 * @param runtime version of Deno inside executables.
 */
export async function writeReleaseFiles(
  root: string,
  outdir: string,
  runtime?: string,
): Promise<void> {
  const dependencies = await listDependencies(root);
  const { version } = await readManifest(root);
  const license = await Deno.readTextFile(`${root}/LICENSE`);
  await Deno.writeTextFile(`${outdir}/LICENSES.txt`, formatLicenses(license, dependencies));
  await Deno.writeTextFile(`${outdir}/sbom.cdx.json`, formatSbom(version, dependencies, runtime));
  await writeChecksums(outdir);
}

/** Formats the licences of osctl and of the libraries inside it. */
export function formatLicenses(own: string, dependencies: readonly Dependency[]): string {
  const sections = dependencies.map(({ name, version, license, licenseText }) =>
    [
      `${name} ${version} (${license})`,
      ...(CONTENTS[name] === undefined ? [] : [CONTENTS[name]]),
      "",
      licenseText?.trim() ??
        `The package contains no text: https://spdx.org/licenses/${license}.html`,
    ].join("\n")
  );
  const rule = `\n\n${"-".repeat(80)}\n\n`;
  return [`osctl (MIT)\n\n${own.trim()}`, ...sections].join(rule) + "\n";
}

/** Formats the libraries as a CycloneDX 1.6 bill of materials. It contains no time. */
export function formatSbom(
  version: string,
  dependencies: readonly Dependency[],
  runtime?: string,
): string {
  const bom = new Models.Bom();
  const { Application, Library } = Enums.ComponentType;
  const own = new Models.Component(Application, "osctl", { version, bomRef: "osctl" });
  own.licenses.add(new Models.SpdxLicense("MIT"));
  bom.metadata.component = own;
  const components = new Map(dependencies.map((one) => {
    const bomRef = `${one.name}@${one.version}`;
    const [group, name] = one.name.startsWith("@") ? one.name.split("/") : [undefined, one.name];
    const component = new Models.Component(Library, name!, {
      ...(group === undefined ? {} : { group }),
      version: one.version,
      bomRef,
      purl: `pkg:npm/${one.name.replace("@", "%40")}@${one.version}`,
    });
    component.licenses.add(new Models.SpdxLicense(one.license));
    component.hashes.set(Enums.HashAlgorithm["SHA-512"], one.sha512);
    return [one.name, component] as const;
  }));
  const used = new Set(dependencies.flatMap(({ uses }) => uses));
  for (const { name, uses } of dependencies) {
    const component = components.get(name)!;
    bom.components.add(component);
    if (!used.has(name)) own.dependencies.add(component.bomRef);
    for (const one of uses) component.dependencies.add(components.get(one)!.bomRef);
  }
  if (runtime !== undefined) {
    const deno = new Models.Component(Enums.ComponentType.Framework, "deno", {
      version: runtime,
      bomRef: `deno@${runtime}`,
      purl: `pkg:github/denoland/deno@v${runtime}`,
    });
    deno.licenses.add(new Models.SpdxLicense("MIT"));
    bom.components.add(deno);
    own.dependencies.add(deno.bomRef);
  }
  const factory = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  return new Serialize.JsonSerializer(factory).serialize(bom, { sortLists: true, space: 2 }) + "\n";
}

/** Writes `SHA256SUMS` of the files in `outdir`, in the format of `sha256sum`. */
async function writeChecksums(outdir: string): Promise<void> {
  const names = [...Deno.readDirSync(outdir)].filter(({ isFile }) => isFile)
    .map(({ name }) => name).filter((name) => name !== "SHA256SUMS").sort();
  const lines: string[] = [];
  for (const name of names) {
    const digest = await crypto.subtle.digest("SHA-256", await Deno.readFile(`${outdir}/${name}`));
    lines.push(`${new Uint8Array(digest).toHex()}  ${name}\n`);
  }
  await Deno.writeTextFile(`${outdir}/SHA256SUMS`, lines.join(""));
}
