/** Connections that end at random bytes, for every command that streams. */
import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { gzipSync } from "node:zlib";
import { packTar } from "modern-tar";
import { stream } from "../../lib/sandbox/types.ts";
import { encodeCaptureHeader, encodePacket, LINK_ETHERNET } from "../../lib/pcap/packet_file.ts";
import { RecordReader } from "../../lib/pcap/mod.ts";
import { cluster, ClusterService } from "../../proto/cluster.ts";
import { ImageService, machine, MachineService } from "../../proto/machine.ts";
import { data } from "../commands/answers.ts";
import { withCuttableRelay } from "../helpers/cuttable_relay.ts";
import { acceleratedClock, fakeSystem, wallClock } from "../helpers/fake_system.ts";
import type { CommandOutcome } from "../helpers/run_command.ts";
import { readZip } from "../helpers/zip.ts";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";
import { CUTS } from "./counts.ts";

const random = () => Math.floor(Math.random() * 2 ** 40);
const LINES = Array.from({ length: 400 }, (_, index) => `${index} ${"x".repeat(index % 90)}\n`);

/** A stream of lines, some of them split between messages. */
async function* lines() {
  const text = LINES.join("");
  for (let at = 0; at < text.length; at += 700) {
    yield await Promise.resolve(data(text.slice(at, at + 700)));
  }
}

async function pack(files: Readonly<Record<string, string | Uint8Array>>) {
  const entries = Object.entries(files).map(([name, body]) => ({
    header: { name, size: body.length, type: "file" as const, mode: 0o644 },
    body,
  }));
  return new Uint8Array(gzipSync(await packTar(entries)));
}

const sixFiles = Array.from({ length: 6 }, (_, index) => [
  `f${index}`,
  crypto.getRandomValues(new Uint8Array(4000)),
]);
/** An archive with content that does not compress. */
const ARCHIVE = await pack(Object.fromEntries(sixFiles));
/** Control groups, whose numbers do not compress well. */
const CGROUPS = await pack({
  "cgroup.procs": "",
  ...Object.fromEntries(
    Array.from({ length: 300 }, () => [`g${crypto.randomUUID()}/memory.current`, `${random()}\n`]),
  ),
});

async function* archive({ rootPath }: machine.ICopyRequest) {
  const bytes = rootPath === "/sys/fs/cgroup" ? CGROUPS : ARCHIVE;
  for (let at = 0; at < bytes.length; at += 1500) {
    yield await Promise.resolve(data(bytes.slice(at, at + 1500)));
  }
}

/** A capture of 300 packets. */
const CAPTURE = new Uint8Array([
  ...encodeCaptureHeader({ linkType: LINK_ETHERNET, snapLength: 65536, nanoseconds: false }),
  ...Array.from({ length: 300 }, (_, index) => {
    const data = new Uint8Array(60 + index % 100).fill(index);
    return [...encodePacket({ seconds: index, nanos: 0, data, length: data.length }, false)];
  }).flat(),
]);

/** The capture in chunks that divide packets. */
async function* capture() {
  for (let at = 0; at < CAPTURE.length; at += 777) {
    yield await Promise.resolve(data(CAPTURE.slice(at, at + 777)));
  }
}

const bindings = [
  stream(MachineService.Logs, lines),
  stream(MachineService.Dmesg, lines),
  stream(MachineService.Read, lines),
  stream(MachineService.Copy, archive),
  stream(MachineService.PacketCapture, capture),
  stream(MachineService.ImageList, async function* () {
    for (let index = 0; index < 200; index++) {
      const name = `registry.example.org/image-${index}:v${index}`;
      yield await Promise.resolve(machine.ImageListResponse.create({ name, size: index }));
    }
  }),
  stream(ImageService.List, async function* () {
    for (let index = 0; index < 200; index++) {
      const name = `registry.example.org/image-${index}:v${index}`;
      yield await Promise.resolve(machine.ImageServiceListResponse.create({ name, size: index }));
    }
  }),
  stream(ImageService.Pull, async function* ({ imageRef }) {
    for (let offset = 0; offset < 100; offset++) {
      const progress = { status: 2, offset, total: 100 };
      yield await Promise.resolve(
        machine.ImageServicePullResponse.create({ pullProgress: { layerId: "a", progress } }),
      );
    }
    yield machine.ImageServicePullResponse.create({ name: `${imageRef}@sha256:0` });
  }),
  stream(ClusterService.HealthCheck, async function* () {
    for (let index = 0; index < 100; index++) {
      const message = `waiting for check ${index}: OK`;
      yield await Promise.resolve(cluster.HealthCheckProgress.create({ message }));
    }
  }),
];

