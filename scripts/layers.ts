/**
 * Checks the layers of the architecture: imports go to lower layers only and form no cycle (type-only
 * and lazy imports included), command files load heavy modules lazily, a subject folder of `lib/node` is
 * imported by its `mod.ts`, each library and each global of the process has an owner. Prints every violation as `file:line: reason` and exits 1.
 *
 * @module
 */

/**
 * The layer of each folder or file. A new folder is added here, and to the table of CONTRIBUTING.md.
 */
export const LAYERS: readonly (readonly [prefix: string, layer: number])[] = [
  ["main.ts", 8],
  ["api/", 7],
  ["commands/", 7],
  ["lib/cli/", 6],
  ["lib/dashboard/", 6],
  ["lib/operations/", 5],
  ["lib/targets/", 5],
  ["lib/cluster/", 4],
  ["lib/kubernetes/", 4],
  ["lib/node/", 3],
  ["lib/resource/", 3],
  ["lib/client/", 2],
  ["lib/sandbox/", 2],
  ["lib/osconfig/", 1],
  ["lib/machineconfig/", 1],
  ["lib/pcap/", 1],
  ["lib/preferences/", 1],
  ["lib/rpc/", 1],
  ["lib/secureboot/", 1],
  ["lib/async/", 0],
  ["lib/bolt/", 0],
  ["lib/errors.ts", 0],
  ["lib/distribution.ts", 0],
  ["lib/os_versions/", 0],
  ["lib/yaml/", 0],
  ["lib/output/", 0],
  ["lib/output_schemas/", 0],
  ["lib/pki/", 0],
  ["lib/platform/", 0],
  ["proto/", 0],
];

/** Files and folders of layer 0 that everything in it may import. */
const FOUNDATION = [
  "lib/errors.ts",
  "lib/distribution.ts",
  "lib/async/",
  "lib/os_versions/",
  "lib/yaml/",
];

/** The folders or files that may import a library, by its name in `deno.json`. */
const LIBRARIES: readonly (readonly [library: string, ...owners: string[]])[] = [
  ["@bufbuild/cel", "lib/output/expression.ts"],
  ["@bufbuild/cel-spec/", "tests/"],
  ["@clack/prompts", "lib/cli/"],
  ["@cyclonedx/cyclonedx-library", "scripts/"],
  ["@viz-js/viz", "lib/resource/graph_svg.ts"],
  ["ajv/", "tests/"],
  [
    "diff",
    "lib/machineconfig/diff_configs.ts",
    "lib/operations/rotate_ca/plan.ts",
    "lib/operations/upgrade_kubernetes/manifests.ts",
    "lib/sandbox/lifecycle/machine_config.ts",
  ],
  ["fast-check", "tests/"],
  ["js-yaml", "lib/yaml/", "tests/"],
  ["kubernetes-types/", "lib/kubernetes/"],
  ["long", "proto/"],
  ["modern-tar", "scripts/npm.ts", "tests/"],
  ["minisearch", "tests/"],
  ["playwright-core", "tests/"],
  ["protobufjs", "scripts/"],
  ["rfc6902", "lib/machineconfig/patch/", "lib/sandbox/kubernetes/patch/"],
  ["semver/", "lib/node/version/is_older.ts"],
  ["typescript", "tests/"],
  ["ws", "lib/kubernetes/exec.ts", "lib/sandbox/kubernetes/exec.ts", "tests/"],
  ["yaml", "tests/"],
  ["yazl", "lib/operations/support/archive.ts"],
];

/** Files of subject folders in `lib/node` that others import instead of `mod.ts`: docs/internals/decisions.md. */
const SEPARATE = [
  "lib/node/images/print_default_images.ts",
  "lib/node/version/check_release.ts",
  "lib/node/version/require_feature.ts",
  "lib/node/version/upgrade_path.ts",
  "lib/node/version/version_skew.ts",
];

/** What no `mod.ts` of a subject folder loads, besides the second list. */
const HEAVY = /^(node:crypto$|semver\/|lib\/output\/screen\/)/;
const HEAVY_SUBJECTS = ["lib/node/etcd/snapshot/mod.ts"];

