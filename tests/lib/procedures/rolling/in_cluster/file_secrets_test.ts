/** Files of a task in Secrets. */
import { deepEqual, equal, match, ok, throws } from "node:assert/strict";
import { splitFiles } from "../../../../../lib/procedures/rolling/in_cluster/file_secrets.ts";

Deno.test("keys of files are valid and differ, and the same text is stored once", () => {
  const paths = ["a/b.yaml", "a_-b.yaml", "a__b.yaml", "fd00::1.yaml", "ö ä.yaml", "a%b"];
  const [secret, ...others] = splitFiles("task", new Map(paths.map((path) => [path, path])));
  deepEqual(others, []);
  equal(secret?.name, "task-files");
  const keys = Object.keys(secret!.data);
  equal(keys.length, paths.length);
  for (const key of keys) match(key, /^[-._a-zA-Z0-9]+$/);
  for (const { key, path } of secret!.items) equal(secret!.data[key], path);
  const [shared] = splitFiles("task", new Map([["x", "same"], ["y", "same"]]));
  deepEqual(shared?.data, { x: "same" });
  deepEqual(shared?.items, [{ key: "x", path: "x" }, { key: "x", path: "y" }]);
});

Deno.test("files that do not fit into one Secret are in several", () => {
  const text = (index: number) => `${index}`.padEnd(300_000, "x");
  const files = new Map(Array.from({ length: 7 }, (_, index) => [`${index}.yaml`, text(index)]));
  const secrets = splitFiles("task", files);
  deepEqual(secrets.map(({ name }) => name), ["task-files", "task-files-2", "task-files-3"]);
  const paths = secrets.flatMap(({ items }) => items.map(({ path }) => path));
  deepEqual(paths, [...files.keys()]);
  for (const { data } of secrets) ok(Object.values(data).join("").length <= 900_000);
  throws(
    () => splitFiles("task", new Map([["big.yaml", "é".repeat(500_000)]])),
    /the file "big\.yaml" does not fit into a Secret/,
  );
});
