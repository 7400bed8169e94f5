import { deepStrictEqual, ok } from "node:assert/strict";

interface Dependency {
  readonly code?: { readonly specifier?: string };
  readonly isDynamic?: boolean;
}

/** A module in the output of `deno info --json`. */
interface ModuleInfo {
  readonly specifier: string;
  readonly dependencies?: readonly Dependency[];
}

const ROOT = new URL("../..", import.meta.url).href;
const KUBERNETES = `${ROOT}lib/kubernetes/`;

interface Imports {
  /** Specifiers of modules that are loaded with the module. */
  readonly eager: readonly string[];
  /** Specifiers of modules that are loaded on demand. */
  readonly lazy: readonly string[];
}

/** Returns the imports of each module of the program. */
async function readImports(): Promise<ReadonlyMap<string, Imports>> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", "main.ts"],
    cwd: new URL(ROOT),
  }).output();
  deepStrictEqual(code, 0, new TextDecoder().decode(stderr));
  const { modules } = JSON.parse(new TextDecoder().decode(stdout)) as { modules: ModuleInfo[] };
  const specifiers = (dependencies: readonly Dependency[]) =>
    dependencies.flatMap(({ code }) => code?.specifier ?? []);
  return new Map(modules.map(({ specifier, dependencies = [] }) => [specifier, {
    eager: specifiers(dependencies.filter(({ isDynamic }) => !isDynamic)),
    lazy: specifiers(dependencies.filter(({ isDynamic }) => isDynamic)),
  }]));
}

/** Returns the modules and all that they import. */
function closureOf(
  starts: readonly string[],
  importsOf: (module: string) => readonly string[],
): ReadonlySet<string> {
  const found = new Set(starts);
  for (const module of found) for (const next of importsOf(module)) found.add(next);
  return found;
}

Deno.test("only commands that use Kubernetes can load its modules", async () => {
  const imports = await readImports();
  const all = (module: string) => {
    // Loaded for targets by label only.
    if (module.endsWith("lib/targets/read_labels.ts")) return [];
    const { eager = [], lazy = [] } = imports.get(module) ?? {};
    return [...eager, ...lazy];
  };
  const reaches = (start: string) =>
    [...closureOf([start], all)].some((module) => module.startsWith(KUBERNETES));
  const commands = [...imports.keys()].filter((module) =>
    module.startsWith(`${ROOT}commands/`) && !/\/(?:mod|tree|load_tree)\.ts$/.test(module)
  );
  ok(commands.length > 50, `${commands.length} modules of commands`);
  deepStrictEqual(
    commands.filter(reaches).map((module) => module.slice(`${ROOT}commands/`.length)).toSorted(),
    [
      "apply_config.ts",
      // Gates of rolling changes.
      "apply_flags.ts",
      "cluster/apply.ts",
      "cluster/create.ts",
      "cluster/destroy.ts",
      "cluster/node_run.ts",
      "cluster/plan.ts",
      "cluster/sandbox_run.ts",
      "cluster/watch.ts",
      "conformance/kubernetes.ts",
      "cordon.ts",
      // Drains and cordons by its actions.
      "dashboard.ts",
      "diagnose.ts",
      "drain.ts",
      "edit.ts",
      "etcd/snapshot.ts",
      "health.ts",
      "inject/serviceaccount.ts",
      "kubeconfig.ts",
      "patch.ts",
      "reboot.ts",
      "reset.ts",
      "rolling_flags.ts",
      ...["list", "logs", "pause", "resume", "status", "stop"].map((name) => `rollout/${name}.ts`),
      "rotate_ca.ts",
      "rotation_flags.ts",
      "shutdown.ts",
      "support.ts",
      "uncordon.ts",
      "upgrade.ts",
      "upgrade_k8s.ts",
      // Diagnoses when its time is over.
      "wait.ts",
    ],
  );
});

Deno.test("get, list and version of a node load no YAML library", async () => {
  const imports = await readImports();
  const eager = (module: string) => imports.get(module)?.eager ?? [];
  const loadsYaml = (command: string) => {
    const start = `${ROOT}commands/${command}.ts`;
    const loaded = closureOf([start, ...imports.get(start)!.lazy], eager);
    return [...loaded].some((module) => module.startsWith("npm:js-yaml"));
  };
  deepStrictEqual(["get", "list", "version", "validate"].map(loadsYaml), [
    ...[false, false, false],
    true,
  ]);
});
