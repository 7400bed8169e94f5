/**
 * Configures a node by questions on the terminal.
 *
 * @module
 */
import { type NodeClient, throwFailures } from "../../client/mod.ts";
import { parseTimeouts } from "../../client/timeouts.ts";
import { OsctlError } from "../../errors.ts";
import type { MachineSettings } from "../../machineconfig/generate/generate_machine.ts";
import { type Patch, patchText } from "../../machineconfig/patch/mod.ts";
import { NEWEST, releaseOfVersion } from "../../machineconfig/schema/releases.ts";
import { writeDiff } from "./apply_changes.ts";
import { applyConfigs, checkConfig, reportApply } from "../../node/machine_config/mod.ts";
import { readNodeTags } from "../../node/version/version_skew.ts";
import { loadClientConfig, type NamedContext, selectContext } from "../../osconfig/load.ts";
import { isNamedFileMissing } from "../../osconfig/mod.ts";
import { createColours } from "../../output/colour.ts";
import { ResourceReader } from "../../resource/mod.ts";
import type { ConsoleContext } from "../context.ts";
import type { ConnectionOptions } from "../../procedures/context.ts";
import { unaskable } from "../../platform/unaskable.ts";
import { askChoice } from "./ask_choice.ts";
import { askMachine } from "./ask_machine.ts";
import {
  type ClusterFacts,
  hostOf,
  readClusterFacts,
  readMachineSettings,
  tryEach,
} from "../../procedures/configure_node/cluster_facts.ts";
import { formatConfig, settingsPatch } from "../../procedures/configure_node/config_text.ts";
import {
  generateConfiguration,
  type GeneratedConfig,
} from "../../procedures/configure_node/generate_configuration.ts";
import { readMachineFacts } from "../../procedures/configure_node/machine_facts.ts";
import { askDestination, type Destination, saveClientConfig } from "./save_client_config.ts";

/** Options of {@linkcode configureNode}. */
export interface ConfigureOptions {
  readonly flags: ConnectionOptions;
  /** Maintenance mode. */
  readonly insecure: boolean;
  readonly fingerprints: readonly string[];
  /** Return the node's plan; store and apply nothing. */
  readonly dryRun: boolean;
  /** Patches of the generated configuration. */
  readonly patches: readonly Patch[];
}

/** File name of the generated configuration in messages. */
const GENERATED = "generated configuration";

/**
 * Asks for the settings of a node, generates its configuration, shows it and applies it.
 *
 * @throws {OsctlError} of kind `usage` without a terminal or with several nodes, `cancelled` when the
 * user ends the questions; nothing is applied then.
 */
export async function configureNode(
  context: ConsoleContext<NodeClient>,
  options: ConfigureOptions,
): Promise<void> {
  const { flags, insecure, fingerprints } = options;
  const reason = unaskable(context.terminal);
  if (reason !== undefined) {
    throw new OsctlError("usage", `--mode interactive requires a terminal: ${reason}`, {
      hint: "use --file and another mode",
    });
  }
  await using client = await context.openClient({ connection: flags, insecure, fingerprints });
  const node = client.singleNode("apply-config --mode interactive");
  await using form = new ConfigureForm(context, client, node, options);
  let plan: ConfigurePlan;
  try {
    plan = await form.run();
  } catch (error) {
    if (!(error instanceof OsctlError) || error.kind !== "cancelled") throw error;
    throw new OsctlError("cancelled", "cancelled, nothing was applied", { cause: error });
  }
  await form.apply(plan);
}

/** A confirmed configuration. */
interface ConfigurePlan extends Omit<GeneratedConfig, "isLocal"> {
  /** Where to store the client configuration; undefined if it is known already. */
  readonly destination: Destination | undefined;
}

/** A cluster to join, and a control plane of it. */
interface JoinedCluster {
  readonly client: NodeClient;
  readonly node: string;
  readonly facts: ClusterFacts;
}

class ConfigureForm implements AsyncDisposable {
  readonly #context: ConsoleContext<NodeClient>;
  readonly #client: NodeClient;
  readonly #node: string;
  readonly #options: ConfigureOptions;
  readonly #opened: NodeClient[] = [];
  /** Version of the node; empty when it does not report it, as in maintenance mode before v1.13. */
  #version = "";

  constructor(
    context: ConsoleContext<NodeClient>,
    client: NodeClient,
    node: string,
    options: ConfigureOptions,
  ) {
    this.#context = context;
    this.#client = client;
    this.#node = node;
    this.#options = options;
  }

