/**
 * The table of changes that do not take effect at once.
 *
 * @module
 */
import { describeEffect } from "../../lib/node/machine_config/mod.ts";
import { DOCUMENTS, MAIN } from "../../lib/machineconfig/schema/documents.ts";
import { effectTableOf, type FieldEffect } from "../../lib/machineconfig/schema/effects/mod.ts";
import { formatAlignedTable } from "./table.ts";

/** Formats the table: a row for each field or kind whose changes wait, or restart a service. */
export function formatEffectTable(): string {
  const rows = DOCUMENTS.flatMap(({ kind }) =>
    Object.entries(effectTableOf(kind)!).flatMap(([path, entry]) => {
      const effects = [entry].flat();
      if (effects.length === 1 && effects[0]!.kind === "immediate") return [];
      const field = kind === MAIN.kind ? path : path === "" ? kind : `${kind}: ${path}`;
      return [[`\`${field}\``, effects.map(describe).join(", then ")]];
    })
  );
  return formatAlignedTable(["field", "a change takes effect"], rows);
}

function describe({ kind, service, added, until }: FieldEffect): string {
  const text = describeEffect({ effect: kind, ...service === undefined ? {} : { service } });
  // Text in angle brackets is an element of HTML for the site.
  const escaped = text.replaceAll("<", "\\<");
  const addition = added === undefined ? "" : ` (added: ${describeEffect({ effect: added })})`;
  return `${escaped}${addition}${until === undefined ? "" : ` until ${until}`}`;
}
