/**
 * Returns a path of this site in the form for a `Location` header, or undefined for anything else. `//host` and `/\host`
 * lead to other sites. The browser has the same rule: `safeNext` in apps/web/src/lib/guards.ts.
 */
export function safePath(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 500) return undefined;
  if (!/^\/(?![/\\])[^\\\p{Cc}\p{Cs}]*$/u.test(value)) return undefined;
  return value.replace(/[^\x21-\x7e]/gu, encodeURIComponent);
}
