/** Plans, snapshots and applications of a cluster file by Jobs and CronJobs of the cluster. */
import { deepEqual, equal, match, ok } from "node:assert/strict";
import { type Json, type KubernetesPeer, openKubernetes } from "../helpers/kubernetes.ts";
import { countByNode } from "../helpers/quorum_watcher.ts";
import {
  IN_CLUSTER,
  NAMESPACE,
  permitPods,
  podProcesses,
  readRolloutData,
} from "../helpers/rollouts.ts";
import { S3_ENV, startS3 } from "../helpers/s3_server.ts";
import { type Sandbox, withSandbox } from "../helpers/sandbox.ts";
import { until } from "../helpers/until.ts";

const JOBS = `/apis/batch/v1/namespaces/${NAMESPACE}/jobs`;
const CRON_JOBS = `/apis/batch/v1/namespaces/${NAMESPACE}/cronjobs`;

/** Writes the cluster file of the running cluster. */
async function importCluster({ run }: Sandbox): Promise<void> {
  const { code, stderr } = await run(["cluster", "import", "-n", "@all"]);
  equal(code, 0, stderr);
}

/** Runs a CronJob now, as `kubectl create job --from` does, and returns its Job when it has ended. */
async function runNow(peer: KubernetesPeer, cronJob: string, name: string): Promise<Json> {
  const { spec } = await peer.get(`${CRON_JOBS}/${cronJob}`);
  const { status, text } = await peer.call("POST", JOBS, {
    body: { metadata: { name }, spec: spec.jobTemplate.spec },
  });
  ok(status < 300, text);
  return await ended(peer, name);
}

/** Returns the metrics of a run when it has ended, and the serving of them. */
async function endMetrics(
  sandbox: Sandbox,
  peer: KubernetesPeer,
  job: string,
): Promise<string> {
  const pods = `/api/v1/namespaces/${NAMESPACE}/pods`;
  const { items: [pod] } = await until(
    () => peer.get(`${pods}?labelSelector=job-name%3D${job}`),
    ({ items }) => items[0]?.status.podIP !== undefined,
  );
  const text = await until(async () => {
    try {
      return await (await fetch(`http://${pod.status.podIP}:9464/metrics`)).text();
    } catch (error) {
      if (error instanceof TypeError) return ""; // it does not listen yet
      throw error;
    }
  }, (metrics) => metrics.includes("osctl_task_last_run_timestamp_seconds"));
  await until(
    () => readRolloutData(peer, "osctl-plan"),
    ({ pod: name }) => name === pod.metadata.name,
  );
  for (const pid of podProcesses(sandbox)) Deno.kill(pid, "SIGTERM");
  return text;
}

async function ended(peer: KubernetesPeer, name: string): Promise<Json> {
  const job = await until(() => peer.get(`${JOBS}/${name}`), ({ status }) => {
    return status?.conditions?.length > 0;
  });
  return job.status.conditions[0].type;
}

