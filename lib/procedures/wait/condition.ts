/**
 * Conditions of `wait --for`.
 *
 * @module
 */
import { OsctlError } from "../../errors.ts";
import { JsonPath } from "../../output/jsonpath/mod.ts";
import { nearest } from "../../output/nearest.ts";
import { formatJson } from "../../output/records.ts";
import { isList, isMap, toFieldValue, type Value } from "../../output/value.ts";

/** A resource of a node, as a value with `metadata` and `spec`. */
export interface ObservedResource {
  readonly id: string;
  readonly value: Value;
}

/** Whether a condition holds, and what was observed. */
export interface Observation {
  readonly isMet: boolean;
  readonly observed: string;
}

/** A condition on the resources of a node. */
export interface Condition {
  /** The condition as text: `service kubelet is healthy`. */
  readonly text: string;
  /** Name of the resource type. */
  readonly type: string;
  /** All resources of the type when absent. */
  readonly id: string | undefined;
  /** Evaluates the resources that exist. */
  evaluate(resources: readonly ObservedResource[]): Observation;
}

/** Names of the stages of a machine (`MachineStage` of Talos v1.4 to v1.14). */
export const STAGES = [
  "unknown",
  "booting",
  "installing",
  "maintenance",
  "running",
  "rebooting",
  "shutting down",
  "resetting",
  "upgrading",
] as const;

const MACHINE_STATUS = { type: "MachineStatuses.runtime.talos.dev", id: "machine" };
const SERVICE = "Services.v1alpha1.talos.dev";

const FORMS = "use ready, stage=<stage>, service=<id>, or with a resource type exists, deleted, " +
  "<field>=<value> or <field>!=<value>";

/** The resources that a line names. */
export interface ConditionTarget {
  readonly type: string | undefined;
  readonly id: string | undefined;
}

/**
 * Parses the value of `--for`.
 *
 * @throws {OsctlError} of kind `usage`.
 */
export function parseCondition(text: string, { type, id }: ConditionTarget): Condition {
  if (text === "") throw new OsctlError("usage", "--for is required", { hint: FORMS });
  return type === undefined ? parseNodeCondition(text) : parseResourceCondition(text, type, id);
}

function parseNodeCondition(text: string): Condition {
  const [, name, value = ""] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  if (text === "ready") return readyCondition();
  if (name === "stage") return stageCondition(value);
  if (name === "service" && value !== "") return serviceCondition(value);
  throw new OsctlError("usage", `invalid condition "${text}" for --for`, { hint: FORMS });
}

function readyCondition(): Condition {
  return {
    text: "machine is running and ready",
    ...MACHINE_STATUS,
    evaluate: ([machine]) => {
      const { stage, isReady, unmet } = readMachine(machine);
      const conditions = unmet === "" ? "" : `: ${unmet}`;
      return {
        isMet: stage === "running" && isReady,
        observed: `stage ${stage}, ${isReady ? "ready" : `not ready${conditions}`}`,
      };
    },
  };
}

function stageCondition(value: string): Condition {
  const plain = (stage: string) => stage.toLowerCase().replaceAll(/[^a-z]/g, "");
  const stage = STAGES.find((one) => plain(one) === plain(value));
  if (stage === undefined) {
    const near = nearest(value, STAGES);
    throw new OsctlError("usage", `unknown stage "${value}" in --for`, {
      hint: near === undefined ? `use one of ${STAGES.join(", ")}` : `did you mean "${near}"`,
    });
  }
  return {
    text: `machine is in stage ${stage}`,
    ...MACHINE_STATUS,
    evaluate: ([machine]) => {
      const observed = readMachine(machine).stage;
      return { isMet: plain(observed) === plain(stage), observed: `stage ${observed}` };
    },
  };
}

function readMachine(machine: ObservedResource | undefined) {
  const spec = field(machine?.value, "spec");
  const status = field(spec, "status");
  const unmet = field(status, "unmetConditions");
  return {
    stage: String(field(spec, "stage") ?? "unknown"),
    isReady: field(status, "ready") === true,
    unmet: (isList(unmet) ? unmet : []).map((one) =>
      `${String(field(one, "name") ?? "")} (${String(field(one, "reason") ?? "")})`
    ).join(", "),
  };
}

function serviceCondition(id: string): Condition {
  return {
    text: `service ${id} is healthy`,
    type: SERVICE,
    id,
    evaluate: ([service]) => {
      if (service === undefined) return { isMet: false, observed: "the service is not running" };
      const spec = field(service.value, "spec");
      const [isRunning, isHealthy, isUnknown] = ["running", "healthy", "unknown"].map((name) =>
        field(spec, name) === true
      );
      // Services without a health check never report one.
      const health = isUnknown ? "health unknown" : isHealthy ? "healthy" : "not healthy";
      return {
        isMet: isRunning! && isHealthy! && !isUnknown,
        observed: `${isRunning ? "running" : "not running"}, ${health}`,
      };
    },
  };
}

function parseResourceCondition(text: string, type: string, id: string | undefined): Condition {
  const name = id === undefined ? type : `${type} ${id}`;
  const count = (found: readonly ObservedResource[]) =>
    id === undefined ? `${found.length} found` : found.length > 0 ? "it exists" : "not found";
  if (text === "exists" || text === "deleted") {
    const isExpected = text === "exists";
    return {
      ...{ text: `${name} ${isExpected ? "exists" : "is deleted"}`, type, id },
      evaluate: (found) => ({
        isMet: found.length > 0 === isExpected,
        observed: count(found),
      }),
    };
  }
  const match = /^(?:jsonpath=)?(\{.*\}|[^={}!]+?)(!?=)(.*)$/s.exec(text);
  if (match === null) {
    throw new OsctlError("usage", `invalid condition "${text}" for --for`, { hint: FORMS });
  }
  const [, path, operator, value] = match as unknown as [string, string, "=" | "!=", string];
  const expression = new JsonPath(path.startsWith("{") ? path : `{.${path}}`, {
    allowMissing: true,
  });
  const test = ({ id, value: resource }: ObservedResource) => {
    const texts = expression.results(resource).flat().map(valueText);
    const isEqual = texts.includes(value);
    return {
      isMet: texts.length > 0 && (operator === "=" ? isEqual : !isEqual),
      observed: `${path} of ${id} is ${texts.length === 0 ? "absent" : `"${texts.join(", ")}"`}`,
    };
  };
  return {
    text: `${path} of ${name} is ${operator === "=" ? "" : "not "}"${value}"`,
    type,
    id,
    evaluate(found) {
      const results = found.map(test);
      const open = results.find(({ isMet }) => !isMet);
      return {
        isMet: found.length > 0 && open === undefined,
        observed: open?.observed ?? count(found),
      };
    },
  };
}

function field(value: Value | undefined, name: string): Value | undefined {
  return value !== undefined && isMap(value) && Object.hasOwn(value, name)
    ? value[name]
    : undefined;
}

function valueText(value: Value): string {
  const plain = toFieldValue(value);
  return typeof plain === "object" && plain !== null ? formatJson(plain) : String(plain);
}
