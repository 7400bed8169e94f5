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
    await body(await describe(program));
  } finally {
    await destroy(program);
  }
}

async function describe(program: Program): Promise<RealCluster> {
  const shown = await program.run(["cluster", "show", ...CLUSTER]);
  const address = (name: string): string => {
    const pattern = new RegExp(`^e2e-${name}-1\\s.*?(127\\.\\d+\\.\\d+\\.\\d+)`, "m");
    const found = pattern.exec(shown.stdout)?.[1];
    if (found === undefined) throw new Error(`cluster show names no ${name}:\n${shown.stdout}`);
    return found;
  };
  const controlPlane = address("controlplane");
  return {
    program,
    controlPlane,
    worker: address("worker"),
    dead: controlPlane.replace(/\d+$/, "99"),
  };
}

async function destroy(program: Program): Promise<void> {
  const { code, stderr } = await program.run(["cluster", "destroy", ...CLUSTER]);
  if (code !== 0) throw new Error(`cluster destroy: ${stderr}`);
}
