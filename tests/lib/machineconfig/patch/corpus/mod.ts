/**
 * Patches of every form and for every special field, with what we expect of them. The list is
 * checked here, and against the original client where there is one.
 *
 * @module
 */
import type { Case } from "./case.ts";
import { deletions } from "./deletions.ts";
import { documents } from "./documents.ts";
import { lists } from "./lists.ts";
import { maps } from "./maps.ts";
import { operations } from "./operations.ts";
import { refusedDeletions } from "./refused_deletions.ts";
import { refusedOperations } from "./refused_operations.ts";
import { refusedTexts } from "./refused_texts.ts";
import { scalars, urls } from "./scalars.ts";

/** All of them. */
export const CASES: readonly Case[] = [
  ...scalars,
  ...urls,
  ...lists,
  ...maps,
  ...documents,
  ...operations,
  ...deletions,
  ...refusedTexts,
  ...refusedOperations,
  ...refusedDeletions,
];
