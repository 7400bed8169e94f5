/**
 * Serves the cluster whose specification is in `<folder>/spec.json`, until it is killed. Prints
 * `ready` when its nodes listen.
 *
 * @module
 */
import { startCluster } from "../../../../lib/sandbox/mod.ts";
import { wallClock } from "../../../helpers/fake_system.ts";

const [folder] = Deno.args;
const random = { bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)) };
const spec = JSON.parse(await Deno.readTextFile(`${folder}/spec.json`));
await startCluster(spec, { clock: wallClock, random });
await Deno.stdout.write(new TextEncoder().encode("ready\n"));
