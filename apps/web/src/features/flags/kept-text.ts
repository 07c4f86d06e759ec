/**
 * What a visitor typed before signing in, kept for this tab. Storage may be forbidden; then the text is lost, which is
 * no reason to fail.
 */
const keyOf = (id: string) => `typed:${id}`;

export function keepText(id: string, text: string) {
  try {
    sessionStorage.setItem(keyOf(id), text);
  } catch {}
}

/** Reads it and forgets it. */
export function takeText(id: string): string | null {
  try {
    const text = sessionStorage.getItem(keyOf(id));
    sessionStorage.removeItem(keyOf(id));
    return text;
  } catch {
    return null;
  }
}
