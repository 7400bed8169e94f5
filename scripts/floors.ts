/**
 * Checks that the house stands: imports go to lower floors only and never in a circle, command
 * files load heavy modules lazily, each library is known to one folder, globals are touched in one
 * place. `deno run -A scripts/floors.ts` prints every breach as `file:line: reason` and exits 1.
 *
 * @module
 */
import { dirname, normalize } from "node:path/posix";

/** Which floor a folder or file is on; the longest matching prefix wins. */
const FLOORS: readonly (readonly [prefix: string, floor: number])[] = [
  ["main.ts", 6],
  ["commands/", 5],
  ["lib/kubernetes/", 4],
  ["lib/cluster/", 4],
  ["lib/resource/", 3],
  ["lib/client/", 2],
  ["lib/sandbox/", 2],
  ["lib/cli/", 1],
  ["lib/osconfig/", 1],
  ["lib/machineconfig/", 1],
  ["lib/rpc/", 1],
  ["lib/errors.ts", 0],
  ["lib/distribution.ts", 0],
  ["lib/output/", 0],
  ["lib/pki/", 0],
  ["lib/platform/", 0],
  ["proto/", 0],
];

/** Files on one floor that everything on that floor may import. */
const GROUND = ["lib/errors.ts", "lib/distribution.ts"];

