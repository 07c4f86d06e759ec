/** Moments, in seconds since 1970, as drills write and read them. */

/** As `2026-03-14 20:31:46`, in UTC. */
export const moment = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');

/** A moment to the second: the letters T, Z and UTC, zeros in front, and what stands between the parts do not matter. */
export function readMoment(text: string): string {
  const [, ...parts] =
    /^(\d{4})[-:/.](\d\d?)[-:/.](\d\d?)(?:,?\s+|T)(\d\d?):(\d\d?):(\d\d?)\s*(?:Z|UTC|\+00:?00)?$/i.exec(text.trim()) ??
    [];
  const [year, month, day, hour, minute, second] = parts.map((part) => part.padStart(2, '0'));
  return second ? `${year}-${month}-${day} ${hour}:${minute}:${second}` : text.trim();
}
