import { deepEqual, match, throws } from "node:assert/strict";
import { OsctlError } from "../../../../lib/errors.ts";
import { checkNodeSupport } from "../../../../lib/procedures/kubernetes_upgrade/node_support.ts";
import { parseVersion } from "../../../../lib/procedures/kubernetes_upgrade/versions.ts";

/** Checks nodes with these versions of the operating system; returns the warnings. */
function check(to: string, ...tags: string[]): string[] {
  const notes: string[] = [];
  const nodes = tags.map((tag, index) => ({ address: `10.5.0.${index + 2}`, tag }));
  checkNodeSupport(nodes, parseVersion(to, "--to"), (text) => notes.push(text));
  return notes;
}

/** Returns the message and the hint of the error. */
function rejection(to: string, ...tags: string[]): string {
  let text = "";
  throws(() => check(to, ...tags), (error) => {
    if (!(error instanceof OsctlError)) return false;
    text = `${error.message}; ${error.hint}`;
    return error.kind === "unsupported";
  });
  return text;
}

// Ranges: pkg/machinery/compatibility/talos1*/ of the newest tag of each release of Talos.
Deno.test("the release of a node decides about the newest version of Kubernetes", () => {
  const newest = [
    ["v1.4.8", "1.27.16", "1.28.0"],
    ["v1.8.0-alpha.2", "1.31.1", "1.32.0"],
    ["v1.10.9", "1.33.6", "1.34.0"],
    ["v1.12.11", "1.35.4", "1.36.0"],
    ["v1.14.0-rc.1", "1.37.0-rc.0", "1.38.0"],
  ] as const;
  for (const [tag, supported, next] of newest) {
    deepEqual(check(supported, tag), []);
    match(rejection(next, tag), /supports Kubernetes 1\.\d+ to 1\.\d+, not 1\./);
  }
  deepEqual(check("1.41.0", "v1.15.0"), []);
});

Deno.test("the hint names the release to upgrade nodes to, or the newest version for them", () => {
  match(
    rejection("1.35.0", "v1.12.11", "v1.11.6"),
    /^10\.5\.0\.3 \(v1\.11\.6\) supports Kubernetes 1\.29 to 1\.34, not 1\.35\.0; upgrade these nodes to Talos Linux v1\.12 first, or choose a version up to 1\.34 for --to$/,
  );
  match(rejection("1.38.0", "v1.14.0-rc.1"), /; choose a version up to 1\.37 for --to$/);
  match(rejection("1.30.4", "v1.13.9"), /; choose a version from 1\.31 on for --to$/);
});

Deno.test("nodes before v1.11 accept older versions than they support, with a warning", () => {
  deepEqual(check("1.25.9", "v1.8.4"), [
    "warning: 10.5.0.2 (v1.8.4) supports Kubernetes 1.26 to 1.31, not 1.25.9",
  ]);
});
