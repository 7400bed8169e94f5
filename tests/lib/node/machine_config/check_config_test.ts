import { deepEqual, equal, match, throws } from "node:assert/strict";
import {
  checkConfigForNodes,
  findConfigErrors,
  toReleases,
} from "../../../../lib/node/machine_config/mod.ts";
import { CONFIG } from "../../../helpers/config_nodes.ts";
import { doc } from "../../machineconfig/validate/case.ts";

const HOST = doc("StaticHostConfig", "name: 192.0.2.40", "hostnames: [storage]");
const SOURCE = { name: "c.yaml", text: `${CONFIG}---\n${HOST}` };
const releases = toReleases([
  { node: "old", tag: "v1.11.6" },
  { node: "new", tag: "v1.12.11" },
]);

Deno.test("a document is rejected for the nodes whose release lacks it", () => {
  const nodes = ["old", "new", "silent"];
  const { failures, warnings } = checkConfigForNodes(SOURCE, "v1.8", { nodes, releases });
  deepEqual(failures.map(({ node }) => node), ["old"]);
  match(failures[0]!.error.message, /^c\.yaml:\d+:\d+: .*"StaticHostConfig" require v1\.12; /);
  equal(warnings, "");
});

Deno.test("errors that all nodes report are reported once", () => {
  const source = { name: "c.yaml", text: CONFIG.replace("worker", "wroker") };
  const nodes = ["old", "new"];
  throws(
    () => checkConfigForNodes(source, "v1.8", { nodes, releases }),
    /^OsctlError: c\.yaml:3:11: machine\.type: /,
  );
});

Deno.test("unknown keys and kinds are warnings for newer nodes only", () => {
  const text = `${CONFIG.replace("    type:", "    future: 1\n    type:")}---\n${
    doc("FutureConfig", "name: a")
  }`;
  const source = { name: "c.yaml", text };
  const newer = toReleases([{ node: "a", tag: "v1.99.0" }]).get("a");
  const { errors, warnings } = findConfigErrors(source, "v1.8", newer);
  deepEqual(errors, []);
  match(warnings, /machine\.future: unknown key "future"/);
  match(warnings, /unknown kind "FutureConfig"/);
  equal(findConfigErrors(source, "v1.8", "v1.14").errors.length, 2);
  const invalid = { ...source, text: text.replace("worker", "wroker") };
  equal(findConfigErrors(invalid, "v1.8", newer).errors.length, 1);
});

Deno.test("the interface of v1.4 does not limit nodes of newer releases", () => {
  deepEqual(findConfigErrors(SOURCE, "v1.4", "v1.12").errors, []);
  equal(findConfigErrors(SOURCE, "v1.4").errors.length, 1);
});
