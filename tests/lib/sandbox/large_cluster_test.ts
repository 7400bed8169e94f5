/** A cluster of 50 nodes whose control planes reboot one after the other. */
import assert from "node:assert/strict";
import { MachineService } from "../../../proto/machine.ts";
import { assertRecordedQuorum, countByNode, watchQuorum } from "../../helpers/quorum_watcher.ts";
import { openKubernetes } from "../../helpers/kubernetes.ts";
import { withSandbox } from "../../helpers/sandbox.ts";
import { until } from "../../helpers/until.ts";
import { withChannel } from "./channels.ts";

Deno.test("control planes of 50 nodes reboot without loss of the quorum", () =>
  withSandbox({ controlPlanes: 5, workers: 45 }, async (sandbox) => {
    const { cluster, controlPlanes, nodes } = sandbox;
    assert.equal(nodes.length, 50);
    using watcher = watchQuorum(cluster);
    const api = await openKubernetes(sandbox);
    assert.equal((await api.get("/api/v1/nodes")).items.length, 50);
    for (const node of controlPlanes) {
      await withChannel(sandbox, node, ["os:admin"], async (channel) => {
        await channel.unary(MachineService.Reboot, {});
      });
      await until(
        async () => countByNode(await cluster.readHistory(), "boot")[node.name],
        (count) => count === 2,
      );
      await until(
        () => Promise.resolve(cluster.etcd.status),
        ({ members, index, leader }) =>
          leader !== undefined &&
          members.every((member) => member.isRunning && member.index === index),
      );
    }
    watcher.assertQuorum(1);
    assert.equal(watcher.mostDown, 1);
    const history = await cluster.readHistory();
    assertRecordedQuorum(history);
    assert.deepEqual(
      countByNode(history, "boot"),
      Object.fromEntries(nodes.map(({ name, type }) => [name, type === "controlplane" ? 2 : 1])),
    );
  }));
