/** Decodes a query: `%` and two digits are one byte, every other character is itself. */
function bytesOf(query: string): Buffer {
  const text = query.replace(/%([0-9a-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return Buffer.from(text, 'latin1');
}

/** Parts of the address: the manifest, and the seal at its end. */
export function splitQuery(query: string): { manifest: Buffer; tag: string } {
  const at = query.lastIndexOf('&tag=');
  if (at < 0) return { manifest: bytesOf(query), tag: '' };
  return { manifest: bytesOf(query.slice(0, at)), tag: query.slice(at + '&tag='.length) };
}

/**
 * Returns the entries of a manifest. Clerks add corrections at the end, so the last of several with one name counts.
 */
export function entriesOf(manifest: Buffer): Map<string, string> {
  const entries = new Map<string, string>();
  for (const entry of manifest.toString('utf8').split('&')) {
    const at = entry.indexOf('=');
    if (at > 0) entries.set(entry.slice(0, at), entry.slice(at + 1));
  }
  return entries;
}

/** Encodes a manifest for an address. */
export const toQuery = (manifest: Buffer): string =>
  manifest.toString('latin1').replace(/[^\w=&.-]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);
