/**
 * Serves the cluster whose specification is in `<folder>/spec.json`, until it is killed. Prints
 * `ready` when its nodes listen. Each chunk on stdin wipes etcd of the first node and prints `wiped`.
 *
 * @module
 */
import { startCluster } from "../../../../lib/sandbox/mod.ts";
import { wallClock } from "../../../helpers/fake_system.ts";

const [folder] = Deno.args;
const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };
const spec = JSON.parse(await Deno.readTextFile(`${folder}/spec.json`));
const cluster = await startCluster(spec, { clock: wallClock, random });
const print = (line: string) => Deno.stdout.write(new TextEncoder().encode(`${line}\n`));
await print("ready");
for await (const _ of Deno.stdin.readable) {
  await cluster.wipeEtcd(cluster.nodes[0]!);
  await print("wiped");
}
