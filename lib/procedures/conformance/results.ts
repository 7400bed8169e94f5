/**
 * Results of certified conformance runs.
 *
 * @module
 */
import { CONFORMANCE_PRODUCT } from "../../distribution.ts";
import { OsctlError } from "../../errors.ts";
import { ensureFolder, exists, writeFileAtomic } from "../../platform/files.ts";
import { writeYaml } from "../../yaml/mod.ts";
import type { KubernetesClient } from "../../kubernetes/types.ts";
import { NAMESPACE, OUTPUT_CONTAINER, POD_NAME, RESULTS_FOLDER } from "./objects.ts";

const RESULT_FILES = ["e2e.log", "junit_01.xml"] as const;
const PRODUCT_FILE = "PRODUCT.yaml";
const MAX_ERROR_LENGTH = 1000;

/** Returns the folder of results, such as `v1.31/talos`. */
export function resultsFolder(kubernetesVersion: string): string {
  const [major, minor] = kubernetesVersion.split(".");
  return `v${major}.${minor}/talos`;
}

/**
 * Requires that the folder has no results yet: the tests take hours.
 *
 * @throws {OsctlError} of kind `file`.
 */
export async function requireNoResults(folder: string): Promise<void> {
  for (const name of [...RESULT_FILES, PRODUCT_FILE]) {
    const path = `${folder}/${name}`;
    if (!await exists(path)) continue;
    throw new OsctlError("file", `"${path}" exists`, {
      hint: "move the results of the last run, or change to another folder",
    });
  }
}

/** Copies the results from the pod, and describes the product. Returns the paths. */
export async function fetchResults(
  client: KubernetesClient,
  folder: string,
  { osVersion, signal }: { readonly osVersion: string; readonly signal: AbortSignal },
): Promise<string[]> {
  await ensureFolder(folder);
  for (const name of RESULT_FILES) {
    const content = readFile(client, `${RESULTS_FOLDER}/${name}`, signal);
    await writeFileAtomic(`${folder}/${name}`, content, { overwrite: false });
  }
  const product = writeYaml({ ...CONFORMANCE_PRODUCT, version: osVersion });
  await writeFileAtomic(`${folder}/${PRODUCT_FILE}`, product, { overwrite: false });
  return [...RESULT_FILES, PRODUCT_FILE].map((name) => `${folder}/${name}`);
}

/** Yields a file of the pod; its end is the exit code of the command. */
async function* readFile(
  client: KubernetesClient,
  path: string,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const command = ["cat", path];
  const ref = { name: POD_NAME, namespace: NAMESPACE };
  const decoder = new TextDecoder();
  let errors = "";
  for await (const event of client.exec(ref, { command, container: OUTPUT_CONTAINER, signal })) {
    if (event.kind === "stdout") {
      yield event.data;
    } else if (event.kind === "stderr") {
      errors = (errors + decoder.decode(event.data, { stream: true })).slice(0, MAX_ERROR_LENGTH);
    } else if (event.kind === "exit" && event.code !== 0) {
      const reason = errors.trim() || `exit code ${event.code}`;
      throw new OsctlError("node", `cannot read "${path}" of the conformance pod: ${reason}`);
    }
  }
}