/** The one folder that may import a library; a parser of YAML has one for each kind of text. */
const OWNERS: readonly (readonly [library: RegExp, ...owners: string[]])[] = [
  [/^(npm:)?@grpc\//, "lib/rpc/"],
  [/^(npm:)?(@peculiar\/|pkijs|asn1js|reflect-metadata)/, "lib/pki/"],
  [/^(npm:)?@clack\//, "lib/cli/"],
  [/^(npm:)?(protobufjs|long)/, "proto/"],
  [/^(npm:)?js-yaml/, "lib/resource/", "lib/machineconfig/"],
  [/^(npm:)?rfc6902/, "lib/machineconfig/patch/"],
  [/^(npm:)?ajv/, "tests/"],
  [/^(npm:)?@bufbuild\/cel-spec/, "tests/"],
  [/^(npm:)?@viz-js\//, "lib/resource/graph_svg.ts"],
];

/** What a command file may import statically. */
const LIGHT =
  /^(lib\/cli\/|lib\/errors\.ts|lib\/distribution\.ts|commands\/(wiring\.ts|(.*\/)?\w*flags\.ts))/;

/** Globals of the process, and the files that may touch them. */
const GLOBALS = /\bDeno\.(env|exit|args|stdin|stdout|stderr|addSignalListener)\b|\bconsole\.\w+\(/;
const GLOBALS_ALLOWED = new Set(["main.ts", "lib/platform/real_system.ts"]);

const LONGEST_FILE = 400;
const LONGEST_MAIN = 30;

interface Import {
  target: string;
  line: number;
  dynamic: boolean;
  typeOnly: boolean;
}

/** Blanks comments and keeps line numbers, so that examples in docstrings do not count. */
function withoutComments(source: string): string {
  return source
    .replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, " "))
    .replaceAll(/(^|\s)\/\/.*$/gm, "$1");
}

/** Every import and re-export of a module, with relative targets resolved to repository paths. */
export function importsOf(file: string, source: string): Import[] {
  const text = withoutComments(source);
  const pattern =
    /(?:^|\n)\s*(import|export)\s+(type\s+)?(?:[\w*{][^;"']*?\sfrom\s+)?["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)(\.)?/g;
  const found: Import[] = [];
  for (const match of text.matchAll(pattern)) {
    const specifier = match[3] ?? match[4]!;
    const line = text.slice(0, match.index + match[0].length).split("\n").length;
    found.push({
      target: specifier.startsWith(".") ? normalize(`${dirname(file)}/${specifier}`) : specifier,
      line,
      dynamic: match[4] !== undefined && match[5] === undefined,
      typeOnly: match[2] !== undefined || match[5] !== undefined,
    });
  }
  return found;
}

function floorOf(path: string): number | undefined {
  return FLOORS.find(([prefix]) => path.startsWith(prefix))?.[1];
}

/** The folder (or ground file) that counts as one room of the house. */
function roomOf(path: string): string {
  return FLOORS.find(([prefix]) => path.startsWith(prefix))?.[0] ?? path;
}

/** Every breach found in one file. */
export function breachesOf(file: string, source: string): string[] {
  const breaches: string[] = [];
  const say = (line: number, reason: string) => breaches.push(`${file}:${line}: ${reason}`);
  const floor = floorOf(file);
  if (floor === undefined) {
    say(1, "is in no folder of the plan");
    return breaches;
  }
  for (const { target, line, dynamic, typeOnly } of importsOf(file, source)) {
    const owners = OWNERS.find(([library]) => library.test(target))?.slice(1) as
      | string[]
      | undefined;
    if (owners !== undefined && !owners.some((owner) => file.startsWith(owner))) {
      say(line, `imports ${target}, which only ${owners.join(" and ")} may know`);
    }
    const targetFloor = floorOf(target);
    if (targetFloor === undefined) continue;
    if (targetFloor > floor) say(line, `imports ${target} from a higher floor`);
    const sameFloor = targetFloor === floor && roomOf(target) !== roomOf(file);
    if (sameFloor && !GROUND.includes(target)) {
      say(line, `imports ${target} from another folder of its own floor`);
    }
    const isCommand = file.startsWith("commands/") && file !== "commands/tree.ts" &&
      file !== "commands/wiring.ts" && !file.endsWith("/mod.ts");
    if (!isCommand) continue;
    const light = LIGHT.test(target);
    if (!dynamic && !typeOnly && !light) {
      say(line, `a command file must load ${target} by await import() inside its story`);
    }
    if (target.startsWith("commands/") && dynamic) {
      say(line, "command files do not import each other");
    }
  }
  const lines = source.split("\n");
  if (!GLOBALS_ALLOWED.has(file)) {
    withoutComments(source).split("\n").forEach((line, index) => {
      const match = GLOBALS.exec(line);
      if (match) say(index + 1, `touches ${match[0]}, which only the real system may`);
    });
  }
  const longest = file === "main.ts" ? LONGEST_MAIN : LONGEST_FILE;
  if (lines.length > longest + 1) say(lines.length, `has more than ${longest} lines`);
  return breaches;
}

/** Circles among modules, each as a path that comes back to its start. Type-only edges count. */
export function circles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const state = new Map<string, "open" | "done">();
  const path: string[] = [];
  const visit = (node: string) => {
    state.set(node, "open");
    path.push(node);
    for (const next of graph.get(node) ?? []) {
      if (state.get(next) === "open") found.push([...path.slice(path.indexOf(next)), next]);
      else if (!state.has(next) && graph.has(next)) visit(next);
    }
    path.pop();
    state.set(node, "done");
  };
  for (const node of graph.keys()) if (!state.has(node)) visit(node);
  return found;
}

/** The product's own source files, generated code left out. */
async function productFiles(root: string): Promise<string[]> {
  const files = ["main.ts"];
  const walk = async (folder: string) => {
    for await (const entry of Deno.readDir(`${root}/${folder}`)) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory && path !== "proto/gen") await walk(path);
      else if (entry.isFile && entry.name.endsWith(".ts") && !entry.name.endsWith(".d.ts")) {
        files.push(path);
      }
    }
  };
  for (const folder of ["commands", "lib", "proto"]) await walk(folder);
  return files.sort();
}

/** Checks the tree below `root`. */
export async function check(root: string): Promise<string[]> {
  const breaches: string[] = [];
  const graph = new Map<string, string[]>();
  for (const file of await productFiles(root)) {
    const source = await Deno.readTextFile(`${root}/${file}`);
    breaches.push(...breachesOf(file, source));
    graph.set(file, importsOf(file, source).filter((one) => !one.dynamic).map((one) => one.target));
  }
  for (const circle of circles(graph)) {
    breaches.push(`${circle[0]}:1: circle ${circle.join(" → ")}`);
  }
  return breaches;
}

if (import.meta.main) {
  const breaches = await check(new URL("..", import.meta.url).pathname);
  for (const breach of breaches) console.error(breach);
  if (breaches.length > 0) Deno.exit(1);
  console.log("The house stands: floors, circles, lazy commands, owners, globals, lengths.");
}
