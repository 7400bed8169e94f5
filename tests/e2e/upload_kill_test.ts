/**
 * Kills uploads of snapshots in parts at random moments: the object is the earlier or the later
 * snapshot, whole, and the later one whenever the program has printed it. With `OSCTL_S3_WITNESS`, the
 * path of VersityGW, the store is another program.
 */
import { equal, match, ok } from "node:assert/strict";
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { Program } from "../../scripts/program.ts";
import { S3_ENV, startS3 } from "../helpers/s3_server.ts";

/** Number of kills; 100 in `deno task upload-kills`. */
const KILLS = Number(Deno.env.get("OSCTL_KILLS") ?? 3);
/** Two parts and a third. */
const MIB = 36;
const WITNESS = Deno.env.get("OSCTL_S3_WITNESS");

interface Store extends AsyncDisposable {
  readonly url: string;
  readonly env: Record<string, string>;
  read(key: string): Promise<Uint8Array | undefined>;
  countUploads(): Promise<number>;
}

function startOwn(): Store {
  const server = startS3(["backups"]);
  return {
    url: server.url,
    env: S3_ENV,
    read: (key) => Promise.resolve(server.objects.get(`backups/${key}`)),
    countUploads: () => Promise.resolve(server.uploads.size),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

async function startWitness(program: string): Promise<Store> {
  const folder = await Deno.makeTempDir();
  await Deno.mkdir(`${folder}/backups`);
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = S3_ENV;
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const address = `127.0.0.1:${listener.addr.port}`;
  listener.close();
  const child = new Deno.Command(program, {
    args: ["--port", address, "--quiet", "posix", folder],
    env: { ROOT_ACCESS_KEY: AWS_ACCESS_KEY_ID, ROOT_SECRET_KEY: AWS_SECRET_ACCESS_KEY },
    stdout: "null",
    stderr: "null",
  }).spawn();
  for (let attempt = 1;; attempt++) {
    try {
      await (await fetch(`http://${address}/`)).body?.cancel();
      break;
    } catch (error) {
      if (attempt === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  return {
    url: `http://${address}`,
    env: { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY },
    async read(key) {
      try {
        return await Deno.readFile(`${folder}/backups/${key}`);
      } catch (error) {
        if (error instanceof Deno.errors.NotFound) return undefined;
        throw error;
      }
    },
    countUploads() {
      const uploads = `${folder}/backups/.sgwtmp/multipart`;
      // A folder of each key has a folder of each upload.
      const count = (path: string): number =>
        [...Deno.readDirSync(path)].reduce(
          (sum, { name }) => sum + [...Deno.readDirSync(`${path}/${name}`)].length,
          0,
        );
      return Promise.resolve(count(uploads));
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.status;
      await Deno.remove(folder, { recursive: true });
    },
  };
}

/** Returns the seed of a whole snapshot; fails for any other content. */
function seedOf(object: Uint8Array): number {
  equal(object.length, MIB * 1024 * 1024 + 32);
  const database = object.subarray(0, -32);
  const digest = createHash("sha256").update(database).digest("hex");
  equal(object.subarray(-32).toHex(), digest);
  return database[0]!;
}

Deno.test("a killed upload leaves the earlier snapshot or the later one, whole", async () => {
  await using store = WITNESS === undefined ? startOwn() : await startWitness(WITNESS);
  const entry = fileURLToPath(new URL("upload_client.ts", import.meta.url));
  await using created = await Program.create();
  const program = await Program.open(created.home);
  const { args: [...start], env } = program.invocation;
  start[start.length - 1] = entry;
  const upload = (seed: number) =>
    new Deno.Command(Deno.execPath(), {
      args: [...start, "s3://backups/lab/x.db", store.url, `${MIB}`, `${seed}`],
      clearEnv: true,
      env: { ...env, ...store.env },
      stdout: "piped",
      stderr: "piped",
    }).spawn();
  const begin = performance.now();
  const first = await upload(1).output();
  const longestMs = (performance.now() - begin) * 1.1;
  equal(first.code, 0, new TextDecoder().decode(first.stderr));
  let current = 1;
  const counts = { killed: 0, stored: 0 };
  for (let kill = 0; kill < KILLS; kill++) {
    const seed = 2 + kill % 250;
    const uploads = await store.countUploads();
    const signal = kill % 2 === 0 ? "SIGKILL" : "SIGTERM";
    const child = upload(seed);
    const ms = (kill + Math.random()) / KILLS * longestMs;
    const timer = setTimeout(() => child.kill(signal), ms);
    const { code, stdout } = await child.output();
    clearTimeout(timer);
    const object = await store.read("lab/x.db");
    ok(object !== undefined);
    const stored = seedOf(object);
    ok(stored === seed || stored === current, `${stored} is neither ${current} nor ${seed}`);
    if (code === 0) {
      match(new TextDecoder().decode(stdout), new RegExp(`^[0-9a-f]{64} ${object.length}\n$`));
      equal(stored, seed);
    }
    if (signal === "SIGTERM") equal(await store.countUploads(), uploads, "its parts are removed");
    if (code !== 0) counts.killed++;
    if (stored === seed) counts.stored++;
    current = stored;
  }
  console.log(`${KILLS} kills: ${counts.killed} hit, ${counts.stored} snapshots stored`);
  ok(counts.killed > 0);
});