Deno.test("CronJobs find a changed node, and store snapshots of etcd", async () => {
  const options = { controlPlanes: 1, workers: 1, runsPods: true, podReadyMs: 100 };
  await withSandbox(options, async (sandbox) => {
    const { run, home, workers } = sandbox;
    await permitPods(sandbox, "os:admin", "os:etcd:backup");
    await importCluster(sandbox);
    const peer = await openKubernetes(sandbox);
    const watch = ["cluster", "watch", "--schedule=0 3 * * *", "--file=cluster.yaml"];
    const snapshots = ["--snapshot-schedule=30 2 * * *", "--claim=snapshots", "--keep=1"];
    const refused = async (args: readonly string[], code: number, text: RegExp) => {
      const outcome = await run(args);
      equal(outcome.code, code, outcome.stderr);
      match(outcome.stderr, text);
    };
    await refused(watch, 2, /cluster watch requires --in-cluster/);
    await refused(["cluster", "watch", ...IN_CLUSTER], 2, /no --schedule and no --snapshot/);
    const wrong = ["cluster", "watch", ...IN_CLUSTER, "--schedule=61 * * * *"];
    await refused(wrong, 2, /invalid schedule "61 \* \* \* \*": "61" is no minute/);
    const all = [...watch, ...snapshots, "--metrics-port=9464", "--var=A=b", ...IN_CLUSTER];
    await refused(all, 2, /A/);
    await Deno.writeTextFile(`${home}/cluster.yaml`, "variables: { A: a }\n", { append: true });
    await refused(all, 1, /no claim "snapshots" in namespace "osctl-system"/);
    const printed = await run([...all, "--manifests", "--pod-namespace=osctl-system"]);
    equal(printed.code, 0, printed.stderr);
    equal(printed.stdout.match(/kind: CronJob/g)?.length, 2);
    equal(printed.stdout.match(/kind: Namespace/g)?.length, 1);
    await peer.call("POST", "/api/v1/namespaces", { body: { metadata: { name: NAMESPACE } } });
    const claim = await peer.call(
      "POST",
      `/api/v1/namespaces/${NAMESPACE}/persistentvolumeclaims`,
      {
        body: {
          metadata: { name: "snapshots" },
          spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
        },
      },
    );
    ok(claim.status < 300, claim.text);
    const created = await run(all);
    equal(created.code, 0, created.stderr);
    deepEqual(created.stdout.trim().split("\n"), ["osctl-plan", "osctl-snapshot"]);
    match(created.stderr, /CronJob osctl-plan: next run \S+T03:00:00/);
    const first = runNow(peer, "osctl-plan", "first");
    await endMetrics(sandbox, peer, "first");
    equal(await first, "Complete");
    equal((await readRolloutData(peer, "osctl-plan")).state, "ok");
    const hostname = { machine: { nodeLabels: { rack: "r1" } } };
    const patch = ["patch", "machineconfig", "-n", workers[0]!.address, "--patch"];
    equal((await run([...patch, JSON.stringify(hostname)])).code, 0);
    const second = runNow(peer, "osctl-plan", "second");
    match(await endMetrics(sandbox, peer, "second"), /^osctl_cluster_drift 1$/m);
    equal(await second, "Failed");
    const { state, message, metrics } = await readRolloutData(peer, "osctl-plan");
    deepEqual([state, message], ["drift", "the cluster differs from its file"]);
    match(metrics, /^osctl_cluster_nodes\{state="different"\} 1$/m);
    match(metrics, /^osctl_cluster_drift 1$/m);
    const { items } = await peer.get(`/api/v1/namespaces/${NAMESPACE}/events`);
    const reasons = items.filter((one: Json) => one.source?.component === "osctl")
      .map(({ reason }: Json) => reason);
    deepEqual(reasons.toSorted(), ["AsDeclared", "Drift"]);
    for (const name of ["third", "fourth"]) {
      equal(await runNow(peer, "osctl-snapshot", name), "Complete");
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
    equal((await readRolloutData(peer, "osctl-snapshot")).state, "ok");
    const folder = `${home}/nodes/pods/claims/${NAMESPACE}/snapshots`;
    const files = [...Deno.readDirSync(folder)].map(({ name }) => name);
    equal(files.length, 1, files.join());
    match(files[0]!, /^etcd-\d{8}T\d{6}Z\.db$/);
  });
});

Deno.test("a Job applies the cluster file, compares it, and saves a snapshot", async () => {
  const options = { controlPlanes: 1, workers: 2, runsPods: true, podReadyMs: 100 };
  await withSandbox(options, async (sandbox) => {
    const { run, home, cluster, nodes } = sandbox;
    await permitPods(sandbox, "os:admin", "os:etcd:backup");
    await importCluster(sandbox);
    const peer = await openKubernetes(sandbox);
    const file = `${home}/cluster.yaml`;
    const text = await Deno.readTextFile(file);
    const label =
      `patches:\n  - merge: { machine: { nodeLabels: { rack: "\${RACK}-\${SIDE}" } } }\n`;
    const variables = `variables:\n  RACK:\n  SIDE: left\n${label}`;
    await Deno.writeTextFile(file, text.replaceAll("v1.8.0-alpha.2", "v1.8.1") + variables);
    const unset = await run(["cluster", "apply", "--accept-quorum-loss", ...IN_CLUSTER]);
    match(unset.stderr, /the variable RACK has no value; set it with --var RACK=VALUE/);
    const env = { RACK: "r9-secret" };
    const different = await run(["cluster", "plan", "--var=SIDE=right"], { env });
    equal(different.code, 2, different.stderr);
    const before = countByNode(await cluster.readHistory(), "boot");
    const flags = ["--pod-namespace=osctl-system", ...IN_CLUSTER];
    const apply = ["cluster", "apply", "--timeout=5m", "--accept-quorum-loss", ...flags];
    const resumed = await run([...apply, "--resume=x.json"]);
    match(resumed.stderr, /--in-cluster cannot be combined with --resume/);
    const given = [...apply, "--var=SIDE=right"];
    const printed = await run([...given, "--manifests", "--drain-timeout=1m"], { env });
    match(printed.stdout, /name: osctl-apply/);
    equal(printed.stdout.match(/r9-secret/g)?.length, 1);
    match(printed.stdout, /--var=SIDE=\$\(OSCTL_VAR_SIDE\)/);
    const launched = await run([...given, "--yes"], { env });
    equal(launched.code, 0, launched.stderr);
    const status = await run(["rollout", "status", launched.stdout.trim()]);
    equal(status.code, 0, status.stderr);
    const plan = await run(["cluster", "plan", "--var=SIDE=right"], { env });
    equal(plan.code, 0, plan.stdout);
    const labels = await run(["get", "mc", "-n", nodes[0]!.address, "-o", "yaml"]);
    match(labels.stdout, /rack: r9-secret-right/);
    const after = countByNode(await cluster.readHistory(), "boot");
    for (const { name } of nodes) equal(after[name]! - before[name]!, 1, name);
    const compared = await run(["cluster", "plan", "--var=SIDE=right", ...flags], { env });
    equal(compared.code, 0, compared.stderr);
    equal(await ended(peer, compared.stdout.trim()), "Complete");
    const manifests = await run(["cluster", "plan", ...flags, "--manifests"], { env });
    match(manifests.stdout, /kind: Job/);
    const out = await run(["cluster", "plan", ...flags, "--out=p.json"], { env });
    match(out.stderr, /--in-cluster cannot be combined with --out/);
    const snapshot = ["etcd", "snapshot", "daily", "--keep=2", ...flags];
    match((await run(snapshot)).stderr, /a snapshot in the cluster requires --claim/);
    const claimed = [...snapshot, "--claim=snapshots"];
    match((await run([...claimed, "--manifests"])).stdout, /claimName: snapshots/);
    const outside = await run(["etcd", "snapshot", "x.db", "--claim=snapshots"]);
    match(outside.stderr, /--claim requires --in-cluster/);
  });
});

Deno.test("a CronJob stores snapshots in an object store, and retains the newest", async () => {
  const options = { controlPlanes: 1, workers: 1, runsPods: true, podReadyMs: 100 };
  await withSandbox(options, async (sandbox) => {
    const { run, nodes: [node] } = sandbox;
    await permitPods(sandbox, "os:etcd:backup");
    const peer = await openKubernetes(sandbox);
    await using store = startS3(["backups"], { hostname: node!.address, region: "eu-west-1" });
    const s3 = ["--s3-region=eu-west-1", `--s3-endpoint=${store.url}`];
    const watch = ["cluster", "watch", "--snapshot-schedule=30 2 * * *", "--keep=1", ...IN_CLUSTER];
    const folder = [...watch, "--snapshot-store=s3://backups/lab/", ...s3];
    const refused = async (args: readonly string[], code: number, text: RegExp) => {
      const outcome = await run(args);
      equal(outcome.code, code, outcome.stderr);
      match(outcome.stderr, text);
    };
    await refused([...watch, "--snapshot-store=s3://backups/x"], 2, /invalid --snapshot-store/);
    await refused(folder, 2, /a snapshot in an object store requires --s3-secret/);
    const secret = [...folder, "--s3-secret=backups"];
    await refused([...secret, "--claim=x"], 2, /stored in a claim or an object store/);
    await refused(secret, 1, /no Secret "backups" in namespace "osctl-system"; kubectl create/);
    await peer.call("POST", "/api/v1/namespaces", { body: { metadata: { name: NAMESPACE } } });
    const create = async (stringData: Readonly<Record<string, string>>) => {
      const path = `/api/v1/namespaces/${NAMESPACE}/secrets`;
      await peer.call("DELETE", `${path}/backups`);
      const body = { metadata: { name: "backups" }, stringData };
      const { status, text } = await peer.call("POST", path, { body });
      ok(status < 300, text);
    };
    await create({ AWS_ACCESS_KEY_ID: "a" });
    await refused(secret, 1, /no AWS_SECRET_ACCESS_KEY in Secret "backups"/);
    await create(S3_ENV);
    const created = await run(secret);
    equal(created.code, 0, created.stderr);
    for (const name of ["first", "second"]) {
      equal(await runNow(peer, "osctl-snapshot", name), "Complete");
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
    const [key, ...others] = [...store.objects.keys()];
    deepEqual(others, []);
    match(key!, /^backups\/lab\/etcd-\d{8}T\d{6}Z\.db$/);
    const once = ["etcd", "snapshot", "s3://backups/x.db", ...s3, "--s3-secret=backups"];
    const launched = await run([...once, ...IN_CLUSTER]);
    equal(launched.code, 0, launched.stderr);
    equal(await ended(peer, launched.stdout.trim()), "Complete");
    ok(store.objects.has("backups/x.db"));
    await refused(once, 2, /--s3-secret requires --in-cluster/);
  });
});

Deno.test("a snapshot is streamed to an object store", async () => {
  await withSandbox({}, async ({ run, home, nodes: [node] }) => {
    await using store = startS3(["backups"]);
    const env = { ...S3_ENV, AWS_ENDPOINT_URL_S3: store.url };
    const args = ["etcd", "snapshot", "s3://backups/lab.db", "-n", node!.address];
    const saved = await run(args, { env });
    equal(saved.code, 0, saved.stderr);
    match(
      saved.stdout,
      /saved to "s3:\/\/backups\/lab\.db" \(\d+ bytes\)\n.* SHA-256 [0-9a-f]{64}\n$/,
    );
    await Deno.writeFile(`${home}/lab.db`, store.objects.get("backups/lab.db")!);
    const { stdout } = await run([...args, "-o", "json"], { env });
    const [{ hash, bytes, digest }] = JSON.parse(stdout);
    deepEqual([hash, bytes], [null, store.objects.get("backups/lab.db")!.length]);
    match(saved.stdout, new RegExp(digest.replace("sha256:", "")));
    const none = await run(args);
    match(none.stderr, /no credentials of the object store: AWS_ACCESS_KEY_ID and AWS_SECRET/);
  });
});

Deno.test("a snapshot in a folder is named by its time", async () => {
  await withSandbox({}, async ({ run, home, nodes }) => {
    const args = ["etcd", "snapshot", "backups/", "-n", nodes[0]!.address, "--keep=1"];
    const { code, stdout, stderr } = await run(args);
    equal(code, 0, stderr);
    match(stdout, /backups\/etcd-\d{8}T\d{6}Z\.db/);
    equal([...Deno.readDirSync(`${home}/backups`)].length, 1);
  });
});
