import { expect, it } from 'vitest';
import { roundFor, seeds, undump } from '../testing.ts';

it('gives the time of the second packet of a pcap file, in the byte order of the file', () => {
  const magics = new Set<string>();
  let isShort = false;
  for (const seed of seeds) {
    const { of, answer } = roundFor('capture-time', seed);
    const { bytes } = undump(of('The beginning'));
    const isLittle = bytes[0] === 0xd4;
    magics.add(bytes.toString('hex', 0, 4));
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const u32 = (at: number): number => view.getUint32(at, isLittle);
    expect([u32(0), view.getUint16(4, isLittle), view.getUint16(6, isLittle), u32(20)]).toEqual([0xa1b2c3d4, 2, 4, 1]);
    const second = 40 + u32(32);
    // The snap length limits the captured length, which is less than the length in the packet's own header.
    expect(u32(32)).toBe(u32(16));
    expect(u32(36)).toBe(14 + bytes.readUInt16BE(40 + 16));
    expect(u32(36)).toBeGreaterThan(u32(32));
    expect(u32(second + 8)).toBe(u32(16));
    expect(Number(answer) * 1e6).toBeCloseTo(u32(second) * 1e6 + u32(second + 4), -1);
    expect(answer).toMatch(/^\d{10}\.\d{6}$/);
    expect(u32(second)).toBeGreaterThan(u32(24));
    isShort ||= u32(second + 4) < 100_000;
  }
  expect([...magics].sort()).toEqual(['a1b2c3d4', 'd4c3b2a1']);
  expect(isShort).toBe(true);
});

it('gives the checksum with which the forged header sums to ffff, as the other headers do', () => {
  const total = (header: Buffer): number => {
    let sum = 0;
    for (let i = 0; i < 20; i += 2) sum += header.readUInt16BE(i);
    return sum % 0xffff === 0 ? 0xffff : sum % 0xffff;
  };
  for (const seed of seeds) {
    const { of, answer } = roundFor('capture-checksum', seed);
    const headers = of('Four')
      .split('\n')
      .map((line) => Buffer.from(line.replaceAll(' ', ''), 'hex'));
    const forged = headers.filter((header) => total(header) !== 0xffff);
    expect([headers.length, forged.length]).toEqual([4, 1]);
    const mended = Buffer.from(forged[0] ?? []);
    mended.write(answer, 10, 2, 'hex');
    expect(total(mended)).toBe(0xffff);
  }
});

it('reassembles the same stream from any copy of a byte, without a gap', () => {
  const isOver = new Set<boolean>();
  for (const seed of seeds) {
    const { of, answer } = roundFor('capture-stream', seed);
    const port = /port (\d+)/.exec(of('Find'))?.[1];
    const lines = of('Data')
      .split('\n')
      .filter((line) => line.includes(` ${port} `));
    const syn = BigInt(/seq (\d+) +SYN/.exec(lines.join('\n'))?.[1] ?? 0);
    const bytes = new Map<number, string>();
    let copies = 0;
    for (const line of lines) {
      const [, number = '', piece] = /seq (\d+) +"(.+)"$/.exec(line) ?? [];
      for (const [i, letter] of [...(piece ?? '')].entries()) {
        const at = Number(BigInt.asUintN(32, BigInt(number) - syn - 1n)) + i;
        if (bytes.has(at)) copies++;
        expect(bytes.get(at) ?? letter).toBe(letter);
        bytes.set(at, letter);
      }
    }
    const order = [...bytes.keys()].sort((a, b) => a - b);
    expect(order).toEqual([...order.keys()]);
    expect(order.map((at) => bytes.get(at)).join('')).toBe(answer);
    expect(copies).toBeGreaterThan(5);
    isOver.add(syn + BigInt(answer.length) >= 2n ** 32n);
  }
  expect(isOver.size).toBe(2);
});

it('carries base32 in valid DNS labels', () => {
  for (const seed of seeds) {
    const { of, answer } = roundFor('capture-tunnel', seed);
    const found = of('Queries')
      .split('\n')
      .map((line) => /^(\S+) +TXT +(\d\d)\.([a-z2-7]{1,63})\.(\w+\.example)$/.exec(line));
    const parcels = found.filter((match) => match !== null);
    expect(new Set(parcels.map((match) => `${match[1]} ${match[4]}`)).size).toBe(1);
    const cargo = new Map(parcels.map((match) => [Number(match[2]), match[3] ?? '']));
    expect(parcels.length).toBe(cargo.size + 1);
    let row = 0n;
    let bits = 0;
    const joined = [...cargo.keys()]
      .sort((a, b) => a - b)
      .map((number) => cargo.get(number))
      .join('');
    for (const letter of joined) {
      row = row * 32n + BigInt(letter < 'a' ? Number(letter) + 24 : letter.charCodeAt(0) - 97);
      bits += 5;
    }
    const hex = (row >> BigInt(bits % 8)).toString(16).padStart(Math.floor(bits / 8) * 2, '0');
    expect(Buffer.from(hex, 'hex').toString()).toBe(answer);
  }
});

it('accepts a checksum without the leading zeros that Python omits', () => {
  const time = roundFor('capture-time', 'any').normalize;
  expect(['1754657047.12345', '1754657047,123450 s'].map(time)).toEqual(Array(2).fill('1754657047.123450'));
  expect(time('1754657047.56811')).not.toBe('1754657047.056811');
  expect(roundFor('capture-checksum', 'any').normalize('0xA2f')).toBe('0a2f');
});
