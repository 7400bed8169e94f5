/**
 * Comparison of the machine configurations of nodes and files.
 *
 * @module
 */
import { throwFailures } from "../../client/mod.ts";
import { parseTimeouts } from "../../client/timeouts.ts";
import type { NodeClient } from "../../client/types.ts";
import { NegativeResult, OsctlError } from "../../errors.ts";
import { diffConfigs } from "../../machineconfig/diff_configs.ts";
import {
  type Distinction,
  findDistinctions,
  type NamedConfig,
} from "../../machineconfig/distinctions.ts";
import { readSource } from "../../machineconfig/patch/files.ts";
import { checkSchema } from "../../node/machine_config/mod.ts";
import { compactJson } from "../../output/go_json.ts";
import { printRows } from "../../output/print_rows.ts";
import type { View } from "../../output/rows.ts";
import { selectFormat } from "../../output/select_format.ts";
import type { TableFlags } from "../../output/table_options.ts";
import { readMachineConfigs, ResourceReader } from "../../resource/mod.ts";
import { writeDiff } from "../configure_node/apply_changes.ts";
import type { ConsoleContext } from "../context.ts";
import type { ConnectionOptions } from "../../procedures/context.ts";

type Context = ConsoleContext<NodeClient>;

/** Code points of a long value in a table: the start, and the end, where a version is. */
const START = 24;
const END = 35;

/** Flags of `cluster diff`. */
export type DiffFlags = ConnectionOptions & TableFlags;

const valueText = ({ value }: Distinction): string => {
  if (value === undefined) return "<absent>";
  return typeof value === "string" ? value : compactJson(value);
};

function shortened(text: string): string {
  const points = [...text];
  if (points.length <= START + END) return text;
  return `${points.slice(0, START).join("")}…${points.slice(-END).join("")}`;
}

/** Columns and fields of distinctions. */
const view: View<Distinction> = {
  identities: ["PATH"],
  minWidths: { VALUE: 14, NODES: 16 },
  local: true,
  columns: [
    { header: "PATH", cell: ({ path }) => path },
    { header: "VALUE", cell: (row) => shortened(valueText(row)) },
    { header: "NODES", cell: ({ names }) => names.join(", ") },
  ],
  fields: {
    path: ({ path }) => path,
    value: ({ value }) => value ?? null,
    nodes: ({ names }) => names,
  },
};

/**
 * Compares the configurations of files and nodes, and prints what sets them apart: two as a unified
 * diff, more by field. Secrets are redacted.
 *
 * @param operands Paths of files, which have a slash or end in `.yaml` or `.yml`, and nodes;
 *   without any, the nodes of the flags or of the context.
 * @throws {NegativeResult} with exit code 2 when they differ; {@linkcode MultiNodeError} when nodes
 *   failed.
 */
export async function diffClusterConfigs(
  context: Context,
  operands: readonly string[],
  flags: DiffFlags,
): Promise<void> {
  const terminal = context.terminal.isTerminal("stdout");
  await selectFormat(flags.output, { view, terminal });
  const files = operands.filter(isPath);
  const nodes = [...flags.nodes, ...operands.filter((operand) => !isPath(operand))];
  const texts = new Map<string, string>();
  for (const path of files) {
    const source = await readSource(path, context);
    checkSchema(source);
    texts.set(path, source.text);
  }
  const fromFiles = files.map((name) => ({ name, text: texts.get(name)! }));
  const hasNodes = nodes.length > 0 || files.length < 2;
  const fromNodes = hasNodes ? await readNodes(context, nodes, flags) : [];
  const configs: readonly NamedConfig[] = operands[0] !== undefined && isPath(operands[0])
    ? [...fromFiles, ...fromNodes]
    : [...fromNodes, ...fromFiles];
  if (configs.length < 2) {
    throw new OsctlError("usage", "one configuration has nothing to be compared with", {
      hint: "name two files or nodes, or select several nodes with --nodes",
    });
  }
  const distinctions = findDistinctions(configs);
  const [first, second, ...others] = configs;
  const isUnified = others.length === 0 && flags.output === "table" &&
    (flags.columns ?? []).length === 0;
  if (isUnified) {
    const diff = diffConfigs(first!.text, second!.text, second!.name);
    const header = `--- ${first!.name}\n+++ ${second!.name}\n`;
    if (diff !== "") await writeDiff(context, diff.replace(/^--- .*\n\+\+\+ .*\n/, () => header));
  } else await printRows(context, distinctions, view, flags);
  if (distinctions.length > 0) throw new NegativeResult("configurations differ", 2);
  await context.stderr.write(`${configs.length} configurations are the same\n`);
}

/** Reports whether an operand is a path of a file. */
function isPath(operand: string): boolean {
  return operand.includes("/") || /\.ya?ml$/.test(operand);
}

async function readNodes(
  context: Context,
  nodes: readonly string[],
  flags: DiffFlags,
): Promise<NamedConfig[]> {
  const { clock, env } = context;
  const client = await context.openClient({ connection: { ...flags, nodes } });
  try {
    const reader = new ResourceReader(client, { clock, callMs: parseTimeouts(env).callMs });
    const { configs, failures } = await readMachineConfigs(reader, {
      nodes: client.nodes,
      name: "machineconfig",
      id: undefined,
      namespace: "",
      verb: "compared",
    });
    throwFailures(failures);
    return configs.map(({ node, text }) => ({ name: node, text }));
  } finally {
    await client[Symbol.asyncDispose]();
  }
}
