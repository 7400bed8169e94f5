/** Other contexts and targets in the dashboard. */
import { deepEqual, equal, match } from "node:assert/strict";
import { onScreen } from "../helpers/screen.ts";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";
import { until } from "../helpers/until.ts";

const SIZE = { size: { columns: 120, rows: 30 }, isRendered: true };

/** Adds a context with the nodes of another sandbox. */
async function addContext(sandbox: Sandbox, other: Sandbox): Promise<void> {
  for (const args of [["merge", other.osconfig], ["context", "blue"]]) {
    const { code } = await sandbox.run(["config", ...args]);
    equal(code, 0);
  }
}

/** Returns how many connections lead to the endpoints of a sandbox. */
async function countConnections({ controlPlanes }: Sandbox): Promise<number> {
  const text = await Deno.readTextFile("/proc/self/net/tcp");
  const remotes = controlPlanes.map(({ address }) =>
    address.split(".").toReversed().map((part) => Number(part).toString(16).padStart(2, "0"))
      .join("").toUpperCase()
  );
  const ESTABLISHED = "01";
  return text.split("\n").map((line) => line.trim().split(/\s+/)).filter((fields) =>
    fields[3] === ESTABLISHED && fields[2]!.endsWith(":C350") &&
    remotes.includes(fields[2]!.slice(0, 8))
  ).length;
}

Deno.test({
  name: "another context replaces the connections and leaves the client configuration",
  ignore: Deno.build.os !== "linux",
  async fn() {
    await withSandbox({ controlPlanes: 1, workers: 1, name: "blue" }, async (blue) => {
      await withSandbox({ controlPlanes: 1, workers: 1, name: "green" }, async (green) => {
        await addContext(blue, green);
        const before = await Deno.readTextFile(blue.osconfig);
        const nodes = blue.nodes.map(({ address }) => address).join(",");
        const { code, stderr } = await onScreen(blue, ["dashboard", "-n", nodes], [
          /blue +2 nodes[^]*blue-worker-1 .*worker/,
          "@",
          /^Contexts and targets\n\* blue +[\d.]+\n {2}green +[\d.]+\n {2}@all +of context blue$/m,
          ":ctx gre\t",
          /:ctx green_/,
          "\x15context grey\r",
          /context "grey" is not defined/,
          "/green\r",
          /1 entry/,
          "\r",
          // The context names no nodes.
          /green @all +2 nodes[^]*green-worker-1 .*worker/,
          async () => {
            await until(() => countConnections(blue), (count) => count === 0);
            match(String(await countConnections(green)), /^[1-9]/);
          },
          ":@work",
          /^ @workers$/m,
          "\t\r",
          /green @workers +1 node[^]*green-worker-1 .*worker/,
          "7",
          /green-worker-1 +1 /,
          ":ctx blue @controlplane\r",
          /blue @controlplane +1 node[^]*blue-controlplane-1 +1 /,
          ":@failed\r",
          /no node matches "@failed"/,
          /blue-controlplane-1 +1 /,
          async () => void await until(() => countConnections(green), (count) => count === 0),
          "q",
        ], SIZE);
        deepEqual([code, stderr], [0, ""]);
        equal(await Deno.readTextFile(blue.osconfig), before);
        await until(() => countConnections(blue), (count) => count === 0);
      });
    });
  },
});
