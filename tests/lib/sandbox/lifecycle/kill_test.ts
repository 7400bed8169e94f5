import assert from "node:assert/strict";
import { machine, MachineService } from "../../../../proto/machine.ts";
import { State } from "../../../../proto/cosi.ts";
import { openChannel } from "../../../../lib/rpc/mod.ts";
import type { Channel } from "../../../../lib/rpc/types.ts";
import { createSecrets, issueClient, planFree } from "../../../../lib/sandbox/mod.ts";
import { wallClock } from "../../../helpers/fake_system.ts";
import { decodeSnapshot, joinParts } from "../etcd/decode_snapshot.ts";

const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };
/** Number of kills; 100 in `deno task kills`. */
const KILLS = Number(Deno.env.get("OSCTL_KILLS") ?? 4);
const MAX_MS_LENGTH = 500;
const CONFIG = { namespace: "config", type: "MachineConfigs.config.talos.dev", id: "v1alpha1" };
const META = { namespace: "runtime", type: "MetaKeys.runtime.talos.dev", id: "0x0a" };

/** A process that serves a cluster. */
interface Served {
  readonly child: Deno.ChildProcess;
  /** Wipes etcd of its node; rejects when the process ends. */
  wipeEtcd(): Promise<void>;
}

async function serve(folder: string): Promise<Served> {
  const script = new URL("./serve_folder.ts", import.meta.url).pathname;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", script, folder],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const [reader, writer] = [child.stdout.getReader(), child.stdin.getWriter()];
  const expectLine = async (line: string) => {
    const { value } = await reader.read();
    assert.equal(new TextDecoder().decode(value), `${line}\n`);
  };
  await expectLine("ready");
  return {
    child,
    async wipeEtcd() {
      await writer.write(new Uint8Array(1));
      await expectLine("wiped");
    },
  };
}

async function readSpec(channel: Channel, pointer: typeof CONFIG): Promise<string> {
  const { resource } = await channel.unary(State.Get, pointer);
  return resource?.spec?.yamlSpec ?? "";
}

/** Returns the stored raft term, which each bootstrap and each leader change increments. */
async function readTerm(folder: string): Promise<number> {
  return JSON.parse(await Deno.readTextFile(`${folder}/nodes/etcd.json`)).state.term;
}

/** Recovers etcd from a snapshot unless it runs. */
async function recover(channel: Channel, snapshot: Uint8Array<ArrayBuffer>): Promise<void> {
  const { messages } = await channel.unary(MachineService.ServiceList, {});
  if (messages[0]!.services.find(({ id }) => id === "etcd")?.state === "Running") return;
  await channel.clientStream(
    MachineService.EtcdRecover,
    ReadableStream.from([{ bytes: snapshot }]),
  );
  await channel.unary(MachineService.Bootstrap, { recoverEtcd: true });
}

/** Returns a snapshot of etcd after checking that it has the key of the only node. */
async function readSnapshot(channel: Channel): Promise<Uint8Array<ArrayBuffer>> {
  const parts = await Array.fromAsync(channel.serverStream(MachineService.EtcdSnapshot, {}));
  const snapshot = joinParts(parts.map(({ bytes }) => bytes));
  const { key } = await decodeSnapshot(snapshot);
  assert.equal(key!.length, 1);
  return snapshot;
}

/** Returns the number of the last change that the state contains. */
const numberIn = (text: string) => Number(/(?:# |value: change-)(\d+)\n$/.exec(text)?.[1] ?? 0);

Deno.test("a killed process loses no acknowledged change", async () => {
  const folder = await Deno.makeTempDir({ prefix: "osctl-kill-" });
  const secrets = await createSecrets({ clock: wallClock, random });
  const node = {
    name: "a",
    type: "controlplane",
    configured: true,
    ...planFree(1, random).sockets[0]!,
  };
  const spec = { name: "kill", nodes: [node], secrets, nodesFolder: `${folder}/nodes` };
  await Deno.writeTextFile(`${folder}/spec.json`, JSON.stringify(spec), { mode: 0o600 });
  const identity = {
    ca: secrets.ca.crt,
    ...await issueClient(secrets, ["os:admin"], { clock: wallClock, random }),
  };
  const acknowledged = { config: 0, meta: 0, term: 0 };
  let next = 1;
  let snapshot: Uint8Array<ArrayBuffer> | undefined;
  let served = await serve(folder);
  try {
    for (let kill = 0; kill <= KILLS; kill++) {
      const channel = openChannel(`${node.address}:${node.port}`, identity);
      const text = await readSpec(channel, CONFIG);
      if (kill > 0) {
        const meta = await readSpec(channel, META).catch(() => "");
        assert.ok(numberIn(text) >= acknowledged.config, `config ${numberIn(text)}`);
        assert.ok(numberIn(meta) >= acknowledged.meta, `META ${numberIn(meta)}`);
        const term = await readTerm(folder);
        assert.ok(term >= acknowledged.term, `raft term ${term}`);
      }
      const base = text.replace(/# \d+\n$/, "");
      if (snapshot !== undefined) await recover(channel, snapshot);
      const current = snapshot = await readSnapshot(channel);
      const timer = setTimeout(() => served.child.kill("SIGKILL"), Math.random() * MAX_MS_LENGTH);
      const utf8 = new TextEncoder();
      const mode = machine.ApplyConfigurationRequest.Mode.NO_REBOOT;
      const change = async () => {
        for (;; next++) {
          const data = utf8.encode(`${base}# ${next}\n`);
          await channel.unary(MachineService.ApplyConfiguration, { data, mode });
          acknowledged.config = next;
          const value = utf8.encode(`change-${next}`);
          await channel.unary(MachineService.MetaWrite, { key: 10, value });
          acknowledged.meta = next;
          await served.wipeEtcd();
          const term = await readTerm(folder);
          await recover(channel, current);
          acknowledged.term = term + 1;
        }
      };
      await assert.rejects(change(), "the connection ends");
      clearTimeout(timer);
      channel.close();
      assert.equal((await served.child.status).signal, "SIGKILL");
      served = await serve(folder);
    }
    assert.ok(acknowledged.term > 0, `${acknowledged.meta} changes`);
    const counts = `${acknowledged.meta} rounds of changes, raft term ${acknowledged.term}`;
    console.log(`${KILLS + 1} kills, ${counts}, no acknowledged change lost`);
  } finally {
    served.child.kill("SIGKILL");
    await served.child.status;
    await Deno.remove(folder, { recursive: true });
  }
});
