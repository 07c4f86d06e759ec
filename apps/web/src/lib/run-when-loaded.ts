/**
 * Runs a callback when a lazily loaded module arrives, unless it was stopped before.
 * @param use callback; may return a clean-up function
 * @returns function that stops it and runs the clean-up, for use in an effect
 */
export function runWhenLoaded<T>(part: Promise<T>, use: (part: T) => (() => void) | undefined): () => void {
  let isStopped = false;
  let end: (() => void) | undefined;
  void part.then((module) => {
    if (!isStopped) end = use(module);
  });
  return () => {
    isStopped = true;
    end?.();
  };
}
