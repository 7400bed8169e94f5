/**
 * Finds regular expressions that can take more than linear time by repetitions that compete for the same
 * text (alternatives that do, such as `(a|aa)+`, are not found), and those whose source is composed at
 * run time. Each is in `regexes/bounds.ts` with what bounds its input; prints the others as
 * `file:line: reason` and exits 1.
 *
 * @module
 */
import { analyse } from "scslre";
import ts from "typescript";
import { listFiles } from "./list_files.ts";
import { ROOT } from "./project.ts";
import { BOUNDS } from "./regexes/bounds.ts";

/** An expression that requires a bound. */
export interface Finding {
  readonly file: string;
  readonly line: number;
  /** The literal, or the call that composes it, in one line. */
  readonly source: string;
  readonly isExponential: boolean;
}

/** Folders of the program. */
const FOLDERS = ["api", "commands", "lib"];

/** Returns the expressions of a file that can take more than linear time. */
export function findSuperlinear(file: string, text: string): Finding[] {
  const findings: Finding[] = [];
  const parsed = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const add = (node: ts.Node, isExponential: boolean) => {
    const line = parsed.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    findings.push({ file, line, source: node.getText().replaceAll(/\s+/g, " "), isExponential });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/");
      const [source, flags] = [node.text.slice(1, end), node.text.slice(end + 1)];
      const { reports } = analyse({ source, flags });
      if (reports.length > 0) add(node, reports.some(({ exponential }) => exponential));
    } else if (ts.isNewExpression(node) && node.expression.getText() === "RegExp") add(node, false);
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return findings;
}

/** Checks the tree below `root`; returns every violation. */
export async function checkRegexes(root: string): Promise<string[]> {
  const findings: Finding[] = [];
  for (const folder of FOLDERS) {
    for (const path of await listFiles(`${root}/${folder}`, /(?<!\.d)\.[jt]s$/)) {
      const file = path.slice(root.length).replace(/^\//, "");
      findings.push(...findSuperlinear(file, await Deno.readTextFile(path)));
    }
  }
  return violationsOf(findings, BOUNDS);
}

/** An expression that is permitted, and what bounds the text that it reads. */
export type BoundedRegex = readonly [file: string, source: string, bound: string];

/** Compares findings with the table: neither may have an entry that the other lacks. */
export function violationsOf(
  findings: readonly Finding[],
  bounds: readonly BoundedRegex[],
): string[] {
  const isSame = (finding: Finding, [file, source]: BoundedRegex) =>
    finding.file === file && finding.source === source;
  return [
    ...findings.filter((one) => one.isExponential).map(({ file, line, source }) =>
      `${file}:${line}: ${source} can take exponential time; rewrite it`
    ),
    ...findings.filter((one) => !one.isExponential && !bounds.some((bound) => isSame(one, bound)))
      .map(({ file, line, source }) =>
        `${file}:${line}: ${source} can take quadratic time; rewrite it, or add its bound to ` +
        "scripts/regexes/bounds.ts"
      ),
    ...bounds.filter((bound) => !findings.some((one) => isSame(one, bound)))
      .map(([file, source]) =>
        `scripts/regexes/bounds.ts:1: ${file} has no longer ${source}, or it takes linear time`
      ),
  ];
}

if (import.meta.main) {
  const violations = await checkRegexes(ROOT);
  for (const violation of violations) console.error(violation);
  if (violations.length > 0) Deno.exit(1);
  console.log(
    `${BOUNDS.length} regular expressions have a bound; of the others, none is known to need one.`,
  );
}
