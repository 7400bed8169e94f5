/** Containers of conformance runs on the sandbox. */
import type {
  CommandResult,
  ContainerScript,
  LogLine,
} from "../../lib/sandbox/kubernetes/container_scripts.ts";
import { type JsonMap, mapsAt, stringAt } from "../../lib/sandbox/objects/objects.ts";

/** A run of the tests. */
export interface TestRun {
  readonly log: readonly LogLine[];
  /** When the tests end; never when undefined. */
  readonly endMs?: number;
  readonly exitCode?: number;
  /** Results by file name. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Returns the value of a variable of a container. */
export function envOf(container: JsonMap, name: string): string {
  const found = mapsAt(container, "env").find((one) => one["name"] === name);
  return stringAt(found, "value");
}

/** Returns scripts of the containers; `run` defines a run by its focus. */
export function conformanceScripts(run: (focus: string) => TestRun): ContainerScript[] {
  return [{
    repository: "registry.k8s.io/conformance",
    run(container) {
      const { log, endMs, exitCode = 0 } = run(envOf(container, "E2E_FOCUS"));
      return { log, ...(endMs === undefined ? {} : { exit: { afterMs: endMs, code: exitCode } }) };
    },
  }, {
    repository: "registry.k8s.io/e2e-test-images/busybox",
    run: () => ({ log: [] }),
    exec([program, path = "", ...more], _container, pod): CommandResult {
      if (program !== "cat" || more.length > 0) return { stderr: "not found\n", code: 127 };
      const tests = mapsAt(pod, "containers").find((one) =>
        stringAt(one, "image").includes("/conformance:")
      )!;
      const { files = {} } = run(envOf(tests, "E2E_FOCUS"));
      const content = files[path.replace(/^\/tmp\/results\//, "")];
      return content === undefined
        ? { stderr: `cat: can't open '${path}': No such file or directory\n`, code: 1 }
        : { stdout: content, code: 0 };
    },
  }];
}
