/** A sandbox cluster made by the real program, for tests that drive the real program. */
import { Program } from "../../scripts/program.ts";

/** A running cluster and the program with the home it lives in. */
export interface RealCluster {
  program: Program;
  /** Address of the first control plane. */
  controlPlane: string;
  /** Address of the first worker. */
  worker: string;
  /** An address of the cluster's network where nobody listens. */
  dead: string;
}

const CLUSTER = ["--provisioner", "sandbox", "--name", "e2e"];

/** Creates the cluster, runs the body, destroys the cluster whatever happened. */
export async function withRealCluster(
  body: (cluster: RealCluster) => Promise<void>,
): Promise<void> {
  await using program = await Program.create();
  const created = await program.run(["cluster", "create", ...CLUSTER]);
  if (created.code !== 0) throw new Error(`cluster create: ${created.stderr}`);
  try {
    const shown = await program.run(["cluster", "show", ...CLUSTER]);
    const address = (name: string): string => {
      const pattern = new RegExp(`^e2e-${name}-1\\s.*?(127\\.\\d+\\.\\d+\\.\\d+)`, "m");
      const found = pattern.exec(shown.stdout)?.[1];
      if (found === undefined) throw new Error(`cluster show names no ${name}:\n${shown.stdout}`);
      return found;
    };
    const controlPlane = address("controlplane");
    await body({
      program,
      controlPlane,
      worker: address("worker"),
      dead: controlPlane.replace(/\d+$/, "99"),
    });
  } finally {
    const destroyed = await program.run(["cluster", "destroy", ...CLUSTER]);
    if (destroyed.code !== 0) throw new Error(`cluster destroy: ${destroyed.stderr}`);
  }
}
