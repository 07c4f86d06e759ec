/**
 * Uses a part of the program that comes after the page, unless it was no longer wanted when it came.
 * @param use what to do with it; it may give back what ends that
 * @returns what ends it, before or after the part has come: the clean-up of an effect
 */
export function later<T>(part: Promise<T>, use: (part: T) => (() => void) | undefined): () => void {
  let isGone = false;
  let end: (() => void) | undefined;
  void part.then((come) => {
    if (!isGone) end = use(come);
  });
  return () => {
    isGone = true;
    end?.();
  };
}