  /** Asks until the user confirms a configuration. */
  async run(): Promise<ConfigurePlan> {
    const { prompts, release, stdout } = this.#context;
    const { dryRun, insecure, flags } = this.#options;
    const { signal } = this.#context;
    const [machine, [version]] = await Promise.all([
      readMachineFacts(this.#client, this.#reader(this.#client), this.#node),
      readNodeTags(this.#client, { signal }),
    ]);
    this.#version = version?.tag ?? "";
    const joined = await this.#chooseCluster();
    const subject = {
      node: this.#node,
      release,
      machine,
      cluster: joined?.facts,
      version: this.#version,
      isNew: insecure,
    };
    let previous: Partial<MachineSettings> = insecure
      ? {}
      : await readMachineSettings(this.#reader(this.#client), this.#node);
    while (true) {
      const settings = await askMachine(prompts, subject, previous);
      previous = settings;
      const isNew = joined === undefined && !dryRun;
      const destination = isNew ? await askDestination(this.#context, flags) : undefined;
      const { text, clientConfig } = await this.#generate(settings, joined);
      const columns = this.#context.terminal.size()?.columns ?? Infinity;
      await stdout.write(formatConfig(text, columns));
      const effect = insecure ? "install" : "replace the configuration of";
      const step = await askChoice(prompts, `Apply it and ${effect} ${this.#node}`, [
        ["quit", "no, end here"],
        ["repeat", "no, change the answers"],
        ["apply", dryRun ? "yes, as a dry run" : "yes, apply"],
      ]);
      if (step === "quit") throw new OsctlError("cancelled", "not confirmed");
      if (step === "apply") return { text, clientConfig, destination };
    }
  }

  /** The endpoints of `--endpoints` that are other machines than a node in maintenance mode. */
  get #clusterEndpoints(): readonly string[] {
    const { flags, insecure } = this.#options;
    if (!insecure) return flags.endpoints;
    return flags.endpoints.filter((endpoint) => hostOf(endpoint) !== this.#node);
  }

  /** Returns the cluster to join; undefined for a new one. */
  async #chooseCluster(): Promise<JoinedCluster | undefined> {
    const { prompts } = this.#context;
    const { insecure } = this.#options;
    const known = await this.#findContext();
    if (known === undefined) return undefined;
    const named = this.#clusterEndpoints;
    const endpoints = named.length > 0 ? named : known.record.endpoints;
    // A configured node keeps the secrets of its cluster; --endpoints names the cluster to join.
    const isDecided = !insecure || named.length > 0;
    const isJoining = isDecided || await askChoice(prompts, "Cluster", [
      [false, "create a new cluster"],
      [true, `join the cluster of context ${known.name} (${endpoints.join(", ")})`],
    ]);
    return isJoining ? await this.#join(endpoints) : undefined;
  }

  /** Returns the context in use; undefined without one in maintenance mode. */
  async #findContext(): Promise<NamedContext | undefined> {
    const { flags, insecure } = this.#options;
    const endpoints = this.#clusterEndpoints;
    const isRequired = !insecure || flags.context !== "" || endpoints.length > 0;
    // The form of a new cluster writes it.
    if (!isRequired && await isNamedFileMissing(flags.osconfig, this.#context)) return undefined;
    const config = await loadClientConfig(flags.osconfig, this.#context);
    if (!isRequired && !config.contexts.has(config.current)) return undefined;
    const named = selectContext(config, flags.context);
    const hasEndpoints = endpoints.length > 0 || named.record.endpoints.length > 0;
    return isRequired || hasEndpoints ? named : undefined;
  }

  async #join(endpoints: readonly string[]): Promise<JoinedCluster> {
    const { flags } = this.#options;
    const candidates: { client: NodeClient; node: string }[] = [];
    for (const endpoint of endpoints) {
      const node = hostOf(endpoint);
      const client = await this.#context.openClient({ connection: { ...flags, nodes: [node] } });
      this.#opened.push(client);
      candidates.push({ client, node });
    }
    return await tryEach(candidates, async (client, node) => {
      const facts = await readClusterFacts(this.#reader(client), node);
      return { client, node, facts };
    });
  }

  async #generate(
    settings: MachineSettings,
    joined: JoinedCluster | undefined,
  ): Promise<GeneratedConfig> {
    const { release, stderr } = this.#context;
    const subnets = joined?.facts.subnets ?? {};
    const generated = await generateConfiguration({ ...settings, subnets }, {
      client: joined?.client ?? this.#client,
      node: joined?.node ?? this.#node,
      clusterConfig: joined?.facts.config,
      release,
      version: this.#version,
      source: this.#context,
    });
    const text = patchText({ text: generated.text, name: GENERATED, release: NEWEST }, [
      ...generated.isLocal ? [] : settingsPatch(settings, subnets, release),
      ...this.#options.patches,
    ]);
    const nodeRelease = this.#version === "" ? undefined : releaseOfVersion(this.#version);
    await stderr.write(checkConfig({ text, name: GENERATED }, release, nodeRelease));
    return { ...generated, text };
  }

  /** Stores the client configuration and applies the configuration. */
  async apply({ text, clientConfig, destination }: ConfigurePlan): Promise<void> {
    const { flags, insecure, dryRun } = this.#options;
    const { stderr, signal } = this.#context;
    const node = this.#node;
    const change = { node, text };
    const options = { mode: "auto", dryRun, tryTimeoutMs: 0 } as const;
    if (destination !== undefined) {
      // The node validates first: credentials of a rejected configuration are of no use. They are
      // stored before it is applied, so that an interruption does not lose them.
      const [plan] = await applyConfigs(this.#client, [change], { ...options, dryRun: true });
      if (plan?.error !== undefined) throwFailures([{ node, error: plan.error }]);
      await saveClientConfig(this.#context, clientConfig, destination, flags);
    }
    signal.throwIfAborted();
    let answer;
    try {
      [answer] = await applyConfigs(this.#client, [change], options);
    } catch (error) {
      if (signal.aborted) await stderr.write(`${node} may have applied the configuration\n`);
      throw error;
    }
    const colours = createColours(this.#context, "stderr");
    const { text: report, diff, failure } = reportApply(answer!, change, colours);
    await stderr.write(report);
    if (diff !== "") await writeDiff(this.#context, diff);
    if (failure !== undefined) throwFailures([failure]);
    if (dryRun || !insecure) return;
    const next = destination === undefined ? "" : `; then run "osctl bootstrap -n ${node}"`;
    await stderr.write(`${node} installs and restarts${next}\n`);
  }

  #reader(client: NodeClient): ResourceReader {
    const { clock, env } = this.#context;
    return new ResourceReader(client, { clock, callMs: parseTimeouts(env).callMs });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of this.#opened) await client[Symbol.asyncDispose]();
  }
}
