/**
 * Merges a downloaded kubeconfig into a file, with prompts for conflicts.
 *
 * @module
 */
import type { System } from "../../platform/system.ts";
import { readTextIfPresent } from "../../platform/files.ts";
import { KubeconfigEditor } from "../kubeconfig/editor.ts";
import { editKubeconfig } from "../kubeconfig/files.ts";
import {
  mergeKubeconfig,
  type MergeKubeconfigOptions,
  type MergeKubeconfigResult,
} from "../kubeconfig/merge.ts";
import { KUBECONFIG_LIMITS, parseKubeconfig } from "../kubeconfig/parse.ts";
import type { Kubeconfig } from "../kubeconfig/types.ts";

/** Options of {@linkcode mergeIntoFile}. */
export interface MergeIntoFileOptions extends MergeKubeconfigOptions {
  /** Called before conflicts are resolved again because another process changed the file. */
  onChanged(): Promise<void>;
}

/**
 * Merges a kubeconfig into a file. Conflicts are resolved before the file is locked, because a prompt
 * can stay open for longer than other processes wait for the lock.
 *
 * @throws {OsctlError} of kind `file` or `input`; errors of `onConflict`.
 */
export async function mergeIntoFile(
  path: string,
  system: Pick<System, "clock" | "signal">,
  kubeconfig: Kubeconfig,
  { onChanged, ...options }: MergeIntoFileOptions,
): Promise<MergeKubeconfigResult> {
  while (true) {
    const seen = await readTextIfPresent(path, KUBECONFIG_LIMITS);
    const decisions: ("overwrite" | "rename")[] = [];
    const draft = new KubeconfigEditor(parseKubeconfig(seen ?? "", path, path));
    await mergeKubeconfig(draft, kubeconfig, {
      ...options,
      async onConflict(conflict) {
        const decision = await options.onConflict(conflict);
        decisions.push(decision);
        return decision;
      },
    });
    const result = await editKubeconfig(path, system, async (editor, text) => {
      if (text !== seen) return undefined;
      const onConflict = () => Promise.resolve(decisions.shift()!);
      return await mergeKubeconfig(editor, kubeconfig, { ...options, onConflict });
    });
    if (result !== undefined) return result;
    if (decisions.length > 0) await onChanged();
  }
}
