/**
 * The objects of a conformance run: a namespace, RBAC, and a pod with the tests. Names and fields are
 * as in hydrophone, so that both find the leftovers of the other.
 *
 * @module
 */
import type {
  ClusterRole,
  ClusterRoleBinding,
  KubernetesObject,
  Namespace,
  Pod,
  ServiceAccount,
} from "../../kubernetes/objects.ts";

export const NAMESPACE = "conformance";
export const POD_NAME = "e2e-conformance-test";
export const ACCOUNT_NAME = "conformance-serviceaccount";
export const ROLE_NAME = `conformance-serviceaccount:${NAMESPACE}`;
export const BINDING_NAME = `conformance-serviceaccount-role:${NAMESPACE}`;
/** The container of the tests. */
export const TEST_CONTAINER = "conformance-container";
/** The container that outlives the tests, to read the results. */
export const OUTPUT_CONTAINER = "output-container";
export const RESULTS_FOLDER = "/tmp/results";
export const LABELS = { component: "conformance" } as const;

const RBAC_GROUP = "rbac.authorization.k8s.io";
const BUSYBOX_IMAGE = "registry.k8s.io/e2e-test-images/busybox:1.36.1-1";
/** Verbosity of the tests' framework. */
const VERBOSITY = "4";

/** Tests of one run. */
export interface TestSelection {
  /** Regular expression of test names. */
  readonly focus: string;
  /** Tests that run at a time. */
  readonly parallel: number;
}

/** Returns the image of the tests. */
function testImage(kubernetesVersion: string): string {
  return `registry.k8s.io/conformance:v${kubernetesVersion}`;
}

export function namespace(): Namespace & KubernetesObject {
  return { metadata: { name: NAMESPACE, labels: LABELS } };
}

export function serviceAccount(): ServiceAccount & KubernetesObject {
  return { metadata: { name: ACCOUNT_NAME, namespace: NAMESPACE, labels: LABELS } };
}

export function clusterRole(): ClusterRole & KubernetesObject {
  return {
    metadata: { name: ROLE_NAME, labels: LABELS },
    rules: [
      { apiGroups: ["*"], resources: ["*"], verbs: ["*"] },
      { nonResourceURLs: ["/metrics", "/logs", "/logs/*"], verbs: ["get"] },
    ],
  };
}

export function clusterRoleBinding(): ClusterRoleBinding & KubernetesObject {
  return {
    metadata: { name: BINDING_NAME, labels: LABELS },
    roleRef: { apiGroup: RBAC_GROUP, kind: "ClusterRole", name: ROLE_NAME },
    subjects: [{ kind: "ServiceAccount", name: ACCOUNT_NAME, namespace: NAMESPACE }],
  };
}

/** Returns the pod that runs the tests. */
export function testPod(
  kubernetesVersion: string,
  { focus, parallel }: TestSelection,
): Pod & KubernetesObject {
  const env = {
    E2E_FOCUS: focus,
    E2E_SKIP: "",
    E2E_PROVIDER: "skeleton",
    E2E_VERBOSITY: VERBOSITY,
    E2E_USE_GO_RUNNER: "true",
    E2E_EXTRA_ARGS: "",
    E2E_EXTRA_GINKGO_ARGS: parallel > 1 ? `--procs=${parallel}` : "",
  };
  const volumeMounts = [{ name: "output-volume", mountPath: RESULTS_FOLDER }];
  return {
    metadata: { name: POD_NAME, namespace: NAMESPACE },
    spec: {
      containers: [
        {
          name: TEST_CONTAINER,
          image: testImage(kubernetesVersion),
          imagePullPolicy: "IfNotPresent",
          env: Object.entries(env).map(([name, value]) => ({ name, value })),
          volumeMounts,
        },
        {
          name: OUTPUT_CONTAINER,
          image: BUSYBOX_IMAGE,
          command: ["/bin/sh", "-c", "sleep infinity"],
          volumeMounts,
        },
      ],
      volumes: [{ name: "output-volume", emptyDir: {} }],
      restartPolicy: "Never",
      serviceAccountName: ACCOUNT_NAME,
      // Tolerates every taint.
      tolerations: [{ operator: "Exists" }],
    },
  };
}
