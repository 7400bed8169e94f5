/**
 * Connection of a pod to the API of its cluster, with the token and the CA of its service account.
 *
 * @module
 */
import { OsctlError } from "../errors.ts";
import { toUrlHost } from "../pki/ip.ts";
import { readText } from "../platform/files.ts";
import type { Environment } from "../platform/system.ts";
import type { ConnectionSettings } from "./kubeconfig/types.ts";

/** Folder of the service account in every pod. */
const FOLDER = "/var/run/secrets/kubernetes.io/serviceaccount";

/** Variable with another folder of the service account. */
const SERVICE_ACCOUNT_FOLDER = "OSCTL_SERVICE_ACCOUNT";

const LIMITS = { bytes: 1024 * 1024 };

/**
 * Reads the settings of a pod. The token file is read again by each client; a CA that was replaced, by
 * the next call of this function.
 *
 * @throws {OsctlError} of kind `input` outside of a pod, `file` without a service account.
 */
export async function readInClusterSettings(env: Environment): Promise<ConnectionSettings> {
  const host = env.get("KUBERNETES_SERVICE_HOST") ?? "";
  const port = env.get("KUBERNETES_SERVICE_PORT") ?? "443";
  const server = URL.parse(`https://${toUrlHost(host)}:${port}`);
  if (host === "" || server === null) {
    throw new OsctlError("input", "the Kubernetes API of the pod is unknown", {
      hint: "set KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT, as in every pod",
    });
  }
  const folder = env.get(SERVICE_ACCOUNT_FOLDER) || FOLDER;
  return {
    context: "",
    server,
    namespace: (await readText(`${folder}/namespace`, LIMITS)).trim(),
    ca: await readText(`${folder}/ca.crt`, LIMITS),
    tokenFile: `${folder}/token`,
  };
}
