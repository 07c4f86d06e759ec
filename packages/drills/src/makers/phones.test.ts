import { createHash, X509Certificate } from 'node:crypto';
import { gunzipSync, inflateSync } from 'node:zlib';
import { expect } from 'vitest';
import { itForEachSeed, roundFor, seeds } from '../testing.ts';

const packed = (text: string): Buffer => Buffer.from(text.replace(/\s/g, ''), 'base64');

/** Decodes a binary property list to plain values. */
function unlisted(bytes: Buffer): unknown {
  expect(bytes.toString('latin1', 0, 8)).toBe('bplist00');
  const trailer = bytes.subarray(-32);
  const [width, count, table] = [trailer[6] ?? 0, trailer.readUInt32BE(12), trailer.readUInt32BE(28)];
  expect(table + width * count + 32).toBe(bytes.length);
  const read = (object: number): unknown => {
    const at = bytes.readUIntBE(table + width * object, width);
    const kind = bytes[at] ?? 0;
    if (kind === 8 || kind === 9) return kind === 9;
    const isLong = (kind & 15) === 15;
    const size = isLong ? (bytes[at + 2] ?? 0) : kind & 15;
    const start = at + (isLong ? 3 : 1);
    const inside = (from: number): unknown[] => [...bytes.subarray(start + from, start + from + size)].map(read);
    if (kind >> 4 === 5) return bytes.toString('latin1', start, start + size);
    if (kind >> 4 === 10) return inside(0);
    return Object.fromEntries(inside(0).map((key, i) => [key, inside(size)[i]]));
  };
  return read(trailer.readUInt32BE(20));
}

itForEachSeed(seeds)('stores phone data in valid file formats', (seed) => {
  const freed = roundFor('phone-freed-row', seed);
  const page = gunzipSync(packed(freed.of('chat.db'))).subarray(512);
  const cells = Array.from({ length: page.readUInt16BE(3) }, (_, i) => page.readUInt16BE(8 + 2 * i));
  const live = cells.map((at) => page.toString('latin1', at, at + 2 + (page[at] ?? 0)));
  const free = page.readUInt16BE(1);
  const gap = page.subarray(free, free + page.readUInt16BE(free + 2)).toString('latin1');
  expect(cells).toHaveLength(4);
  expect(/with ([a-z0-9-]+), burn this$/.exec(gap)?.[1]).toBe(freed.answer);
  expect(live.every((text) => text.endsWith(', burn this') && !text.includes(freed.answer))).toBe(true);
  // Rows and free space fill the page completely.
  const length = live.reduce((sum, text) => sum + text.length, gap.length);
  expect(page.readUInt16BE(5)).toBe(512 - length);

  const backup = roundFor('phone-backup', seed);
  const all = packed(backup.of('A backup'));
  const [magic, , compressed, cipher] = all.toString('latin1').split('\n', 4);
  expect([magic, compressed, cipher]).toEqual(['ANDROID BACKUP', '1', 'none']);
  const tar = inflateSync(all.subarray(all.indexOf('\nnone\n') + 6));
  const names: string[] = [];
  let lock = '';
  for (let at = 0; tar[at]; ) {
    const head = Buffer.from(tar.subarray(at, at + 512));
    const sum = Number.parseInt(head.toString('latin1', 148, 154), 8);
    head.fill(' ', 148, 156);
    expect(head.reduce((total, byte) => total + byte, 0)).toBe(sum);
    const size = Number.parseInt(head.toString('latin1', 124, 135), 8);
    names.push(head.toString('latin1', 0, head.indexOf(0)));
    if (names.at(-1)?.endsWith('/sp/lock.xml')) lock = tar.toString('utf8', at + 512, at + 512 + size);
    at += 512 + Math.ceil(size / 512) * 512;
  }
  expect(names).toHaveLength(4);
  expect(/"recovery">([^<]+)</.exec(lock)?.[1]).toBe(backup.answer);

  const pin = roundFor('phone-pin', seed);
  const certificate = new X509Certificate(pin.of('cert.pem'));
  expect(certificate.subject).toMatch(/^CN=api\.[a-z]+\.example$/);
  const spki = certificate.publicKey.export({ type: 'spki', format: 'der' });
  expect(createHash('sha256').update(spki).digest('base64')).toBe(pin.answer);
  expect(pin.normalize(pin.answer.slice(0, 43))).toBe(pin.answer);

  const info = unlisted(Buffer.from(roundFor('phone-plist', seed).of('An Info').replace(/\s/g, ''), 'hex')) as {
    NSAppTransportSecurity: { NSExceptionDomains: Record<string, Record<string, boolean>> };
  };
  const domains = Object.entries(info.NSAppTransportSecurity.NSExceptionDomains);
  expect(domains).toHaveLength(3);
  const plain = domains.filter(([, rules]) => rules.NSExceptionAllowsInsecureHTTPLoads === true);
  expect(plain.map(([host]) => host)).toEqual([roundFor('phone-plist', seed).answer]);

  const matrix = roundFor('phone-matrix', seed);
  const books = Object.fromEntries(
    [...matrix.of('The users').matchAll(/(\w+) has logbook (\d)/g)].map(([, who, n]) => [who, n]),
  );
  const wrong = matrix
    .of('Request')
    .split('\n')
    .map((row) => row.split(/ {2,}/))
    .filter(([, request = '', who = '', status]) => {
      const book = /logs\/(\d)/.exec(request)?.[1];
      const may = request.includes('ports') || (book ? books[who] === book : who in books);
      expect(may ? status : '200').toBe('200');
      return status === '200' && !may;
    })
    .map(([letter = '']) => letter.toLowerCase());
  expect(wrong.join(' ')).toBe(matrix.answer);
});
