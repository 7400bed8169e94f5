/**
 * What opens pages.
 *
 * @module
 */
import type { FeedTarget } from "../../browse/feed_target.ts";
import type { TypeCatalog } from "../../browse/type_catalog.ts";
import type { Spawn } from "../../../platform/system.ts";
import type { DashboardPreferences } from "../../../preferences/types.ts";
import type { PageHost } from "./page.ts";

/** What the pages of nodes need. */
export interface BrowseContext {
  readonly host: PageHost;
  readonly target: FeedTarget;
  readonly catalog: TypeCatalog;
  readonly preferences: DashboardPreferences;
  readonly spawn: Spawn;
}
