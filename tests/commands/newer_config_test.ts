import { equal, match } from "node:assert/strict";
import { withSandbox } from "../helpers/sandbox.ts";
import { doc } from "../lib/machineconfig/validate/case.ts";

const HOST = doc("StaticHostConfig", "name: 192.0.2.40", "hostnames: [storage]");

Deno.test("patch adds documents that the node's version has", () =>
  withSandbox({ osVersion: "v1.12.11" }, async ({ run, nodes, home }) => {
    await Deno.writeTextFile(`${home}/host.yaml`, HOST);
    const node = ["-n", nodes[0]!.address];
    const { code, stderr } = await run(["patch", "mc", "--patch-file", "host.yaml", ...node]);
    equal(code, 0, stderr);
    const { stdout } = await run(["get", "mc", "v1alpha1", "-o", "yaml", ...node]);
    match(stdout, /kind: StaticHostConfig\n +name: 192\.0\.2\.40/);
  }));

Deno.test("nodes reject documents that their version does not have", () =>
  withSandbox({ osVersion: "v1.11.6" }, async ({ run, nodes, home }) => {
    await Deno.writeTextFile(`${home}/host.yaml`, HOST);
    const node = ["-n", nodes[0]!.address];
    const { code, stderr } = await run(["patch", "mc", "--patch-file", "host.yaml", ...node]);
    equal(code, 1);
    match(stderr, /documents of kind "StaticHostConfig" require v1\.12/);
  }));
