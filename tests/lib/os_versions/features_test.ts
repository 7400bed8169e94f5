import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { methods } from "../../../proto/services.ts";
import {
  hasOsFeature,
  hasOsMethod,
  isNewerThanKnown,
  NEWEST_TAG,
  OS_FEATURES,
  OS_RELEASES,
  type OsFeature,
  parseOsVersion,
} from "../../../lib/os_versions/mod.ts";

Deno.test("versions compare by number, and a prerelease has the features of its release", () => {
  strictEqual(hasOsFeature("alpn", "v1.8.0-alpha.2"), false);
  strictEqual(hasOsFeature("alpn", "v1.8.2"), true);
  strictEqual(hasOsFeature("etcdDowngrade", "v1.9.6"), false);
  strictEqual(hasOsFeature("etcdDowngrade", "v1.11.0-beta.1"), true);
});

Deno.test("a removed method exists before its removal only", () => {
  const path = "/machine.MachineService/GenerateConfiguration";
  strictEqual(hasOsMethod(path, "v1.12.11"), true);
  strictEqual(hasOsMethod(path, "v1.13.0-alpha.1"), false);
  strictEqual(hasOsMethod("/machine.MachineService/Version", "v1.4.0"), true);
});

Deno.test("a version that is not a number counts as the newest", () => {
  strictEqual(hasOsFeature("images", "latest"), true);
  strictEqual(hasOsFeature("generateConfiguration", "latest"), false);
  strictEqual(isNewerThanKnown("latest"), false);
});

Deno.test("only a newer minor or major version is newer than known", () => {
  const [, minor] = parseOsVersion(OS_RELEASES.at(-1)!)!;
  strictEqual(isNewerThanKnown(`v1.${minor}.99`), false);
  strictEqual(isNewerThanKnown(`v1.${minor + 1}.0-alpha.0`), true);
  strictEqual(isNewerThanKnown("v2.0.0"), true);
});

Deno.test("each release has a tag, and each feature a known method and version", () => {
  for (const release of OS_RELEASES) {
    strictEqual(NEWEST_TAG[release].startsWith(`${release}.`), true, release);
  }
  for (const [id, { kind, names, since, removed }] of Object.entries<OsFeature>(OS_FEATURES)) {
    strictEqual(since !== undefined || removed !== undefined, true, id);
    for (const text of [since, removed]) {
      if (text !== undefined) strictEqual(parseOsVersion(text) !== undefined, true, id);
    }
    if (kind !== "method" || OS_FEATURES[id as "debug"].effect === "not used") continue;
    deepStrictEqual(names.filter((name) => !methods.has(`/${name}`)), [], id);
  }
});
