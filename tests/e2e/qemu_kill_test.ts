/**
 * The client or a process of the cluster is killed at random moments of create and destroy; destroy
 * then removes everything. `OSCTL_KILLS` sets the number of rounds, 3 by default.
 */
import assert from "node:assert/strict";
import { Program } from "../../scripts/program.ts";
import { NetworkNamespace, processesOf, qemuTest } from "../helpers/qemu.ts";
import { readSeed, Seeded } from "../helpers/seeded.ts";

const ROUNDS = Number(Deno.env.get("OSCTL_KILLS") ?? 3);
/** Longest delay of a kill, milliseconds: a create takes 2 to 4 s on an idle machine. */
const MAX_MS_LENGTH = 5000;
/** Processes to kill besides the client, by a part of their command lines. */
const TARGETS = ["client", "qemu-run", "dnsmasq", "qemu-system", "swtpm"] as const;

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A client that runs in the namespace. */
class Client {
  readonly #program: Program;
  readonly #namespace: NetworkNamespace;

  constructor(program: Program, namespace: NetworkNamespace) {
    this.#program = program;
    this.#namespace = namespace;
  }

  start(args: readonly string[]): Deno.ChildProcess {
    const { args: runtime, env } = this.#program.invocation;
    return this.#namespace.spawn(Deno.execPath(), {
      args: [...runtime, "cluster", ...args],
      cwd: this.#program.home,
      env: { ...env, KUBECONFIG: `${this.#program.home}/kubeconfig` },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    });
  }

  async run(args: readonly string[]): Promise<{ code: number; stderr: string }> {
    const { code, stderr } = await this.start(args).output();
    return { code, stderr: new TextDecoder().decode(stderr) };
  }
}

/** Kills processes of the cluster whose command line contains a text. */
async function killMatching(stateFolder: string, text: string): Promise<number> {
  const lines = (await processesOf(stateFolder)).filter((line) => line.includes(text));
  for (const line of lines) {
    try {
      Deno.kill(Number(line.split(" ")[0]), "SIGKILL");
    } catch (error) {
      // It has exited in the meantime.
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
  return lines.length;
}

Deno.test({
  ...qemuTest(`destroy after a kill at any moment leaves nothing, ${ROUNDS} of ${ROUNDS} times`),
  fn: async () => {
    const seed = readSeed();
    const random = new Seeded(seed);
    await using program = await Program.create();
    await using namespace = await NetworkNamespace.create();
    const client = new Client(program, namespace);
    const state = `${program.home}/st`;
    await Deno.mkdir(state);
    await Deno.writeFile(`${program.home}/empty.iso`, new Uint8Array(4096));
    const selection = ["--name=k", "--state", state];
    const create = [
      ...["create", "--provisioner=qemu", ...selection, "--osconfig=config", "--wait=false"],
      ...["--with-init-node", "--os-version=v1.8", "--iso-path=empty.iso", "--with-tpm2"],
      ...["--memory=64", "--memory-workers=64", "--disk=8", "--disk-preallocate=false"],
      "--with-uefi=false",
    ];
    for (let round = 0; round < ROUNDS; round++) {
      const target = TARGETS[round % TARGETS.length]!;
      const phase = random.below(3) === 0 ? "destroy" : "create";
      const delay = random.below(phase === "create" ? MAX_MS_LENGTH : 1000);
      const name = `seed ${seed}, round ${round}: ${target} ${delay} ms after ${phase}`;
      if (phase === "destroy") {
        const { code, stderr } = await client.run(create);
        assert.equal(code, 0, `${name}: ${stderr}`);
      }
      const child = client.start(phase === "create" ? create : ["destroy", ...selection]);
      const output = child.output();
      await sleep(delay);
      if (target === "client") {
        // The parent of the client is the program that entered the namespace: the same process.
        try {
          child.kill("SIGKILL");
        } catch (error) {
          if (!(error instanceof TypeError)) throw error; // it has ended
        }
      } else await killMatching(state, target);
      await output;
      const isMade = [...Deno.readDirSync(state)].length > 0;
      if (isMade) {
        const { code, stderr } = await client.run(["destroy", ...selection, "--force"]);
        const isGone = /not found/.test(stderr) && [...Deno.readDirSync(state)].length === 0;
        assert.ok(code === 0 || isGone, `${name}: ${stderr}`);
      }
      try {
        await namespace.assertClean(state);
      } catch (error) {
        throw new Error(name, { cause: error });
      }
    }
  },
});
