/**
 * Runs an action with a resource and disposes the resource when the action ends.
 *
 * For resources that only one expression uses: the minifier of the bundle puts a `using` resource into
 * the expression after it when nothing else uses it, and drops the disposal (esbuild 0.25.5).
 *
 * @throws what `action` throws.
 */
export async function useOnce<Resource extends Disposable | AsyncDisposable, Result>(
  resource: Resource,
  action: (resource: Resource) => Promise<Result> | Result,
): Promise<Result> {
  try {
    return await action(resource);
  } finally {
    if (Symbol.asyncDispose in resource) await resource[Symbol.asyncDispose]();
    else resource[Symbol.dispose]();
  }
}
