/** A cursor from the address; what can't be one is left out. */
export function readCursor(search: Record<string, unknown>): { cursor?: string } {
  const { cursor } = search;
  return typeof cursor === 'string' && /^[\w-]{1,200}$/.test(cursor) ? { cursor } : {};
}
