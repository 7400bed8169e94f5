/**
 * Patches of both forms and for every field with its own merge rule, with the expected changes.
 * Tests compare them with osctl and with talosctl.
 *
 * @module
 */
import type { Case } from "./case.ts";
import { deletions } from "./deletions.ts";
import { documents } from "./documents.ts";
import { lists } from "./lists.ts";
import { maps } from "./maps.ts";
import { operations } from "./operations.ts";
import { rejectedDeletions } from "./rejected_deletions.ts";
import { rejectedDocuments } from "./rejected_documents.ts";
import { rejectedOperations } from "./rejected_operations.ts";
import { scalars, urls } from "./scalars.ts";

/** All cases. */
export const CASES: readonly Case[] = [
  ...scalars,
  ...urls,
  ...lists,
  ...maps,
  ...documents,
  ...operations,
  ...deletions,
  ...rejectedDocuments,
  ...rejectedOperations,
  ...rejectedDeletions,
];
