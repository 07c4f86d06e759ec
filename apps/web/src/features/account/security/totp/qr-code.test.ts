import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { qrPath } from './qr-code.tsx';

const uri = 'otpauth://totp/Hexpedition:mara?issuer=Hexpedition&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

test('draws exactly the dark modules', () => {
  const { path, size } = qrPath(uri);
  const drawn = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [, x, y, width, back] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)) {
    expect(back).toBe(width);
    for (let i = 0; i < Number(width); i++) (drawn[Number(y)] ?? [])[Number(x) + i] = true;
  }
  expect(drawn).toEqual(encode(uri, { ecc: 'L', border: 4 }).data);
  expect(drawn.flat().some(Boolean)).toBe(true);
});
