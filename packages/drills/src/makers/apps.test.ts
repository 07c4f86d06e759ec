import { createHash } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { expect } from 'vitest';
import { itForEachSeed, roundFor, seeds, undump } from '../testing.ts';

/** Returns the files of a ZIP by name, from its central directory. */
function unzipped(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf('PK\x05\x06');
  const found = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let i = 0; i < zip.readUInt16LE(end + 10); i++) {
    expect(zip.readUInt32BE(at)).toBe(0x504b0102);
    const [packed, size, length, local] = [
      zip.readUInt32LE(at + 20),
      zip.readUInt32LE(at + 24),
      zip.readUInt16LE(at + 28),
      zip.readUInt32LE(at + 42),
    ];
    const name = zip.toString('utf8', at + 46, at + 46 + length);
    expect(zip.toString('utf8', local + 30, local + 30 + length)).toBe(name);
    const start = local + 30 + length;
    const content = inflateRawSync(zip.subarray(start, start + packed));
    expect(content).toHaveLength(size);
    found.set(name, content);
    at += 46 + length;
  }
  expect(at).toBe(end);
  return found;
}

/** Returns the elements of a compiled manifest, as the parser of the lesson prints them. */
function elements(data: Buffer): { name: string; attributes: Record<string, string | boolean> }[] {
  const strings: string[] = [];
  const all: { name: string; attributes: Record<string, string | boolean> }[] = [];
  expect(data.readUInt32LE(4)).toBe(data.length);
  for (let at = 8; at < data.length; ) {
    const [kind, size] = [data.readUInt16LE(at), data.readUInt32LE(at + 4)];
    if (kind === 1) {
      const start = at + data.readUInt32LE(at + 20);
      for (let i = 0; i < data.readUInt32LE(at + 8); i++) {
        const text = start + data.readUInt32LE(at + 28 + 4 * i);
        strings.push(data.toString('utf16le', text + 2, text + 2 + 2 * data.readUInt16LE(text)));
      }
    } else if (kind === 0x102) {
      const attributes = Array.from({ length: data.readUInt16LE(at + 28) }, (_, i) => at + 36 + 20 * i).map((place) => {
        const value = data.readUInt32LE(place + 16);
        const isText = data[place + 15] === 3;
        return [strings[data.readUInt32LE(place + 4)] ?? '', isText ? (strings[value] ?? '') : value !== 0] as const;
      });
      all.push({ name: strings[data.readUInt32LE(at + 20)] ?? '', attributes: Object.fromEntries(attributes) });
    }
    at += size;
  }
  return all;
}

itForEachSeed(seeds)('recovers the contents of packages, libraries and digests', (seed) => {
  const app = roundFor('app-zip', seed);
  const files = unzipped(Buffer.from(app.of('The whole').replace(/\s/g, ''), 'base64'));
  expect(files.size).toBe(4);
  const notes = [...files].filter(
    ([name, content]) => files.has(name.replace(/(\.orig|\.bak|~|\.swp)$/, '')) && content.includes('take me out'),
  );
  expect(notes).toHaveLength(1);
  expect(/take me out: (\S+) -->/.exec(String(notes[0]?.[1]))?.[1]).toBe(app.answer);
  expect(app.normalize(`<!-- Take me out: ${app.answer} -->`)).toBe(app.answer);

  const library = roundFor('app-native-key', seed);
  const { start, bytes } = undump(library.of('The section'));
  const at = Number.parseInt(/stored at (\w+)/.exec(library.of('Known'))?.[1] ?? '', 16) - start;
  const words = bytes.toString('latin1', 0, at).split(/\0+/).filter(Boolean);
  expect(words).toHaveLength(3);
  const readings = words.map((word) =>
    [...bytes.subarray(at)].map((byte, i) => String.fromCharCode(byte ^ word.charCodeAt(i % word.length))).join(''),
  );
  expect(readings.filter((text) => /^[a-z]+-\d{4}-[a-z]+-\d{4}$/.test(text))).toEqual([library.answer]);

  const signed = roundFor('app-digest', seed);
  const listed = new Set(signed.of('META-INF').match(/[\w+/]{43}=/g));
  const digests = signed
    .of('The files')
    .split('\n\n')
    .map((file) =>
      createHash('sha256')
        .update(file.slice(file.indexOf('\n') + 1))
        .digest('base64'),
    );
  expect(listed.size).toBe(5);
  expect(digests.filter((digest) => !listed.has(digest))).toEqual([signed.answer]);
  expect(signed.normalize(`SHA-256-Digest: ${signed.answer.slice(0, 43)}`)).toBe(signed.answer);
});

