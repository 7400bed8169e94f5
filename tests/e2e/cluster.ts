/** A sandbox cluster created by the program, for tests that run it as a child process. */
import { Program } from "../../scripts/program.ts";

/** A running cluster, and the program with its home. */
export interface RealCluster {
  program: Program;
  /** Address of the first control plane node. */
  controlPlane: string;
  /** Address of the first worker. */
  worker: string;
  /** Addresses of all control plane nodes. */
  controlPlanes: string[];
  /** An unused address of the cluster's network. */
  dead: string;
}

const CLUSTER = ["--provisioner", "sandbox", "--name", "e2e"];

/**
 * Creates the cluster, runs the body, always destroys the cluster.
 *
 * @param more Further flags of `cluster create`; by default it creates one node of each type.
 */
export async function withRealCluster(
  body: (cluster: RealCluster) => Promise<void>,
  more: readonly string[] = [],
): Promise<void> {
  await using program = await Program.create();
  const created = await program.run(["cluster", "create", ...CLUSTER, ...more]);
  if (created.code !== 0) throw new Error(`cluster create: ${created.stderr}`);
  try {
    await body(await describe(program));
  } finally {
    await destroy(program);
  }
}

async function describe(program: Program): Promise<RealCluster> {
  const shown = await program.run(["cluster", "show", ...CLUSTER]);
  const addresses = (type: string): [string, ...string[]] => {
    const pattern = new RegExp(`^e2e-${type}-\\d+\\s.*?(127\\.\\d+\\.\\d+\\.\\d+)`, "gm");
    const [first, ...rest] = [...shown.stdout.matchAll(pattern)].map((match) => match[1]!);
    if (first === undefined) throw new Error(`cluster show names no ${type}:\n${shown.stdout}`);
    return [first, ...rest];
  };
  const controlPlanes = addresses("controlplane");
  return {
    program,
    controlPlane: controlPlanes[0],
    controlPlanes,
    worker: addresses("worker")[0],
    dead: controlPlanes[0].replace(/\d+$/, "99"),
  };
}

async function destroy(program: Program): Promise<void> {
  const { code, stderr } = await program.run(["cluster", "destroy", ...CLUSTER]);
  if (code !== 0) throw new Error(`cluster destroy: ${stderr}`);
}
