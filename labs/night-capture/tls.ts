import { randomBytes, randomInt } from 'node:crypto';
import type { Said } from './conversation.ts';

/* TLS 1.3 as seen from outside: the names in both hellos are real, and the encrypted data is random. */

const [CHANGE, HANDSHAKE, DATA] = [20, 22, 23] as const;

/** Returns the traffic of an encrypted connection with this many requests and responses. */
export function sealed(name: string, visits = randomInt(1, 4)): Said[] {
  const said: Said[] = [
    { by: 'client', data: record(HANDSHAKE, clientHello(name)) },
    {
      by: 'server',
      data: Buffer.concat([
        record(HANDSHAKE, serverHello()),
        record(CHANGE, Buffer.from([1])),
        noise(randomInt(900, 1900)),
      ]),
      after: randomInt(10, 60),
    },
    { by: 'client', data: Buffer.concat([record(CHANGE, Buffer.from([1])), noise(69)]) },
  ];
  for (let i = 0; i < visits; i++) {
    said.push({ by: 'client', data: noise(randomInt(90, 500)), after: randomInt(5, 4000) });
    said.push({ by: 'server', data: noise(randomInt(200, 3500)), after: randomInt(10, 120) });
  }
  return said;
}

function record(kind: number, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from([kind, 3, kind === HANDSHAKE ? 1 : 3]), u16(body.length), body]);
}

const noise = (length: number) => record(DATA, randomBytes(length));

function clientHello(name: string): Buffer {
  const host = Buffer.from(name);
  const extensions = Buffer.concat([
    extension(0, Buffer.concat([u16(host.length + 3), Buffer.from([0]), u16(host.length), host])),
    extension(10, Buffer.concat([u16(2), u16(29)])),
    extension(13, Buffer.concat([u16(4), u16(0x0403), u16(0x0804)])),
    extension(43, Buffer.from([2, 3, 4])),
    extension(51, Buffer.concat([u16(36), u16(29), u16(32), randomBytes(32)])),
  ]);
  const ciphers = Buffer.concat([u16(0x1301), u16(0x1302), u16(0x1303)]);
  return handshake(
    1,
    Buffer.concat([
      Buffer.from([3, 3]),
      randomBytes(32),
      Buffer.from([32]),
      randomBytes(32),
      u16(ciphers.length),
      ciphers,
      Buffer.from([1, 0]),
      u16(extensions.length),
      extensions,
    ]),
  );
}

function serverHello(): Buffer {
  const extensions = Buffer.concat([
    extension(43, Buffer.from([3, 4])),
    extension(51, Buffer.concat([u16(29), u16(32), randomBytes(32)])),
  ]);
  const fixed = [
    Buffer.from([3, 3]),
    randomBytes(32),
    Buffer.from([32]),
    randomBytes(32),
    u16(0x1301),
    Buffer.from([0]),
  ];
  return handshake(2, Buffer.concat([...fixed, u16(extensions.length), extensions]));
}

const handshake = (kind: number, body: Buffer) => Buffer.concat([Buffer.from([kind, 0]), u16(body.length), body]);
const extension = (kind: number, body: Buffer) => Buffer.concat([u16(kind), u16(body.length), body]);
const u16 = (number: number) => Buffer.from([number >> 8, number & 0xff]);
