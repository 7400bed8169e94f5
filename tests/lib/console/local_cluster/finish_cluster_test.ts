/** The end of `cluster create` with containers: the kubeconfig in the archive that nodes write. */
import { deepEqual, equal } from "node:assert/strict";
import type { ClusterRecord, CreateRequest } from "../../../../lib/cluster/types.ts";
import { parseKubeconfig } from "../../../../lib/kubernetes/kubeconfig/parse.ts";
import { finishCluster } from "../../../../lib/console/local_cluster/finish_cluster.ts";
import type { ConsoleContext } from "../../../../lib/console/context.ts";
import type { NodeClient } from "../../../../lib/client/types.ts";
import { stream } from "../../../../lib/sandbox/types.ts";
import { MachineService } from "../../../../proto/machine.ts";
import { fakeSystem, wallClock } from "../../../helpers/fake_system.ts";
import { kubeconfig, nodeArchive } from "../../../helpers/kubeconfig.ts";
import { withSandbox } from "../../../helpers/sandbox.ts";
import { data } from "../../../commands/answers.ts";

Deno.test("a cluster of containers adds the kubeconfig from an archive that is never closed", async () => {
  // Header and content only, in two messages, as nodes of v1.4 to v1.14 send it.
  const bytes = await nodeArchive(kubeconfig());
  const binding = stream(MachineService.Kubeconfig, async function* () {
    await Promise.resolve();
    yield data(bytes.slice(0, 100));
    yield data(bytes.slice(100));
  });
  await withSandbox({ bindings: [binding] }, async ({ cluster, controlPlanes, home }) => {
    const [node] = controlPlanes;
    const address = node!.address;
    const { ca, crt, key } = await cluster.issue("os:admin");
    const record: ClusterRecord = {
      name: "lab",
      provisioner: "docker",
      phase: "ready",
      network: { name: "lab", cidr: "10.5.0.0/24", mtu: 1500 },
      nodes: [{ name: node!.name, type: "controlplane", address, port: 50000 }],
      kubernetesEndpoint: "https://127.0.0.1:36443",
      ca,
    };
    const system = fakeSystem({ clock: wallClock, home });
    const path = `${home}/kubeconfig`;
    const saved: ClusterRecord[] = [];
    const finish = finishCluster(
      system as unknown as ConsoleContext<NodeClient>,
      { flags: { wait: true } } as CreateRequest,
      path,
    );
    const created = { record, endpoints: [address], nodes: [address], crt, key };
    const finished = await finish(created, undefined, (changed) => {
      saved.push(changed);
      return Promise.resolve();
    });
    const { contexts, clusters } = parseKubeconfig(await Deno.readTextFile(path), path).kubeconfig;
    deepEqual(finished.kubeconfig?.names.contexts, [...contexts.keys()]);
    deepEqual([...clusters.values()].map(({ value }) => value["server"]), [
      record.kubernetesEndpoint,
    ]);
    equal(saved.length, 1, "the record has the CA before the file is changed");
  });
});
