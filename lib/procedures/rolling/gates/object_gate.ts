/**
 * A gate that evaluates a CEL expression over each object of a kind.
 *
 * @module
 */
import { OsctlError } from "../../../errors.ts";
import { isNotFound, KubernetesError } from "../../../kubernetes/kubernetes_error.ts";
import type { KubernetesObject, ResourceType } from "../../../kubernetes/objects.ts";
import { didYouMean } from "../../../output/nearest.ts";
import { type Expression, parseExpression } from "../../../output/expression.ts";
import type { FieldPath } from "../../../output/expression.ts";
import { type FieldValue, formatJson } from "../../../output/records.ts";
import { formatCount, oneLine } from "../../../output/text.ts";
import type { ObjectCondition } from "./presets.ts";
import type { Gate, GateCheck, GateScope, GateSources } from "./types.ts";

/** The object as a whole, for fields besides the usual ones. */
const OBJECT = "self";
/** The node of the change: `node.name`, `node.address`, `node.role`. */
const NODE = "node";
/** Variables of expressions. */
const VARIABLES = ["apiVersion", "kind", "metadata", "spec", "status", "data", OBJECT, NODE];

/** Maximum length of a value in a reason, characters. */
const MAX_VALUE_LENGTH = 60;

/** Options of {@linkcode createObjectGate}. */
export interface ObjectGateOptions extends ObjectCondition {
  readonly name: string;
  /** Offset of the expression in the text of the flag. */
  readonly offset: number;
}

/**
 * Parses the expression of a gate.
 *
 * @throws {OsctlError} of kind `usage` with the position of the error.
 */
export function createObjectGate(sources: GateSources, options: ObjectGateOptions): Gate {
  const fail = (offset: number, reason: string, hint = EXAMPLE) => {
    const at = options.offset + offset + 1;
    return new OsctlError(
      "usage",
      `invalid gate "${options.name}": character ${at}: ${reason}`,
      { hint },
    );
  };
  const expression = parseExpression(options.expression, { fail });
  for (const [name, offset] of expression.variables) {
    if (VARIABLES.includes(name)) continue;
    const known = `known: ${VARIABLES.join(", ")}; other fields are ${OBJECT}.${name}`;
    const near = didYouMean(name, VARIABLES);
    throw fail(offset, `unknown name "${name}"`, near === undefined ? known : `${near}; ${known}`);
  }
  return new ObjectGate(sources, options, expression, fail);
}

const EXAMPLE = "for example: cel:apps/v1/Deployment/web:status.readyReplicas == spec.replicas";

class ObjectGate implements Gate {
  readonly name: string;
  readonly #sources: GateSources;
  readonly #options: ObjectGateOptions;
  readonly #expression: Expression;
  readonly #fail: (offset: number, reason: string) => OsctlError;
  #type: ResourceType | undefined;

  constructor(
    sources: GateSources,
    options: ObjectGateOptions,
    expression: Expression,
    fail: (offset: number, reason: string) => OsctlError,
  ) {
    this.name = options.name;
    this.#sources = sources;
    this.#options = options;
    this.#expression = expression;
    this.#fail = fail;
  }

  async prepare(signal: AbortSignal): Promise<void> {
    const { name } = this;
    try {
      for (const object of await this.#list(signal)) {
        const bindings = this.#bind(object, undefined);
        const result = this.#expression.evaluate(bindings);
        if (result.kind === "value" && typeof result.value !== "boolean") {
          throw this.#fail(0, "the result is not true or false");
        }
        if (result.kind === "error" && !result.isAbsent) {
          throw this.#fail(result.offset, result.reason);
        }
      }
    } catch (error) {
      if (isNotFound(error)) {
        throw new OsctlError("node", `gate "${name}" cannot be checked: ${error.message}`, {
          hint: "remove the gate, or correct its API version and kind",
          cause: error,
        });
      }
      throw error;
    }
  }

