import assert from "node:assert/strict";
import {
  clientVersion,
  formatJson,
  formatVersions,
} from "../../../../lib/node/version/version_view.ts";

const version = {
  tag: "v1.8.0-alpha.2",
  sha: "undefined",
  built: "",
  goVersion: "go1.22.6",
  os: "linux",
  arch: "amd64",
};

Deno.test("versions are formatted like by talosctl", () => {
  assert.equal(
    formatVersions([{ node: "10.91.0.2", row: { version, features: { rbac: true } } }]),
    "\tNODE:        10.91.0.2\n" +
      "\tTag:         v1.8.0-alpha.2\n" +
      "\tSHA:         undefined\n" +
      "\tBuilt:       \n" +
      "\tGo version:  go1.22.6\n" +
      "\tOS/Arch:     linux/amd64\n" +
      "\tEnabled:     RBAC\n",
  );
});

Deno.test("absent fields are empty, control characters are escaped", () => {
  assert.match(
    formatVersions([{ node: "n", row: {} }]),
    /^\tTag: {9}\n(.*\n){3}\tOS\/Arch: {5}\/\n\tEnabled: {5}\n/m,
  );
  assert.match(
    formatVersions([{ node: "n", row: { version: { tag: "a\nb\x1b[0m" } } }]),
    /Tag: {9}a\\nb\\x1b\[0m\n/,
  );
});

Deno.test("JSON omits empty fields", () => {
  assert.deepEqual(
    JSON.parse(
      formatJson([{ node: "n", row: { version, features: { rbac: false }, platform: null } }]),
    ),
    {
      metadata: { hostname: "n" },
      version: {
        tag: "v1.8.0-alpha.2",
        sha: "undefined",
        goVersion: "go1.22.6",
        os: "linux",
        arch: "amd64",
      },
      features: {},
    },
  );
});

Deno.test("the client's Go version is none", () => {
  const own = clientVersion("v1.4.0-alpha.4", "0123456789ab");
  assert.equal(own.sha, "0123456789ab");
  assert.equal(own.tag, "v1.4.0-alpha.4");
  assert.equal(own.goVersion, `none (deno ${Deno.version.deno})`);
});
