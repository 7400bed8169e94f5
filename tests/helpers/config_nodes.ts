/**
 * Bindings of nodes that serve and accept machine configurations, and record the requests.
 *
 * @module
 */
import { StatusError } from "../../lib/rpc/status.ts";
import { type Binding, stream, unary } from "../../lib/sandbox/types.ts";
import { cosi, State } from "../../proto/cosi.ts";
import { machine, MachineService } from "../../proto/machine.ts";

/** A worker configuration that is valid on every platform; `TOKEN` is a secret in it. */
export const TOKEN = "abcdef.0123456789abcdef";
export const CONFIG = `version: v1alpha1 # the only version
machine:
    type: worker
    token: ${TOKEN}
    ca:
        crt: LS0tLS1CRUdJTg==
        key: ""
    sysctls:
        net.core.somaxconn: "1024"
cluster:
    controlPlane:
        endpoint: https://10.0.0.10:6443
`;

/** A recorded request. */
export interface Applied {
  readonly node: string;
  readonly text: string;
  readonly mode: number;
  readonly dryRun: boolean;
  readonly timeoutMs: number;
}

/** Behaviour of the nodes. */
export interface ConfigNodesOptions {
  /** Configurations by namespace and ID; default `config/v1alpha1` with `CONFIG`. */
  readonly configs?: Readonly<Record<string, string>>;
  /** Returns a response; default one that follows the request's mode. */
  readonly respond?: (
    applied: Applied,
  ) => machine.IApplyConfiguration | StatusError | Promise<machine.IApplyConfiguration>;
  /** Version tag of the nodes. */
  readonly tag?: string;
}

const DEFINITIONS = [
  ["MachineConfigs.config.talos.dev", "config", "machineconfig", "mc"],
  ["LinkStatuses.net.talos.dev", "network", "linkstatus", "links"],
] as const;

const DETAILS = [
  "Applied configuration with a reboot",
  "Applied configuration without a reboot",
  "Applied configuration without a reboot",
  "Staged configuration to be applied after the next reboot",
  "Applied configuration without a reboot",
];
const TRIED = "\nThe config is applied in 'try' mode";

/** Creates the bindings; every request that arrives is appended to `applied`. */
export function configNodes(
  applied: Applied[],
  { configs = { "config/v1alpha1": CONFIG }, respond, tag = "v1.8.0-alpha.2" }: ConfigNodesOptions =
    {},
): Binding[] {
  const resource = (namespace: string, type: string, id: string, yamlSpec: string) => ({
    metadata: { namespace, type, id, version: "1", phase: "running" },
    spec: { yamlSpec },
  });
  return [
    unary(MachineService.Version, () =>
      Promise.resolve(
        machine.VersionResponse.create({ messages: [{ version: { tag } }] }),
      )),
    unary(MachineService.ApplyConfiguration, async (request, { node }) => {
      const { data, mode, dryRun, tryModeTimeout } = request;
      const one: Applied = {
        node: node.address,
        text: new TextDecoder().decode(data ?? undefined),
        mode: mode ?? 0,
        dryRun: dryRun ?? false,
        timeoutMs: Number(tryModeTimeout?.seconds) * 1000 +
          Number(tryModeTimeout?.nanos) / 1e6,
      };
      applied.push(one);
      const response = await respond?.(one) ?? {
        mode: one.mode === 1 ? 2 : one.mode,
        modeDetails: one.dryRun
          ? `Dry run summary:\n${DETAILS[one.mode]!} (skipped in dry-run).\nNo changes.`
          : DETAILS[one.mode]! + (one.mode === 4 ? TRIED : ""),
      };
      if (response instanceof StatusError) throw response;
      return machine.ApplyConfigurationResponse.create({ messages: [response] });
    }),
    stream(State.List, async function* ({ type, namespace }) {
      if (type === "ResourceDefinitions.meta.cosi.dev") {
        for (const [name, space, ...aliases] of DEFINITIONS) {
          const spec = [
            `type: ${name}`,
            `displayType: ${name}`,
            `defaultNamespace: ${space}`,
            `aliases: [${aliases.join(", ")}]`,
            `allAliases: [${aliases.join(", ")}]`,
          ].join("\n");
          yield cosi.resource.ListResponse.create({
            resource: resource("meta", type!, name.toLowerCase(), spec),
          });
        }
        return;
      }
      for (const [key, text] of Object.entries(configs)) {
        const [space, id] = key.split("/");
        if (space !== namespace) continue;
        yield cosi.resource.ListResponse.create({ resource: resource(space!, type!, id!, text) });
      }
    }),
    unary(State.Get, ({ type, namespace, id }) => {
      const text = configs[`${namespace}/${id}`];
      if (text === undefined) {
        return Promise.reject(
          new StatusError(5, `resource ${type}(${namespace}/${id}@undefined) doesn't exist`),
        );
      }
      return Promise.resolve(
        cosi.resource.GetResponse.create({ resource: resource(namespace!, type!, id!, text) }),
      );
    }),
  ];
}
