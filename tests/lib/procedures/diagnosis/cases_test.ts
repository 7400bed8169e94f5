import { deepEqual, equal, ok } from "node:assert/strict";
import { evaluateRules, RULES } from "../../../../lib/procedures/diagnosis/mod.ts";
import { readDiagnosisCases } from "../../../helpers/diagnosis_cases.ts";

/** Number of cases, and the parts that must be found. */
const MIN_CASES = 60;
const MIN_FIRST = 0.8;
const MIN_TOP_THREE = 0.95;

Deno.test("the causes of public reports are the first finding, or among the first three", async () => {
  const cases = await readDiagnosisCases();
  ok(cases.length >= MIN_CASES, `${cases.length} cases`);
  const known = new Set(RULES.map(({ id }) => id));
  deepEqual(cases.filter(({ expect }) => !known.has(expect)).map(({ expect }) => expect), []);
  const misses: string[] = [];
  let first = 0;
  let topThree = 0;
  for (const { source, expect, facts } of cases) {
    const ids = evaluateRules(facts, { rules: RULES }).findings.map(({ id }) => id);
    if (ids[0] === expect) first++;
    if (ids.slice(0, 3).includes(expect)) topThree++;
    if (ids[0] !== expect) misses.push(`${source}: ${expect}, found ${ids.join(", ") || "none"}`);
  }
  const text = `${first} and ${topThree} of ${cases.length}\n${misses.join("\n")}`;
  ok(first / cases.length >= MIN_FIRST && topThree / cases.length >= MIN_TOP_THREE, text);
  if (Deno.env.get("OSCTL_CASES") !== undefined) throw new Error(text);
});

Deno.test("sources of cases are different", async () => {
  const sources = (await readDiagnosisCases()).map(({ source }) => source);
  equal(new Set(sources).size, sources.length);
});

Deno.test("each of these rules reports its problem, and no other rule does", async () => {
  const cases = await readDiagnosisCases("rules");
  const misses = cases.flatMap(({ expect, facts }) => {
    const ids = evaluateRules(facts, { rules: RULES }).findings.map(({ id }) => id);
    return ids.length === 1 && ids[0] === expect
      ? []
      : [`${expect}: found ${ids.join(", ") || "none"}`];
  });
  if (misses.length > 0) throw new Error(misses.join("\n"));
  const tested = new Set(
    [...cases, ...await readDiagnosisCases()].map(({ expect }) => expect),
  );
  ok(tested.size >= MIN_TESTED, `${tested.size} rules have a case`);
});

/** Every rule has a case. */
const MIN_TESTED = RULES.length;
