/**
 * The architecture as tables: layers, owners of libraries and of the globals of the process.
 *
 * @module
 */

/**
 * The layer of each folder or file. A new folder is added here, and to the table of
 * CONTRIBUTING.md.
 */
export const LAYERS: readonly (readonly [prefix: string, layer: number])[] = [
  ["main.ts", 9],
  ["api/", 8],
  ["commands/", 8],
  ["lib/cli/", 7],
  ["lib/console/", 6],
  ["lib/dashboard/", 6],
  ["lib/procedures/", 5],
  ["lib/targets/", 5],
  ["lib/cluster/", 4],
  ["lib/kubernetes/", 4],
  ["lib/node/", 3],
  ["lib/resource/", 3],
  ["lib/client/", 2],
  ["lib/cluster_file/", 2],
  ["lib/preferences/", 2],
  ["lib/sandbox/", 2],
  ["lib/dashboard_keys/", 1],
  ["lib/encrypted_files/", 1],
  ["lib/osconfig/", 1],
  ["lib/machineconfig/", 1],
  ["lib/pcap/", 1],
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
export const FOUNDATION = [
  "lib/errors.ts",
  "lib/distribution.ts",
  "lib/async/",
  "lib/os_versions/",
  "lib/yaml/",
];

/** Files that run in a browser, which modules import as text. */
export const BROWSER_CODE = "lib/dashboard/web/page/";

/** The folders or files that may import a library, by its name in `deno.json`. */
export const LIBRARIES: readonly (readonly [library: string, ...owners: string[]])[] = [
  ["@bufbuild/cel", "lib/output/expression.ts"],
  ["@bufbuild/cel-spec/", "tests/"],
  ["@clack/prompts", "lib/cli/"],
  ["@cyclonedx/cyclonedx-library", "scripts/"],
  ["@viz-js/viz", "lib/resource/graph_svg.ts"],
  ["@noble/ciphers/", "lib/encrypted_files/sops_value.ts"],
  ["@rgrove/parse-xml", "lib/node/etcd/snapshot/s3_xml.ts"],
  ["acorn", "scripts/compile_hints.ts"],
  ["acorn-walk", "scripts/compile_hints.ts"],
  ["age-encryption", "lib/encrypted_files/", "tests/"],
  ["ajv/", "tests/"],
  ["aws4fetch", "lib/node/etcd/snapshot/s3_client.ts"],
  ["axe-core", "tests/"],
  [
    "diff",
    "lib/machineconfig/diff_configs.ts",
    "lib/procedures/ca_rotation/plan.ts",
    "lib/procedures/kubernetes_upgrade/manifests.ts",
    "lib/sandbox/configuration/machine_config.ts",
  ],
  ["esbuild-wasm", "scripts/minify.ts"],
  ["fast-check", "tests/"],
  ["js-yaml", "lib/yaml/", "tests/"],
  ["kubernetes-types/", "lib/kubernetes/"],
  ["long", "proto/"],
  ["modern-tar", "scripts/npm.ts", "tests/"],
  ["minisearch", "tests/"],
  ["playwright-core", "tests/"],
  ["protobufjs", "scripts/"],
  ["rfc6902", "lib/machineconfig/patch/", "lib/sandbox/kubernetes/patch/"],
  ["scslre", "scripts/regexes.ts"],
  ["semver/", "lib/node/version/is_older.ts"],
  ["typescript", "scripts/regexes.ts", "tests/"],
  ["ws", "lib/kubernetes/exec.ts", "lib/sandbox/kubernetes/exec.ts", "tests/"],
  ["yaml", "tests/"],
  ["yauzl", "lib/procedures/support/read_bundle.ts"],
  ["yazl", "lib/procedures/support/archive.ts"],
];

/**
 * Files of subject folders in `lib/node` that others import instead of `mod.ts`:
 * docs/internals/decisions.md.
 */
export const SEPARATE = [
  "lib/node/images/print_default_images.ts",
  "lib/node/version/check_release.ts",
  "lib/node/version/require_feature.ts",
  "lib/node/version/upgrade_path.ts",
  "lib/node/version/version_skew.ts",
];

/** Modules that no `mod.ts` of a subject folder loads, besides the second list. */
export const HEAVY = /^(node:crypto$|semver\/|lib\/output\/screen\/)/;
export const HEAVY_SUBJECTS = ["lib/node/etcd/snapshot/mod.ts"];

/**
 * Modules of the runtime that no file may import: its HTTP/2 aborts at GOAWAY
 * (denoland/deno#36788).
 */
export const UNUSABLE = /^(node:)?http2$/;

/** Modules that a command file may import statically. */
export const LIGHT =
  /^(lib\/cli\/|lib\/output\/text\.ts|lib\/platform\/unaskable\.ts|lib\/errors\.ts|lib\/distribution\.ts|commands\/(wiring\.ts|(.*\/)?\w*flags\.ts))/;

/**
 * Modules of the runtime with TLS clients, whose default roots may be empty, the exports that are none,
 * and the files that may import others.
 */
export const TLS_CLIENTS:
  readonly (readonly [module: string, others: RegExp, ...files: string[]])[] = [
    [
      "node:tls",
      /^(type |createServer\b)/,
      "lib/platform/tls/connect_node.ts",
      "lib/platform/tls/runtime_roots.ts",
    ],
    [
      "node:https",
      /^(type |createServer\b)/,
      "lib/sandbox/peers/peer_client.ts",
    ],
  ];

/**
 * Folders and files of procedures: options in, events out. No flag, no stream, no terminal and no
 * prompt reaches them.
 */
export const PROCEDURES = ["lib/procedures/"];

/** The file of the system that procedures have; only it imports the whole system. */
export const PROCEDURE_SYSTEM = "lib/procedures/context.ts";

/** Globals of the process, and the files that may use them. */
export const GLOBALS: readonly (readonly [global: RegExp, ...files: string[]])[] = [
  [/\bDeno\.(exit|args)\b/, "main.ts", "lib/platform/real_system.ts"],
  [
    /\bDeno\.(stdin|stdout|stderr|addSignalListener|removeSignalListener|consoleSize)\b/,
    "lib/platform/real_system.ts",
  ],
  [/\bDeno\.env\b/, "lib/platform/real_system.ts", "lib/platform/tls/runtime_roots.ts"],
  [
    /\bDeno\.dlopen\b/,
    "lib/platform/init.ts",
    "lib/platform/tls/system_library.ts",
    "lib/platform/windows_acl.ts",
    "lib/platform/windows_process.ts",
    "lib/sandbox/capture/packet_socket.ts",
  ],
  [
    /\bglobalThis\b/,
    "lib/pki/rsa_generation.ts",
    "lib/platform/real_system.ts",
  ],
  // Their default roots may be empty: others use `System.fetch` and `connectNodeTls`.
  [/(?<![\w.#"])fetch\(|\bDeno\.createHttpClient\b/, "lib/platform/tls/fetch.ts"],
  [/\bDeno\.(connect|start)Tls\b/, "lib/platform/tls/connect_deno.ts"],
  [/\bnew (WebSocket|EventSource)\(/, "lib/kubernetes/exec.ts"],
  [/\bgetCACertificates\b/, "lib/platform/tls/runtime_roots.ts"],
  [/\bDeno\.cwd\b/, "lib/platform/real_system.ts", "lib/platform/files.ts"],
  [
    /\bDeno\.(uid|gid)\b/,
    "lib/cluster/serve_node.ts",
    "lib/platform/partial_files.ts",
    "lib/platform/private_folder.ts",
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
    "lib/procedures/shared_connection/serve.ts",
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
export const FORBIDDEN =
  /\bDeno\.(chdir|umask|exitCode|hostname|osRelease|osUptime|loadavg|systemMemoryInfo)\b|\bconsole\.\w+\(|(?<![\w.#"])(process\.(argv|cwd|env|exit|exitCode|kill|on|platform|std\w+)\b|localStorage\b)/;

/** Maximum number of lines of `main.ts`. */
export const MAX_MAIN_LINES = 30;
