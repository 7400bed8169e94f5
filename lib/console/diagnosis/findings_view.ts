/**
 * Fields of findings in records.
 *
 * @module
 */
import { formatRfc3339, toTimestamp } from "../../output/go_time.ts";
import type { FieldValue } from "../../output/records.ts";
import type { View } from "../../output/rows.ts";
import type { Diagnosis, Finding } from "../../procedures/diagnosis/mod.ts";

/** A finding, and why it is ignored. */
export interface FindingRow {
  readonly finding: Finding;
  readonly reason?: string | undefined;
}

const timeOf = (ms: number | undefined): FieldValue =>
  ms === undefined ? null : formatRfc3339(toTimestamp(ms));

/** View of findings. */
export const findingsView: View<FindingRow> = {
  local: true,
  name: "id",
  columns: [],
  fields: {
    id: ({ finding }) => finding.id,
    check: ({ finding }) => finding.check,
    severity: ({ finding }) => finding.severity,
    certainty: ({ finding }) => finding.certainty,
    title: ({ finding }) => finding.title,
    nodes: ({ finding }) => finding.nodes,
    since: ({ finding }) => timeOf(finding.since),
    evidence: ({ finding }) =>
      finding.evidence.map(({ node, source, text, time }) => ({
        node: node ?? null,
        source,
        text,
        time: timeOf(time),
      })),
    follows: ({ finding }) => finding.follows.map(({ id, title, nodes }) => ({ id, title, nodes })),
    do: ({ finding }) => finding.actions,
    page: ({ finding }) => finding.page,
    ignored: ({ reason }) => reason ?? null,
  },
};

/** Returns the rows of a diagnosis, ignored findings last. */
export function findingRows({ findings, ignored }: Diagnosis): readonly FindingRow[] {
  return [...findings.map((finding) => ({ finding })), ...ignored];
}