itForEachSeed(seeds)('parses manifests, links and checks as a phone does', (seed) => {
  const manifest = roundFor('app-manifest', seed);
  const found = elements(Buffer.from(manifest.of('A compiled').replace(/\s/g, ''), 'hex'));
  expect(found.slice(0, 2).map(({ name }) => name)).toEqual(['manifest', 'application']);
  const open = found.filter(({ attributes }) => attributes.exported === true && !attributes.permission);
  expect(found).toHaveLength(5);
  expect(open.map(({ attributes }) => String(attributes.name).toLowerCase())).toEqual([manifest.answer]);

  const links = roundFor('app-links', seed);
  const code = /if not \((.*)\):/.exec(links.of('Check of'))?.[1] ?? '';
  const word = /"([^"]+)"/.exec(code)?.[1] ?? '';
  const caught = links
    .of('Pages')
    .split('\n')
    .filter((row) => {
      const page = row.slice(3);
      // The host between the slashes, without a user name before an at sign.
      const host = (page.split('/')[2] ?? '').replace(/^.*@/, '');
      const subject = /^(page|host)/.exec(code) ? code.slice(0, 4) : code.slice(-4);
      const place = subject === 'page' ? page : host;
      const passes = code.includes('.startswith')
        ? place.indexOf(word) === 0
        : code.includes('.endswith')
          ? place.split('').reverse().join('').startsWith(word.split('').reverse().join(''))
          : place.split(word).length > 1;
      return passes && !/(^|\.)harbour\.example$/.test(host);
    })
    .map((row) => row.charAt(0).toLowerCase());
  expect(caught.join(' ')).toBe(links.answer);

  const smali = roundFor('app-smali', seed);
  const lines = smali
    .of('Pin.smali')
    .split('\n')
    .slice(2, -1)
    .map((line) => line.trim());
  const check = (pin: string): boolean => {
    const v: Record<string, number> = {};
    let result = 0;
    for (let i = 0, steps = 0; steps < 200; i++, steps++) {
      const [operation = '', one = '', two = '', three = ''] = (lines[i] ?? '').split(/[ ,]+/);
      const goes = (label: string): void => {
        i = lines.indexOf(label);
      };
      if (operation.startsWith('const')) v[one] = Number(two);
      else if (operation === 'mul-int/lit8') v[one] = Math.imul(v[two] ?? 0, Number(three));
      else if (operation === 'add-int/lit8')
        v[one] = ((v[two] ?? 0) + (three.startsWith('-') ? -Number(three.slice(1)) : Number(three))) | 0;
      else if (operation === 'xor-int/lit16') v[one] = (v[two] ?? 0) ^ Number(three);
      else if (operation === 'add-int/2addr') v[one] = ((v[one] ?? 0) + (v[two] ?? 0)) | 0;
      else if (operation === 'xor-int/2addr') v[one] = (v[one] ?? 0) ^ (v[two] ?? 0);
      else if (operation === 'invoke-virtual')
        result = lines[i]?.includes('length') ? pin.length : pin.charCodeAt(v.v1 ?? 0);
      else if (operation === 'move-result') v[one] = result;
      else if (operation === 'goto') goes(one);
      else if (operation === 'if-ge' && (v[one] ?? 0) >= (v[two] ?? 0)) goes(three);
      else if (operation === 'if-ne' && v[one] !== v[two]) goes(three);
      else if (operation === 'if-ltz' && (v[one] ?? 0) < 0) goes(two);
      else if (operation === 'return') return v[one] === 1;
    }
    throw new Error('It does not end.');
  };
  expect(check(smali.answer)).toBe(true);
  const near = [1, 10, 100, 1000].map((more) => String((Number(smali.answer) + more) % 10_000).padStart(4, '0'));
  expect(near.some(check)).toBe(false);
});
