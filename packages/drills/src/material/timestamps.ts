/** Timestamps in seconds since 1970, and their text form in drills. */

/** Formats a timestamp as `2026-03-14 20:31:46`, in UTC. */
export const formatTimestamp = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');

/** Normalizes a timestamp to the second: the letters T, Z and UTC, leading zeros and the separators do not matter. */
export function normalizeTimestamp(text: string): string {
  const [, ...parts] =
    /^(\d{4})[-:/.](\d\d?)[-:/.](\d\d?)(?:,?\s+|T)(\d\d?):(\d\d?):(\d\d?)\s*(?:Z|UTC|\+00:?00)?$/i.exec(text.trim()) ??
    [];
  const [year, month, day, hour, minute, second] = parts.map((part) => part.padStart(2, '0'));
  return second ? `${year}-${month}-${day} ${hour}:${minute}:${second}` : text.trim();
}
