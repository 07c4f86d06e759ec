import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCertificateReader } from './certificates.ts';

let folder: string;
let ca: string;
let server: Server;
let connections = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'certificates-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const names = ['-subj', '/CN=test', '-addext', 'subjectAltName=DNS:site.localhost,DNS:*.labs.localhost,IP:127.0.0.1'];
  const kind = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '67'];
  execFileSync('openssl', [...kind, '-keyout', key, '-out', cert, ...names], { stdio: 'ignore' });
  ca = await readFile(cert, 'utf8');
  server = createServer({ key: await readFile(key), cert: ca });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

const readerOf = (publicUrl: string, labsUrl: string, now = () => new Date()) =>
  createCertificateReader({ config: { publicUrl, labsUrl }, clock: { now }, ca });
const at = (host: string) => `https://${host}:${(server.address() as AddressInfo).port}`;

it('reads when the certificates of platform and labs end, and remembers them for ten minutes', async () => {
  let now = Date.now();
  const read = readerOf(at('site.localhost'), at('labs.localhost'), () => new Date(now));
  const certificates = await read();
  expect(certificates.map(({ host, problem }) => [host, problem])).toEqual([
    ['site.localhost', null],
    ['*.labs.localhost', null],
  ]);
  const days = (Date.parse(certificates[0]?.ends_at ?? '') - now) / 86_400_000;
  expect(Math.round(days)).toBe(67);
  connections = 0;
  now += 599_000;
  await read();
  expect(connections).toBe(0);
  now += 2_000;
  await read();
  expect(connections).toBe(2);
});

it('reads the certificate of an IP address', async () => {
  const [own] = await readerOf(at('127.0.0.1'), 'http://labs.localhost')();
  expect(own).toEqual({ host: '127.0.0.1', ends_at: expect.any(String), problem: null });
});

it('says why a certificate is not valid, or cannot be read', async () => {
  const wrong = await readerOf(at('other.localhost'), 'https://labs.localhost:1')();
  expect(wrong).toEqual([
    { host: 'other.localhost', ends_at: expect.any(String), problem: 'ERR_TLS_CERT_ALTNAME_INVALID' },
    { host: '*.labs.localhost', ends_at: null, problem: 'ECONNREFUSED' },
  ]);
});

it('checks again soon while there is a problem', async () => {
  let now = Date.now();
  const read = readerOf(at('other.localhost'), 'http://labs.localhost', () => new Date(now));
  await read();
  connections = 0;
  now += 9_000;
  await read();
  expect(connections).toBe(0);
  now += 2_000;
  await read();
  expect(connections).toBe(1);
});

it('reads nothing for addresses without TLS', async () => {
  expect(await readerOf('http://site.localhost', 'http://labs.localhost')()).toEqual([]);
});
