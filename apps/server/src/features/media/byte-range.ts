/** Both ends are inclusive. */
export interface ByteRange {
  from: number;
  to: number;
}

/**
 * Parses the Range header of a request (RFC 9110, 14.1.2).
 * @returns null for an unsupported range (another unit, several ranges, bad syntax), for which the response is the
 * whole file; `unsatisfiable` when the range begins after the end
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i.exec(header ?? '');
  if (!match) return null;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { from: size - length, to: size - 1 };
  }
  const [from, to] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)];
  if (last !== '' && Number(last) < from) return null;
  return from >= size ? 'unsatisfiable' : { from, to };
}
