/**
 * Paths into the schema, as people type them: `machine.kubelet.extraMounts`,
 * `machine.network.interfaces[0].addresses`, `NetworkRuleConfig.ingress`, also the JSON pointers of
 * patches (`/machine/network/interfaces/0`).
 *
 * @module
 */

/** One step of a path: a name, or an item of a list (`[0]`, `[]`, `[*]`, `-`). */
export type Step = { readonly name: string } | { readonly item: true };

const ITEM: Step = { item: true };

/** One step at the start of a text: bracketed, quoted, or plain up to a point or bracket. */
const STEP =
  /^(?:\[\s*(?:(\d*|\*|-)|"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\]]*?))\s*\]|"([^"]*)"|([^.[]+))/;

function pointer(text: string): Step[] {
  const names = text.slice(1).replace(/\/$/, "").split("/");
  return names
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((name) => /^(?:\d+|-)$/.test(name) ? ITEM : { name });
}

/** The steps of a path, or undefined when it is none (`a..b`, `a[`). */
export function stepsOf(text: string): Step[] | undefined {
  if (text.startsWith("/")) return text === "/" ? [] : pointer(text);
  const steps: Step[] = [];
  let rest = text.startsWith(".") ? text.slice(1) : text;
  while (rest !== "") {
    const match = STEP.exec(rest);
    if (!match) return undefined;
    const [all, index, double, single, bare, quoted, plain] = match;
    const name = double?.replaceAll(/\\(.)/g, "$1") ?? single ?? bare ?? quoted ?? plain;
    steps.push(
      index !== undefined || name === undefined || /^(?:\*|\d+)$/.test(name) ? ITEM : { name },
    );
    rest = rest.slice(all.length);
    // A shell's completion leaves a point at the end.
    if (rest.startsWith(".")) rest = rest.slice(1);
    else if (rest !== "" && !rest.startsWith("[")) return undefined;
  }
  return steps;
}
