import assert from "node:assert/strict";
import {
  clientVersion,
  nodeBlock,
  protocolJson,
} from "../../../../lib/node/version/version_view.ts";

const version = {
  tag: "v1.8.0-alpha.2",
  sha: "undefined",
  built: "",
  goVersion: "go1.22.6",
  os: "linux",
  arch: "amd64",
};

Deno.test("a node's block has the original's lines", () => {
  assert.equal(
    nodeBlock("10.91.0.2", { version, features: { rbac: true } }),
    "\tNODE:        10.91.0.2\n" +
      "\tTag:         v1.8.0-alpha.2\n" +
      "\tSHA:         undefined\n" +
      "\tBuilt:       \n" +
      "\tGo version:  go1.22.6\n" +
      "\tOS/Arch:     linux/amd64\n" +
      "\tEnabled:     RBAC\n",
  );
});

Deno.test("what a node leaves out is empty, what it says cannot break a line", () => {
  assert.match(nodeBlock("n", {}), /^\tTag: {9}\n(.*\n){3}\tOS\/Arch: {5}\/\n\tEnabled: {5}\n/m);
  assert.match(nodeBlock("n", { version: { tag: "a\nb\x1b[0m" } }), /Tag: {9}a\\nb\\x1b\[0m\n/);
});

Deno.test("the protocol's JSON leaves empty fields out", () => {
  assert.deepEqual(
    JSON.parse(protocolJson("n", { version, features: { rbac: false }, platform: null })),
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

Deno.test("the client says honestly that it is no Go program", () => {
  const own = clientVersion("v1.4.0-alpha.4");
  assert.equal(own.tag, "v1.4.0-alpha.4");
  assert.equal(own.goVersion, `none (deno ${Deno.version.deno})`);
});
