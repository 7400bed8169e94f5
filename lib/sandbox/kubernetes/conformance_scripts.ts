/**
 * Scripts of the images of `osctl conformance kubernetes`: a run completes without executing a
 * test.
 *
 * @module
 */
import type { ContainerScript } from "./container_scripts.ts";

const LOG = ["no process runs in the sandbox, and no test", "Will run 0 of 0 specs"];
const END_MS = 1000;
const FOLDER = "/tmp/results/";
const FILES: ReadonlyMap<string, string> = new Map([
  [`${FOLDER}e2e.log`, LOG.map((line) => `${line}\n`).join("")],
  [`${FOLDER}junit_01.xml`, `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites tests="0"/>\n`],
]);

/** Scripts of the tests and of the container that reads their results. */
export const CONFORMANCE_SCRIPTS: readonly ContainerScript[] = [{
  repository: "registry.k8s.io/conformance",
  run: () => ({
    log: LOG.map((text) => ({ afterMs: 0, text })),
    exit: { afterMs: END_MS, code: 0 },
  }),
}, {
  repository: "registry.k8s.io/e2e-test-images/busybox",
  run: () => ({ log: [] }),
  exec([program, path = "", ...more]) {
    if (program !== "cat" || more.length > 0) {
      return { stderr: "no process runs in the sandbox\n", code: 126 };
    }
    const stdout = FILES.get(path);
    return stdout === undefined
      ? { stderr: `cat: ${path}: No such file or directory\n`, code: 1 }
      : { stdout, code: 0 };
  },
}];