interface CutCommand {
  /** Version of the node; by default the version of the sandbox. */
  readonly osVersion?: string;
  readonly args: readonly string[];
  /** Name of the file or folder that it creates. */
  readonly creates?: string;
  /** Checks an incomplete file that is kept and named; default: only whole files are kept. */
  checkPart?(part: Uint8Array<ArrayBuffer>, whole: Uint8Array<ArrayBuffer>): void;
  /** Checks the result of a success, when it differs between runs; default: equality. */
  checkWhole?(result: Result, whole: Result): Promise<void> | void;
}

/** JSON without the values that differ between runs. */
const fieldsOf = ({ stdout }: Result) => JSON.stringify(JSON.parse(stdout), maskNumbers);
const maskNumbers = (_: string, value: unknown) => typeof value === "number" ? 0 : value;

/** Commands with a stream, TREE being a folder. */
const COMMANDS: readonly CutCommand[] = [
  { args: ["read", "/x"] },
  { args: ["logs", "x"] },
  { args: ["dmesg"] },
  { args: ["copy", "/x", "-"] },
  { args: ["copy", "/x", "copied"], creates: "copied" },
  { args: ["copy", "/x", "."], creates: "." },
  { args: ["list", "-r", "TREE"] },
  { args: ["list", "-l", "-r", "TREE", "-o", "json"] },
  { args: ["usage", "-a", "TREE"] },
  { args: ["etcd", "snapshot", "db"], creates: "db" },
  { args: ["get", "members", "-o", "yaml"] },
  { args: ["get", "rd"] },
  { args: ["image", "list"] },
  { args: ["image", "list"], osVersion: "v1.13.0" },
  { args: ["image", "pull", "example.org/a:1"], osVersion: "v1.13.0" },
  { args: ["health"] },
  { args: ["inspect", "dependencies"] },
  {
    args: ["cgroups"],
    checkWhole(result, whole) {
      // Names of processes and containers are optional; a warning reports that they are missing.
      if (!result.stderr.startsWith("osctl: warning: cannot read ")) checkEqual(result, whole);
    },
  },
  {
    args: ["kubeconfig", "kube"],
    creates: "kube",
    checkWhole: ({ code }) => assert.equal(code, 0),
  },
  {
    args: ["dashboard", "--once", "-o", "json"],
    checkWhole: (result, whole) => assert.deepEqual(fieldsOf(result), fieldsOf(whole)),
  },
  { args: ["pcap", "--brief"] },
  { args: ["pcap", "-o", "-"] },
  {
    args: ["pcap", "-o", "x.pcap"],
    creates: "x.pcap",
    checkPart(part, whole) {
      assert.deepEqual(part, whole.subarray(0, part.length));
      const reader = new RecordReader();
      reader.push(part);
      while (reader.next());
      assert.equal(reader.pending, 0, "whole packets");
    },
  },
  {
    args: ["support", "-O", "s.zip"],
    creates: "s.zip",
    checkPart: () => {},
    checkWhole: checkBundle,
  },
];

/** Checks that each member of a bundle is whole, or named with its error. */
async function checkBundle({ stderr, files }: Result, whole: Result): Promise<void> {
  const membersOf = async (files: Files) => {
    const path = await Deno.makeTempFile({ suffix: ".zip" });
    try {
      await Deno.writeFile(path, files.get("/s.zip")!);
      return (await readZip(path)).members;
    } finally {
      await Deno.remove(path);
    }
  };
  const members = await membersOf(files);
  const manifest = JSON.parse(members.get("manifest.json")!.text);
  const expected = await membersOf(whole.files);
  for (const [path, { text }] of expected) {
    // Other members change from run to run.
    const isStable = /\.log$/.test(path);
    const found = members.get(path);
    if (found !== undefined && (!isStable || found.text === text)) continue;
    const [folder = "", ...names] = path.split("/");
    const isCluster = folder === "kubernetesResources";
    const item = isCluster ? "Kubernetes API" : names.join("/");
    const failure = manifest.failures.find((one: { item: string }) => one.item === item);
    assert.ok(failure !== undefined, `${path} is not whole, and not in the manifest`);
    // A line names several items of a source that fail for the same reason.
    assert.match(stderr, new RegExp(`^${isCluster ? "cluster" : folder} .*lost the conn`, "m"));
  }
}

