/**
 * kubectl against the Kubernetes API of the sandbox. Runs where `OSCTL_KUBECTL` or `PATH` names its
 * executable.
 */
import assert from "node:assert/strict";
import { openKubernetes } from "../helpers/kubernetes.ts";
import { withSandbox } from "../helpers/sandbox.ts";

const kubectl = await findKubectl();
const skipped = " (skipped: no kubectl in PATH, and OSCTL_KUBECTL is not set)";
const titled = (name: string) => kubectl === undefined ? name + skipped : name;

async function findKubectl(): Promise<string | undefined> {
  const given = Deno.env.get("OSCTL_KUBECTL");
  if (given !== undefined) return given;
  for (const folder of (Deno.env.get("PATH") ?? "").split(":")) {
    const path = `${folder}/kubectl`;
    try {
      if ((await Deno.stat(path)).isFile) return path;
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
  return undefined;
}

/** Runs kubectl; returns its output after success. */
type Run = (line: string, options?: { stdin?: string; fails?: boolean }) => Promise<string>;

const MANIFEST = `
apiVersion: v1
kind: Namespace
metadata: {name: shop}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - {name: web, image: registry.example/web:1, env: [{name: A, value: "1"}]}
`;

Deno.test({
  name: titled("kubectl manages objects of a sandbox cluster"),
  ignore: kubectl === undefined,
  fn: (t) =>
    withSandbox({ workers: 1 }, async (sandbox) => {
      const { kubeconfig, server } = await openKubernetes(sandbox);
      const env = { HOME: sandbox.home, KUBECONFIG: kubeconfig };
      const start = (line: string, stdin: "piped" | "null") =>
        new Deno.Command(kubectl!, {
          args: line.split(" "),
          env,
          stdin,
          stdout: "piped",
          stderr: "piped",
        }).spawn();
      const run: Run = async (line, { stdin, fails = false } = {}) => {
        const child = start(line, stdin === undefined ? "null" : "piped");
        if (stdin !== undefined) {
          const writer = child.stdin.getWriter();
          await writer.write(new TextEncoder().encode(stdin));
          await writer.close();
        }
        const { code, stdout, stderr } = await child.output();
        const text = new TextDecoder();
        const output = text.decode(stdout);
        assert.equal(code !== 0, fails, `kubectl ${line}: ${text.decode(stderr)}${output}`);
        return fails ? text.decode(stderr) : output;
      };
      const rollout = () => run("rollout status deployment/web -n shop --timeout=30s");

      await t.step("version, api-resources and get print the cluster", async () => {
        assert.match(await run("get --raw /version"), /"gitVersion":"v1\.31\./);
        assert.match(
          await run("api-resources --api-group=apps"),
          /^deployments +deploy +apps\/v1/m,
        );
        const nodes = await run("get nodes -o wide");
        assert.match(nodes, /^test-controlplane-1 +Ready +control-plane +\d+s +v1\.31\.\d+ /m);
        assert.match(nodes, /^test-worker-1 +Ready +<none> /m);
        await run("wait pods --all -n kube-system --for=condition=Ready --timeout=60s");
        const pods = await run("get pods -n kube-system");
        assert.match(pods, /^kube-apiserver-test-controlplane-1 +1\/1 +Running +0 +\d+s$/m);
        assert.match(await run("cluster-info"), new RegExp(RegExp.escape(server)));
      });

      await t.step("describe prints conditions, pods and events", async () => {
        const node = await run("describe node test-worker-1");
        assert.match(node, /^ {2}Ready +True .* kubelet is posting ready status$/m);
        assert.match(node, /^ {2}kube-system +kube-proxy-\w+ /m);
        assert.match(node, /NodeReady/);
      });

      await t.step("exec prints the output and exit code of a command", async () => {
        const pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: box}\nspec:\n  containers:\n" +
          "  - {name: a, image: registry.example/a:1}\n" +
          "  - {name: b, image: registry.k8s.io/e2e-test-images/busybox:1}\n";
        await run("apply -f -", { stdin: pod });
        await run("wait --for=condition=Ready pod/box --timeout=30s");
        const results = "exec box -c b -- cat /tmp/results/";
        assert.match(
          await run(`${results}e2e.log`),
          /^no process runs .*\nWill run 0 of 0 specs\n$/,
        );
        assert.match(
          await run(`${results}none`, { fails: true }),
          /No such file.*\n.*exit code 1\n/,
        );
        assert.match(await run("exec box -c a -- ls", { fails: true }), /exit code 126\n$/);
        await run("delete pod box --now");
      });

      await t.step("apply creates objects, and changes nothing the second time", async () => {
        const first = await run("apply -f -", { stdin: MANIFEST });
        assert.equal(first, "namespace/shop created\ndeployment.apps/web created\n");
        assert.match(await rollout(), /successfully rolled out/);
        const second = await run("apply -f -", { stdin: MANIFEST });
        assert.equal(second, "namespace/shop unchanged\ndeployment.apps/web unchanged\n");
      });

      await t.step("apply, set and rollout undo change the pods", async () => {
        const changed = MANIFEST.replace("web:1", "web:2").replace('"1"', '"2"');
        assert.match(await run("apply -f -", { stdin: changed }), /web configured/);
        await rollout();
        const template = "jsonpath={.items[*].spec.containers[0].image}";
        const images = async () =>
          (await run(`get pods -n shop -l app=web -o ${template}`)).split(" ");
        assert.deepEqual(await images(), Array(2).fill("registry.example/web:2"));
        await run("set image deployment/web web=registry.example/web:3 -n shop");
        await rollout();
        await run("rollout undo deployment/web -n shop");
        await rollout();
        assert.deepEqual(await images(), Array(2).fill("registry.example/web:2"));
      });

      await t.step("scale, label and annotate change objects", async () => {
        await run("scale deployment/web --replicas=3 -n shop");
        await rollout();
        assert.match(await run("get deployment web -n shop"), /^web +3\/3 +3 +3 /m);
        await run("label node test-worker-1 disk=ssd");
        await run("annotate namespace shop owner=test");
        assert.match(await run("get nodes -l disk=ssd -o name"), /^node\/test-worker-1\n$/);
      });

      await t.step("server-side apply reports a conflict, and --force-conflicts wins", async () => {
        const changed = MANIFEST.replace("replicas: 2", "replicas: 1");
        const options = "apply --server-side --field-manager=other -f -";
        const failure = await run(options, { stdin: changed, fails: true });
        assert.match(failure, /conflict.* "kubectl/);
        assert.match(failure, /\.spec\.replicas/);
        await run(`${options} --force-conflicts`, { stdin: changed });
        await rollout();
        assert.match(await run("get deployment web -n shop"), /^web +1\/1 /m);
      });

      await t.step("a dry run stores nothing", async () => {
        const dry = "create configmap one --from-literal=a=b --dry-run=server -o name";
        assert.equal(await run(dry), "configmap/one\n");
        assert.match(await run("get configmap one", { fails: true }), /NotFound/);
      });

      await t.step("logs print the start of the container", async () => {
        assert.match(await run("logs deployment/web -n shop"), /^container web started;/);
      });

      await t.step("get -w reports changes", async () => {
        const watch = start("get configmaps -w -o name", "null");
        const reader = watch.stdout.pipeThrough(new TextDecoderStream()).getReader();
        let text = (await reader.read()).value ?? "";
        await run("create configmap two --from-literal=a=b");
        while (!text.includes("configmap/two")) {
          const { value, done } = await reader.read();
          assert.ok(!done, text);
          text += value;
        }
        watch.kill("SIGTERM");
        await reader.cancel();
        await watch.stderr.cancel();
        await watch.status;
      });

      await t.step("drain evicts pods and cordons, uncordon ends it", async () => {
        await run("scale deployment/web --replicas=2 -n shop");
        await rollout();
        const drained = await run("drain test-worker-1 --ignore-daemonsets --timeout=30s");
        assert.match(drained, /^pod\/web-\S+ evicted$/m);
        assert.match(drained, /^node\/test-worker-1 drained$/m);
        assert.match(await run("get nodes"), /^test-worker-1 +Ready,SchedulingDisabled /m);
        assert.match(await run("get pods -n shop"), /^web-\S+ +0\/1 +Pending /m);
        await run("uncordon test-worker-1");
        await rollout();
      });

      await t.step("delete removes a namespace with its content", async () => {
        await run("delete namespace shop --timeout=30s");
        assert.match(await run("get namespace shop", { fails: true }), /NotFound/);
        assert.equal(await run("get pods -A -l app=web -o name"), "");
      });

      await t.step("auth answers for the administrator", async () => {
        assert.equal(await run("auth can-i create deployments"), "yes\n");
        assert.match(await run("auth whoami"), /^Username +admin$/m);
      });
    }),
});