  begin(scope: GateScope): GateCheck {
    const { freshness, kind, namespace, holdsWithoutObjects } = this.#options;
    const first = new Map<string, string>();
    return async (signal) => {
      const objects = await this.#list(signal);
      if (objects.length === 0 && !holdsWithoutObjects) {
        const where = namespace === undefined ? "" : ` in namespace "${namespace}"`;
        throw new OsctlError("node", `no ${kind}${where}`);
      }
      const reasons = objects.flatMap((object) => {
        const reason = this.#reasonOf(object, scope) ??
          (freshness !== undefined && scope.phase !== "before"
            ? staleness(first, object, freshness)
            : undefined);
        return reason === undefined ? [] : [`${kind} ${nameOf(object)}: ${reason}`];
      });
      if (reasons.length === 0) return;
      const rest = reasons.length === 1 ? "" : ` (and ${reasons.length - 1} more)`;
      throw new OsctlError("node", oneLine(`${reasons[0]}${rest}`));
    };
  }

  async #list(signal: AbortSignal): Promise<readonly KubernetesObject[]> {
    const { apiVersion, kind, namespace } = this.#options;
    const kubernetes = await this.#sources.kubernetes(signal);
    const type = this.#type ??= await kubernetes.resolveType(apiVersion, kind, { signal });
    try {
      return (await kubernetes.list(type, { namespace, signal })).items;
    } catch (error) {
      // The definition may have been removed, or replaced by one with another plural.
      if (error instanceof KubernetesError && error.code === 404) this.#type = undefined;
      throw error;
    }
  }

  #bind(object: KubernetesObject, node: GateScope["node"]): Record<string, FieldValue> {
    // An object of the API is JSON.
    const self = object as unknown as Record<string, FieldValue>;
    const known = VARIABLES.filter((name) => Object.hasOwn(self, name))
      .map((name) => [name, self[name]!] as const);
    const { name = "", address = "", role = "" } = node ?? {};
    return {
      metadata: {},
      spec: {},
      status: {},
      data: {},
      ...Object.fromEntries(known),
      [OBJECT]: self,
      [NODE]: { name, address, role },
    };
  }

  #reasonOf(object: KubernetesObject, { node }: GateScope): string | undefined {
    const bindings = this.#bind(object, node);
    const result = this.#expression.evaluate(bindings);
    if (result.kind === "value" && result.value === true) return undefined;
    // The contents of secrets stay out of reasons, which are logged.
    const isSecret = this.#options.kind === "Secret";
    const values = (isSecret ? [] : this.#expression.paths)
      .filter(([variable]) => variable !== NODE)
      .flatMap((path) => {
        const value = valueAt(bindings, path);
        if (value === undefined) return path.length > 1 ? [`no ${path.join(".")}`] : [];
        return [`${path.join(".")} is ${shorten(describeValue(value))}`];
      });
    if (values.length > 0) return values.join(", ");
    return result.kind === "error" ? result.reason : "the expression is false";
  }
}

function staleness(
  first: Map<string, string>,
  object: KubernetesObject,
  path: FieldPath,
): string | undefined {
  const value = valueAt(object as unknown as Record<string, FieldValue>, path);
  const text = value === undefined ? "" : formatJson(value);
  const before = first.getOrInsert(object.metadata?.uid ?? nameOf(object), text);
  if (before !== text) return undefined;
  return `waiting for a new status: ${path.join(".")} is ${text === "" ? "absent" : text}`;
}

function valueAt(
  bindings: Readonly<Record<string, FieldValue>>,
  path: FieldPath,
): FieldValue | undefined {
  let value: FieldValue | undefined = bindings;
  for (const field of path) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    const map = value as Readonly<Record<string, FieldValue>>;
    value = Object.hasOwn(map, field) ? map[field] : undefined;
  }
  return value;
}

/** Formats a value; of a map its keys, which name checks and conditions. */
function describeValue(value: FieldValue): string {
  if (typeof value !== "object" || value === null) return formatJson(value);
  return Array.isArray(value)
    ? formatCount(value.length, "item")
    : `{${Object.keys(value).join(", ")}}`;
}

function shorten(text: string): string {
  return text.length <= MAX_VALUE_LENGTH ? text : `${text.slice(0, MAX_VALUE_LENGTH)}…`;
}

function nameOf({ metadata }: KubernetesObject): string {
  const { name = "", namespace } = metadata ?? {};
  return namespace === undefined ? name : `${namespace}/${name}`;
}
