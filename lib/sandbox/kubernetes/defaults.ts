/**
 * Default values that the API server adds to objects.
 *
 * @module
 */
import { encodeBase64 } from "../../yaml/base64.ts";
import { type JsonMap, mapAt, mapsAt, stringsAt } from "../objects/objects.ts";

const PERCENT = "25%";

/** Adds the defaults of a kind to an object. */
export function withDefaults(kind: string, object: JsonMap): JsonMap {
  const complete = DEFAULTS[kind];
  return complete === undefined ? object : complete(object);
}

const DEFAULTS: Readonly<Record<string, (object: JsonMap) => JsonMap>> = {
  Pod: (object) => ({ ...object, spec: podDefaults(mapAt(object, "spec")) }),
  Deployment: (object) => {
    const spec = mapAt(object, "spec");
    const strategy = mapAt(spec, "strategy");
    const type = strategy["type"] ?? "RollingUpdate";
    return {
      ...object,
      spec: {
        replicas: 1,
        revisionHistoryLimit: 10,
        progressDeadlineSeconds: 600,
        ...spec,
        strategy: type === "Recreate" ? { type } : {
          type,
          rollingUpdate: {
            maxUnavailable: PERCENT,
            maxSurge: PERCENT,
            ...mapAt(strategy, "rollingUpdate"),
          },
        },
        template: templateDefaults(spec),
      },
    };
  },
  ReplicaSet: (object) => {
    const spec = mapAt(object, "spec");
    return { ...object, spec: { replicas: 1, ...spec, template: templateDefaults(spec) } };
  },
  DaemonSet: (object) => {
    const spec = mapAt(object, "spec");
    const strategy = mapAt(spec, "updateStrategy");
    const type = strategy["type"] ?? "RollingUpdate";
    return {
      ...object,
      spec: {
        revisionHistoryLimit: 10,
        ...spec,
        updateStrategy: type === "OnDelete" ? { type } : {
          type,
          rollingUpdate: { maxUnavailable: 1, maxSurge: 0, ...mapAt(strategy, "rollingUpdate") },
        },
        template: templateDefaults(spec),
      },
    };
  },
  Service: (object) => {
    const spec = mapAt(object, "spec");
    const ports = mapsAt(spec, "ports").map((port) => ({
      protocol: "TCP",
      targetPort: port["port"],
      ...port,
    }));
    return {
      ...object,
      spec: {
        type: "ClusterIP",
        sessionAffinity: "None",
        internalTrafficPolicy: "Cluster",
        ipFamilies: ["IPv4"],
        ipFamilyPolicy: "SingleStack",
        ...spec,
        ...(ports.length === 0 ? {} : { ports }),
      },
    };
  },
  Secret: ({ stringData, ...object }) => {
    const encoded = Object.entries(stringsAt({ stringData }, "stringData"))
      .map(([name, text]) => [name, encodeBase64(text)]);
    return {
      type: "Opaque",
      ...object,
      ...(encoded.length === 0
        ? {}
        : { data: { ...mapAt(object, "data"), ...Object.fromEntries(encoded) } }),
    };
  },
  Namespace: (object) => {
    const metadata = mapAt(object, "metadata");
    const labels = {
      ...mapAt(metadata, "labels"),
      "kubernetes.io/metadata.name": metadata["name"],
    };
    return {
      ...object,
      metadata: { ...metadata, labels },
      spec: { finalizers: ["kubernetes"], ...mapAt(object, "spec") },
      status: { phase: "Active", ...mapAt(object, "status") },
    };
  },
};

function templateDefaults(spec: JsonMap): JsonMap {
  const template = mapAt(spec, "template");
  return {
    ...template,
    metadata: { creationTimestamp: null, ...mapAt(template, "metadata") },
    spec: podDefaults(mapAt(template, "spec")),
  };
}

function podDefaults(spec: JsonMap): JsonMap {
  const lists = ["initContainers", "containers"].filter((name) => name in spec);
  const { serviceAccountName } = spec;
  return {
    restartPolicy: "Always",
    terminationGracePeriodSeconds: 30,
    dnsPolicy: "ClusterFirst",
    schedulerName: "default-scheduler",
    securityContext: {},
    // The deprecated name of the field repeats its value.
    ...(serviceAccountName === undefined ? {} : { serviceAccount: serviceAccountName }),
    ...spec,
    ...Object.fromEntries(
      lists.map((name) => [name, mapsAt(spec, name).map(containerDefaults)]),
    ),
  };
}

function containerDefaults(container: JsonMap): JsonMap {
  const image = String(container["image"] ?? "");
  const name = image.slice(image.lastIndexOf("/") + 1);
  const isLatest = !name.includes("@") && (!name.includes(":") || name.endsWith(":latest"));
  const ports = mapsAt(container, "ports").map((port) => ({ protocol: "TCP", ...port }));
  return {
    imagePullPolicy: isLatest ? "Always" : "IfNotPresent",
    terminationMessagePath: "/dev/termination-log",
    terminationMessagePolicy: "File",
    resources: {},
    ...container,
    ...(ports.length === 0 ? {} : { ports }),
  };
}
