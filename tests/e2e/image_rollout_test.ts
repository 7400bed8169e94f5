/** The pod of a rollout as a container of the client image, with the restrictions of its manifest. */
import { deepEqual, equal, match } from "node:assert/strict";
import { docker, dockerTest, loadImages, sharesHostNetwork } from "../helpers/docker.ts";
import { type Json, openKubernetes } from "../helpers/kubernetes.ts";
import { countByNode } from "../helpers/quorum_watcher.ts";
import {
  applyManifest,
  IN_CLUSTER,
  NAMESPACE,
  permitPods,
  readRolloutData,
} from "../helpers/rollouts.ts";
import { withSandbox } from "../helpers/sandbox.ts";
import { until } from "../helpers/until.ts";
import { parseYaml, toData } from "../../lib/yaml/mod.ts";

const ACCOUNT = "/var/run/secrets/kubernetes.io/serviceaccount";
const SECRETS = `/api/v1/namespaces/${NAMESPACE}/secrets`;
const PATCH = JSON.stringify({ machine: { nodeLabels: { rack: "r1" } } });

/** Returns the arguments of docker that restrict a container as its manifest does. */
function restrictions({ securityContext: pod, containers: [container] }: Json): string[] {
  const { securityContext: own, resources } = container;
  deepEqual(own, {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ["ALL"] },
  });
  equal(pod.runAsNonRoot, true);
  return [
    ...["--read-only", "--cap-drop", "ALL", "--security-opt", "no-new-privileges"],
    ...["--user", `${pod.runAsUser}:${pod.runAsGroup}`, "--pids-limit", "200"],
    ...["--memory", resources.limits.memory.replace("Mi", "m")],
    ...["--tmpfs", "/tmp:rw,noexec,nosuid,mode=1777"],
  ];
}

Deno.test(dockerTest("the client image runs the pod of a rollout"), async (t) => {
  await using images = await loadImages();
  if (!await sharesHostNetwork(images.client)) {
    console.log("skipped: this process is not in the host's network namespace");
    return;
  }
  await t.step("it has no shell", async () => {
    const { code } = await new Deno.Command("docker", {
      args: ["run", "--rm", "--entrypoint", "/bin/sh", images.client, "-c", "true"],
      stderr: "null",
    }).output();
    equal(code, 127);
  });
  await t.step("it patches a node with a read-only root, without root and rights", async () => {
    const options = { controlPlanes: 1, workers: 2, runsPods: true, podReadyMs: 100 };
    await withSandbox(options, async (sandbox) => {
      const { run, cluster, controlPlanes: [first], workers: [worker, other] } = sandbox;
      await permitPods(sandbox, "os:admin");
      const peer = await openKubernetes(sandbox);
      const printed = await run([
        ...["patch", "mc", "-n", worker!.address, "-p", PATCH, "--mode=reboot", "--rolling"],
        ...[...IN_CLUSTER, "--manifests"],
      ]);
      equal(printed.code, 0, printed.stderr);
      const manifests: readonly Json[] = parseYaml(printed.stdout).documents
        .map(({ root }) => toData(root));
      // A Job would start the sandbox's own process.
      for (const one of manifests) if (one.kind !== "Job") await applyManifest(peer, one);
      const { metadata: { name }, spec: { template: { spec } } } = manifests.at(-1);
      const [container] = spec.containers;
      await using folder = await openFolder();
      const write = async (path: string, text: string) => {
        await Deno.mkdir(`${folder.path}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
        await Deno.writeTextFile(`${folder.path}/${path}`, text);
      };
      const credentials = `${SECRETS}/osctl-config-talos-secrets`;
      const { data } = await until(() => peer.get(credentials), (one) => one?.data !== undefined);
      for (const [key, value] of Object.entries(data)) {
        await write(`talos/${key}`, atob(value as string));
      }
      const account = `/api/v1/namespaces/${NAMESPACE}/serviceaccounts/${spec.serviceAccountName}`;
      const issued = await peer.call("POST", `${account}/token`, { body: { spec: {} } });
      equal(issued.status, 201, issued.text);
      await write("account/token", issued.body.status.token);
      await write("account/namespace", NAMESPACE);
      const [{ root }] = parseYaml(await Deno.readTextFile(peer.kubeconfig)).documents as Json;
      const { clusters: [{ cluster: kubernetes }] } = toData(root) as Json;
      await write("account/ca.crt", atob(kubernetes["certificate-authority-data"]));
      const { projected: { sources: [{ secret }] } } = spec.volumes.find((one: Json) =>
        one.projected !== undefined
      );
      const files = (await peer.get(`${SECRETS}/${secret.name}`)).data;
      for (const { key, path } of secret.items) await write(`files/${path}`, atob(files[key]));
      const fields: Readonly<Record<string, string>> = {
        "metadata.namespace": NAMESPACE,
        "metadata.name": "pod-1",
        "spec.nodeName": other!.name,
      };
      const env = container.env.map((one: Json) =>
        `${one.name}=${one.value ?? fields[one.valueFrom.fieldRef.fieldPath]}`
      );
      const service = [`KUBERNETES_SERVICE_HOST=${first!.address}`, "KUBERNETES_SERVICE_PORT=6443"];
      const before = countByNode(await cluster.readHistory(), "boot");
      await docker(
        ...["run", "--rm", "--network", "host", ...restrictions(spec)],
        ...[...env, ...service].flatMap((one) => ["--env", one]),
        ...["--volume", `${folder.path}/account:${ACCOUNT}:ro`],
        ...["--volume", `${folder.path}/talos:/var/run/secrets/talos.dev:ro`],
        ...["--volume", `${folder.path}/files:/etc/osctl:ro`],
        ...[images.client, ...container.args],
      );
      equal((await readRolloutData(peer, name)).state, "complete");
      const after = countByNode(await cluster.readHistory(), "boot");
      equal(after[worker!.name]! - before[worker!.name]!, 1);
      match((await run(["get", "mc", "-n", worker!.address, "-o", "yaml"])).stdout, /rack: r1/);
    });
  });
});

/** Creates a folder that another user may read. */
async function openFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await Deno.makeTempDir({ prefix: "osctl-pod-" });
  await Deno.chmod(path, 0o755);
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}
