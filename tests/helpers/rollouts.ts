/** Rollouts of an embedded cluster: access of pods, launches, and processes of pods. */
import assert from "node:assert/strict";
import type { Json, KubernetesPeer } from "./kubernetes.ts";
import type { Sandbox } from "./sandbox.ts";

/** The namespace of pods. */
export const NAMESPACE = "osctl-system";
/** Flags of every launch; the registry does not exist. */
export const IN_CLUSTER = ["--in-cluster", "--pod-image=registry.example.com/osctl:v1"];

/** Lets pods call the node API with a role. */
export async function permitPods(
  { run, controlPlanes }: Sandbox,
  ...roles: readonly string[]
): Promise<void> {
  const access = {
    enabled: true,
    allowedRoles: roles,
    allowedKubernetesNamespaces: [NAMESPACE],
  };
  const patch = { machine: { features: { kubernetesTalosAPIAccess: access } } };
  const nodes = controlPlanes.map(({ address }) => address).join(",");
  const args = ["patch", "machineconfig", "-n", nodes, "--patch", JSON.stringify(patch)];
  const { code, stderr } = await run(args);
  assert.equal(code, 0, stderr);
}

/** Starts a rollout and returns its name. */
export async function launchRollout({ run }: Sandbox, args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await run([...args, "--rolling", "--yes", ...IN_CLUSTER]);
  assert.equal(code, 0, stderr);
  return stdout.trim();
}

/** Reads the data of a rollout's ConfigMap. */
export async function readRolloutData(peer: KubernetesPeer, name: string): Promise<Json> {
  const map = await peer.get(`/api/v1/namespaces/${NAMESPACE}/configmaps/${name}`);
  return map.data ?? {};
}

/** Returns the IDs of the processes of pods that run. */
export function podProcesses({ home }: Sandbox): number[] {
  const folder = `${home}/nodes/pods`;
  const found: number[] = [];
  try {
    for (const { name } of Deno.readDirSync(folder)) {
      try {
        const pid = Number(Deno.readTextFileSync(`${folder}/${name}/pid`).trim());
        // The process may have ended, and its number may be another one's by now.
        const line = Deno.readTextFileSync(`/proc/${pid}/environ`);
        if (line.includes(`${folder}/${name}/`)) found.push(pid);
      } catch (error) {
        if (!(error instanceof Deno.errors.NotFound)) throw error;
      }
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return found;
}

const RBAC = "rbac.authorization.k8s.io";

/** Paths of the collections of manifests, by kind. */
const PATHS: Readonly<Record<string, (manifest: Json) => string>> = {
  Namespace: () => "/api/v1/namespaces",
  ServiceAccount: ({ apiVersion }) =>
    `${
      apiVersion === "v1" ? "/api/v1" : `/apis/${apiVersion}`
    }/namespaces/${NAMESPACE}/serviceaccounts`,
  ClusterRole: () => `/apis/${RBAC}/v1/clusterroles`,
  ClusterRoleBinding: () => `/apis/${RBAC}/v1/clusterrolebindings`,
  Role: ({ metadata }) => `/apis/${RBAC}/v1/namespaces/${metadata.namespace}/roles`,
  RoleBinding: ({ metadata }) => `/apis/${RBAC}/v1/namespaces/${metadata.namespace}/rolebindings`,
  Secret: () => `/api/v1/namespaces/${NAMESPACE}/secrets`,
  ConfigMap: () => `/api/v1/namespaces/${NAMESPACE}/configmaps`,
  Job: () => `/apis/batch/v1/namespaces/${NAMESPACE}/jobs`,
};

/** Applies a printed manifest. */
export async function applyManifest(peer: KubernetesPeer, manifest: Json): Promise<void> {
  const path = `${PATHS[manifest.kind]!(manifest)}/${manifest.metadata.name}`;
  const { status, text } = await peer.call("PATCH", `${path}?fieldManager=test&force=true`, {
    body: manifest,
    headers: { "content-type": "application/apply-patch+yaml" },
  });
  assert.ok(status < 300, text);
}