/** Modules of the runtime that no file may import: its HTTP/2 aborts at GOAWAY (denoland/deno#36788). */
const UNUSABLE = /^(node:)?http2$/;

/** What a command file may import statically. */
const LIGHT =
  /^(lib\/cli\/|lib\/output\/text\.ts|lib\/platform\/unaskable\.ts|lib\/errors\.ts|lib\/distribution\.ts|commands\/(wiring\.ts|(.*\/)?\w*flags\.ts))/;

/** Globals of the process, and the files that may use them. */
const GLOBALS: readonly (readonly [global: RegExp, ...files: string[]])[] = [
  [/\bDeno\.(exit|args)\b/, "main.ts", "lib/platform/real_system.ts"],
  [
    /\bDeno\.(stdin|stdout|stderr|addSignalListener|removeSignalListener|consoleSize)\b/,
    "lib/platform/real_system.ts",
  ],
  [/\bDeno\.env\b/, "lib/platform/real_system.ts", "lib/platform/strict_tls.ts"],
  [
    /\bDeno\.dlopen\b/,
    "lib/platform/init.ts",
    "lib/platform/strict_tls.ts",
    "lib/sandbox/capture/packet_socket.ts",
  ],
  [
    /\bglobalThis\b/,
    "lib/pki/prime_search.ts",
    "lib/platform/real_system.ts",
  ],
  [/(?<![\w.#"])fetch\(/, "lib/platform/real_system.ts"],
  [/\bDeno\.cwd\b/, "lib/platform/real_system.ts", "lib/platform/files.ts"],
  [
    /\bDeno\.(uid|gid)\b/,
    "lib/cluster/serve_node.ts",
    "lib/platform/real_system.ts",
    "lib/sandbox/boot_factory.ts",
  ],
  [/\bDeno\.kill\b/, "lib/platform/real_system.ts", "lib/cluster/background.ts"],
  [/\bDeno\.memoryUsage\b/, "lib/platform/memory.ts"],
  [/\bnew Deno\.Command\b/, "lib/platform/real_system.ts"],
  [/\bDeno\.(execPath|mainModule)\b/, "lib/platform/self_command.ts"],
  [
    /\bDeno\.p?pid\b/,
    "lib/cluster/qemu/run_cluster.ts",
    "lib/cluster/serve_cluster.ts",
    "lib/platform/init.ts",
    "lib/platform/job.ts",
    "lib/sandbox/machine/containers.ts",
    "lib/sandbox/machine/own_usage.ts",
  ],
  [
    /\bDeno\.networkInterfaces\b/,
    "lib/cluster/serve_node.ts",
    "lib/sandbox/state/controllers/addresses.ts",
  ],
];

/** Globals that no file may use. */
const FORBIDDEN =
  /\bDeno\.(chdir|umask|exitCode|hostname|osRelease|osUptime|loadavg|systemMemoryInfo)\b|\bconsole\.\w+\(|(?<![\w.#"])(process\.(argv|cwd|env|exit|exitCode|kill|on|platform|std\w+)\b|localStorage\b)/;

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
    /(?:^|\n)\s*(import|export)\s+(type\s+)?(?:[\w$*{][^;"']*?\sfrom\s+)?["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)(\.)?/g;
  const found: Import[] = [];
  for (const match of text.matchAll(pattern)) {
    const specifier = match[3] ?? match[4]!;
    const line = text.slice(0, match.index + match[0].length).split("\n").length;
    found.push({
      target: specifier.startsWith(".")
        ? new URL(specifier, `file:///${file}`).pathname.slice(1)
        : specifier,
      line,
      dynamic: match[4] !== undefined && match[5] === undefined,
      typeOnly: match[2] !== undefined || match[5] !== undefined,
    });
  }
  return found;
}

function layerOf(path: string): number | undefined {
  return LAYERS.find(([prefix]) => path.startsWith(prefix))?.[1];
}

/** The folder or foundation file of the layer table that holds `path`. */
function moduleOf(path: string): string {
  return LAYERS.find(([prefix]) => path.startsWith(prefix))?.[0] ?? path;
}

/** Whether a specifier names a library: the name itself, or a path below one that ends in `/`. */
function names(library: string, specifier: string): boolean {
  const bare = specifier.replace(/^npm:\/?/, "").replace(/(?<=.)@[0-9][^/]*/, "");
  return library.endsWith("/") ? bare.startsWith(library) : bare === library;
}

/** Every violation in one file of the product. */
export function violationsOf(file: string, source: string): string[] {
  const violations: string[] = [];
  const add = (line: number, reason: string) => violations.push(`${file}:${line}: ${reason}`);
  const layer = layerOf(file);
  if (layer === undefined) {
    add(1, "is in no layer; add its folder to LAYERS");
    return violations;
  }
  const isCommand = file.startsWith("commands/") && file !== "commands/tree.ts" &&
    file !== "commands/wiring.ts" && !file.endsWith("/mod.ts");
  for (const { target, line, dynamic, typeOnly } of importsOf(file, source)) {
    const library = LIBRARIES.find(([name]) => names(name, target));
    const owners = library?.slice(1) ?? [];
    if (library !== undefined && !owners.some((owner) => file.startsWith(owner))) {
      add(line, `imports ${target}; only ${owners.join(" and ")} may`);
    }
    if (UNUSABLE.test(target)) add(line, `imports ${target}, which aborts the process at GOAWAY`);
    const targetLayer = layerOf(target);
    if (targetLayer === undefined) continue;
    if (targetLayer > layer) {
      add(line, `imports ${target} from a higher layer`);
    }
    const isNeighbour = targetLayer === layer && moduleOf(target) !== moduleOf(file);
    if (isNeighbour && !FOUNDATION.some((prefix) => target.startsWith(prefix))) {
      add(line, `imports ${target} from another folder of its own layer`);
    }
    const folder = target.slice(0, target.lastIndexOf("/") + 1);
    const isInterface = target.endsWith("/mod.ts") || SEPARATE.includes(target);
    if (/^lib\/node\/./.test(folder) && !file.startsWith(folder) && !isInterface) {
      add(line, `imports ${target}; the interface of its folder is mod.ts`);
    }
    if (!isCommand) continue;
    if (!dynamic && !typeOnly && !LIGHT.test(target)) {
      add(line, `imports ${target}; a command file loads it by await import() in its handler`);
    }
    if (target.startsWith("commands/") && dynamic) {
      add(line, "command files do not import each other");
    }
  }
  const lines = withoutComments(source).split("\n");
  lines.forEach((text, index) => {
    for (const [pattern, ...files] of GLOBALS) {
      const match = pattern.exec(text);
      if (match && !files.includes(file)) {
        add(index + 1, `uses ${match[0]}; only ${files.join(" and ")} may`);
      }
    }
    const match = FORBIDDEN.exec(text);
    if (match) add(index + 1, `uses ${match[0]}, a global of the process`);
  });
  if (file === "main.ts" && lines.length > LONGEST_MAIN + 1) {
    add(lines.length, `has more than ${LONGEST_MAIN} lines`);
  }
  return violations;
}

/** A file and its text. */
type Source = readonly [file: string, source: string];

/** Libraries of `deno.json` without an owner, and entries of the tables that match nothing. */
export function unmatchedEntries(
  libraries: readonly string[],
  product: readonly Source[],
  others: readonly Source[],
): string[] {
  const unmatched: string[] = [];
  const add = (text: string) => unmatched.push(`scripts/layers.ts:1: ${text}`);
  const has = (prefix: string) => product.some(([file]) => file.startsWith(prefix));
  for (const [prefix] of LAYERS) if (!has(prefix)) add(`layer entry ${prefix} matches no file`);
  for (const library of libraries) {
    if (!LIBRARIES.some(([name]) => name === library)) add(`library ${library} has no owner`);
  }
  const imports = [...product, ...others].flatMap(([file, source]) =>
    importsOf(file, source).map(({ target }) => ({ file, target }))
  );
  for (const [library, ...owners] of LIBRARIES) {
    if (!libraries.includes(library)) add(`library ${library} is not in deno.json`);
    for (const owner of owners) {
      const uses = imports.some(({ file, target }) =>
        file.startsWith(owner) && names(library, target)
      );
      if (!uses) add(`owner ${owner} does not import ${library}`);
    }
  }
  for (const file of SEPARATE) {
    if (!imports.some(({ target }) => target === file)) add(`nothing imports ${file}`);
  }
  for (const file of HEAVY_SUBJECTS) {
    if (heavyInterfaces(product, []).every((reason) => !reason.startsWith(`${file}:`))) {
      add(`${file} loads nothing heavy`);
    }
  }
  const texts = new Map(product.map(([file, source]) => [file, withoutComments(source)]));
  for (const [pattern, ...files] of GLOBALS) {
    for (const file of files) {
      if (!pattern.test(texts.get(file) ?? "")) add(`${file} does not use ${pattern.source}`);
    }
  }
  return unmatched;
}

/** Interfaces of subject folders that statically load a heavy module, besides `exceptions`. */
export function heavyInterfaces(
  sources: readonly Source[],
  exceptions: readonly string[] = HEAVY_SUBJECTS,
): string[] {
  const imports = new Map(
    sources.map(([file, source]) => [
      file,
      importsOf(file, source).filter(({ dynamic, typeOnly }) => !dynamic && !typeOnly),
    ]),
  );
  const isInterface = (file: string) => /^lib\/node\/.+\/mod\.ts$/.test(file);
  return [...imports.keys()].filter((file) => isInterface(file) && !exceptions.includes(file))
    .flatMap((file) => {
      const reached = new Set([file]);
      for (const next of reached) {
        if (!/^lib\/(node|output)\//.test(next)) continue;
        for (const { target } of imports.get(next) ?? []) reached.add(target);
      }
      return [...reached].filter((target) => HEAVY.test(target))
        .map((target) => `${file}:1: loads ${target}; move what needs it to a separate folder`);
    });
}

/** Cycles among modules, each as a path that returns to its start. */
export function cycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
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

/** The files below folders of `root` with one of the endings. */
async function filesBelow(root: string, folders: string[], endings: RegExp): Promise<Source[]> {
  const files: Source[] = [];
  const walk = async (folder: string) => {
    for await (const entry of Deno.readDir(`${root}/${folder}`)) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory) await walk(path);
      else if (endings.test(path)) files.push([path, await Deno.readTextFile(`${root}/${path}`)]);
    }
  };
  for (const folder of folders) await walk(folder);
  return files.sort(([a], [b]) => a < b ? -1 : 1);
}

/** Imports of files that do not exist: the type check accepts them where they are lazy. */
export function missingImports(sources: readonly Source[], files: ReadonlySet<string>): string[] {
  return sources.flatMap(([file, source]) =>
    importsOf(file, source)
      .filter(({ target }) => /^(commands|lib|proto)[/]/.test(target) && !files.has(target))
      .map(({ target, line }) => `${file}:${line}: imports ${target}, which does not exist`)
  );
}

/** Checks the tree below `root`. */
export async function check(root: string): Promise<string[]> {
  const all = await filesBelow(root, ["api", "commands", "lib", "proto"], /(?<!\.d)\.[jt]s$/);
  const main: Source = ["main.ts", await Deno.readTextFile(`${root}/main.ts`)];
  const isGenerated = ([file]: Source) => file.startsWith("proto/gen/");
  const product = [main, ...all.filter((one) => !isGenerated(one))];
  const others = [
    ...all.filter(isGenerated),
    ...await filesBelow(root, ["scripts", "tests"], /\.[jt]s$/),
  ];
  const { imports } = JSON.parse(await Deno.readTextFile(`${root}/deno.json`));
  const graph = new Map(
    product.map(([file, source]) => [file, importsOf(file, source).map(({ target }) => target)]),
  );
  return [
    ...product.flatMap(([file, source]) => violationsOf(file, source)),
    ...heavyInterfaces(product),
    ...missingImports(product, new Set([...product, ...all].map(([file]) => file))),
    ...unmatchedEntries(Object.keys(imports), product, others),
    ...cycles(graph).map((cycle) => `${cycle[0]}:1: cycle ${cycle.join(" → ")}`),
  ];
}

if (import.meta.main) {
  const violations = await check(new URL("..", import.meta.url).pathname);
  for (const violation of violations) console.error(violation);
  if (violations.length > 0) Deno.exit(1);
  console.log("No violation of layers, cycles, lazy commands, libraries or globals.");
}
