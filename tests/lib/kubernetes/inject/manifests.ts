/** Manifests of every kind, with comments, and in every style of YAML. */

/** Manifests to inject service accounts into. */
export interface ManifestCase {
  readonly name: string;
  readonly text: string;
  /** Why the result of talosctl differs. */
  readonly differs?: string;
}

const CONTAINERS = `containers:
- name: app # the program
  image: alpine:3
  env: [{name: MODE, value: "on"}]
- name: side
  image: busybox
  volumeMounts:
  - name: cache
    mountPath: /cache
volumes:
- name: cache
  emptyDir: {}`;

function indent(text: string, columns: number): string {
  return text.replaceAll(/^/gm, " ".repeat(columns));
}

function template(kind: string, columns = 4): string {
  return `apiVersion: ${kind.includes("Job") ? "batch/v1" : "apps/v1"}
kind: ${kind}
metadata:
  name: web
  labels: {app: web}
spec: # of the ${kind}
  template:
    metadata: {labels: {app: web}}
    spec:
${indent(CONTAINERS, columns + 2)}
`;
}

const POD = `# A pod.
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  # First of all.
  initContainers:
    - name: init
      image: busybox
${indent(CONTAINERS, 2)}
`;

const ACCOUNT = `apiVersion: talos.dev/v1alpha1
kind: ServiceAccount
metadata:
  name: web-talos-secrets
spec:
  roles: [os:etcd:backup] # from before
`;

const CRON_JOB = `apiVersion: batch/v1
kind: CronJob
metadata: {name: nightly, namespace: jobs}
spec:
  schedule: "*/5 * * * *"
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: Never
${indent(CONTAINERS, 10)}
`;

/** All cases. */
export const MANIFESTS: readonly ManifestCase[] = [
  { name: "a Pod", text: POD },
  ...["Deployment", "StatefulSet", "DaemonSet", "Job"].map((kind) => ({
    name: `a ${kind}`,
    text: template(kind),
  })),
  { name: "a CronJob in a namespace", text: CRON_JOB },
  { name: "several workloads of one name", text: [POD, template("Deployment")].join("---\n") },
  {
    name: "several documents, empty ones among them",
    text: ["---\n", CRON_JOB, "# nothing\n", POD, ""].join("---\n"),
  },
  {
    name: "other objects",
    text: `# settings
kind: ConfigMap
apiVersion: v1
metadata: {name: c}
data: {b: "1", a: 'x'}
---
${template("Deployment")}`,
  },
  {
    name: "entries of the same names",
    text: `apiVersion: v1
kind: Pod
metadata: {name: old}
spec:
  volumes:
    - name: talos-secrets # replaced
      emptyDir: {}
    - name: other
      emptyDir: {}
  containers:
    - name: one
      image: i
      volumeMounts:
        - {name: talos-secrets, mountPath: /old, readOnly: true}
        - {name: other, mountPath: /other}
    - name: two
      image: i
      volumeMounts: []
`,
  },
  {
    name: "JSON",
    text:
      `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"j"},"spec":{"containers":[{"name":"c","image":"i"}]}}`,
  },
  {
    name: "anchors and merge keys",
    text: `apiVersion: v1
kind: Pod
metadata: {name: anchors}
spec:
  containers:
    - &base
      name: one
      image: i
      volumeMounts: &mounts
        - {name: cache, mountPath: /cache}
    - <<: *base
      name: two
    - name: three
      image: i
      volumeMounts: *mounts
  volumes: [{name: cache, emptyDir: {}}]
`,
  },
  { name: "CRLF line breaks", text: POD.replaceAll("\n", "\r\n") },
  { name: "no pod specification", text: "apiVersion: v1\nkind: Pod\nmetadata: {name: bare}\n" },
  {
    name: "no name",
    text: "apiVersion: v1\nkind: Pod\nmetadata: {generateName: g-}\nspec: {containers: []}\n",
  },
  { name: "a service account before its workload", text: `${ACCOUNT}---\n${POD}` },
  { name: "a service account after its workload", text: `${POD}---\n${ACCOUNT}` },
  {
    name: "service accounts before and after",
    text: `${ACCOUNT}---\n${POD}---\n${ACCOUNT}`,
  },
  {
    name: "two service accounts after",
    text: `${POD}---\n${ACCOUNT}---\n${ACCOUNT}`,
  },
  {
    name: "a service account in another namespace",
    text: `${POD}---\n${ACCOUNT.replace("metadata:", "metadata:\n  namespace: other")}`,
  },
  {
    name: "a service account of the workload's own name",
    text: `${POD}---\n${ACCOUNT.replace("web-talos-secrets", "web")}`,
    differs: "removes it",
  },
  {
    name: "labels of a service account",
    text: `${POD}---\n${ACCOUNT.replace("metadata:", "metadata:\n  labels: {team: a}")}`,
    differs: "removes them",
  },
  {
    name: "an unknown field",
    text: POD.replace("spec:", "spec:\n  novelty: true"),
    differs: "removes it",
  },
  {
    name: "a number as text",
    text: POD.replace("image: alpine:3", `image: alpine:3\n    ports: [{containerPort: "80"}]`),
    differs: "injects nothing",
  },
];
