/**
 * Machine configurations of a new cluster.
 *
 * @module
 */
import type { ConfigDocument } from "../data.ts";
import { MAIN } from "../schema/documents.ts";
import { API_VERSION } from "../schema/header.ts";
import { controlPlaneClusterSection, workerClusterSection } from "./cluster_section.ts";
import { separateDocuments } from "./documents.ts";
import type { GenerateInput } from "./generate_input.ts";
import { machineSection, type MachineType } from "./machine_section.ts";

/** Generates the configuration of each machine type. */
export function generateConfig(
  input: GenerateInput,
): Record<MachineType, readonly ConfigDocument[]> {
  const cluster = controlPlaneClusterSection(input);
  return {
    init: [main("init", input, cluster), ...separateDocuments("init", input)],
    controlplane: [
      main("controlplane", input, cluster),
      ...separateDocuments("controlplane", input),
    ],
    worker: [
      main("worker", input, workerClusterSection(input)),
      ...separateDocuments("worker", input),
    ],
  };
}

function main(
  type: MachineType,
  input: GenerateInput,
  cluster: ConfigDocument["data"],
): ConfigDocument {
  return {
    type: MAIN,
    data: {
      version: API_VERSION,
      debug: false,
      persist: input.persist,
      machine: machineSection(type, input),
      cluster,
    },
  };
}