/** The files of a folder by path; empty when it does not exist. */
async function readFiles(path: string): Promise<Files> {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const walk = async (at: string) => {
    const info = await Deno.lstat(at);
    if (!info.isDirectory) return void files.set(at.slice(path.length), await Deno.readFile(at));
    for await (const { name } of Deno.readDir(at)) await walk(`${at}/${name}`);
  };
  try {
    await walk(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return files;
}

type Files = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/** The outcome of a command, with the files in its working directory. */
interface Result extends CommandOutcome {
  readonly files: Files;
  /** Bytes sent by the node. */
  readonly received: number;
}

/** Runs a command through a relay, in a new working directory. */
async function runCut(
  { run, home, nodes }: Sandbox,
  args: readonly string[],
  resetAfter: () => number,
): Promise<Result> {
  const cwd = await Deno.makeTempDir({ dir: home });
  let result: CommandOutcome | undefined;
  let received = 0;
  await withCuttableRelay(nodes[0]!, async (relay) => {
    // Two samples are a second apart.
    const clock = args[0] === "dashboard" ? acceleratedClock(4) : wallClock;
    const system = fakeSystem({ home, cwd, clock });
    result = await run([...args, "-e", relay.endpoint, "-n", nodes[0]!.address], { system });
    received = relay.received;
  }, { resetAfter });
  const files = await readFiles(cwd);
  await Deno.remove(cwd, { recursive: true });
  return { ...result!, files, received };
}

Deno.test(`${CUTS} cut connections per command never give truncated data as success`, async (t) => {
  const versions = new Set(COMMANDS.map(({ osVersion }) => osVersion));
  for (const osVersion of versions) {
    const commands = COMMANDS.filter((command) => command.osVersion === osVersion);
    const options = osVersion === undefined ? {} : { osVersion };
    await withSandbox({ bindings, ...options }, (sandbox) => cutCommands(t, sandbox, commands));
  }
});

async function cutCommands(
  t: Deno.TestContext,
  sandbox: Sandbox,
  commands: readonly CutCommand[],
): Promise<void> {
  const tree = `${sandbox.home}/tree`;
  for (let index = 0; index < 150; index++) {
    await Deno.mkdir(`${tree}/folder-${index % 10}`, { recursive: true });
    await Deno.writeTextFile(`${tree}/folder-${index % 10}/${index}`, "x".repeat(index));
  }
  for (const command of commands) {
    const { creates = "" } = command;
    const title = command.args.join(" ");
    await t.step(title, async () => {
      const args = command.args.map((arg) => arg === "TREE" ? tree : arg);
      const whole = await runCut(sandbox, args, () => Infinity);
      assert.equal(whole.code, 0, whole.stderr);
      let failures = 0;
      for (let cut = 0; cut < CUTS; cut++) {
        const offset = Math.floor(Math.random() * whole.received);
        const result = await runCut(sandbox, args, () => offset);
        try {
          if (result.code === 0) {
            await (command.checkWhole ?? checkEqual)(result, whole);
            continue;
          }
          failures++;
          checkFailure(result, whole, command);
        } catch (error) {
          console.error(`${title}, cut after ${offset} bytes: ${result.stdout}${result.stderr}`);
          throw error;
        }
      }
      assert.ok(failures > 0 || creates === "s.zip", "some cut hits the response");
    });
  }
}

function checkEqual({ bytes, files }: Result, whole: Result): void {
  assert.ok(isDeepStrictEqual(bytes, whole.bytes), "the output is whole");
  assert.ok(isDeepStrictEqual(files, whole.files), "the files are whole");
}

/** Checks the error, and that each file is whole, or incomplete and named. */
function checkFailure(
  { code, stderr, files }: Result,
  whole: Result,
  { creates = "", checkPart }: CutCommand,
): void {
  assert.equal(code, 1);
  assert.match(stderr, /^((?!osctl: ).*\n)*(osctl: [^\n]+\n)+$/);
  assert.doesNotMatch(stderr, /internal error|\n +at /);
  // Only the status was lost.
  if (isDeepStrictEqual(files, whole.files)) return;
  for (const [path, content] of files) {
    // Marks the part beside it as incomplete.
    if (path.endsWith(".part.lock")) continue;
    const original = whole.files.get(path.replace(`/${creates}.part`, `/${creates}`));
    if (checkPart === undefined) {
      // The first file has the name of the folder until another one arrives.
      const candidates = path === "/copied.part" ? [...whole.files.values()] : [original];
      const isWhole = candidates.some((other) => isDeepStrictEqual(other, content));
      assert.ok(isWhole, `${path} is not whole`);
    } else checkPart(content, original!);
    const name = creates === "copied" ? "copied.part" : creates;
    assert.ok(stderr.includes(`"${name}"`), `${path} is not named in: ${stderr}`);
  }
}
