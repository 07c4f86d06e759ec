import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { readConfig } from '#platform/config';
import { createTestApp, type TestApp } from '#testing/test-app';
import { createTestDatabase, type TestDatabase } from '#testing/test-database';
import { runOn } from '#testing/test-postgres';
import { startTestS3, type TestS3 } from '#testing/test-s3';
import type { DoctorContext, Finding } from './check.ts';
import { createContext, formatFindings, runDoctor } from './doctor.ts';

let folder: string;
let database: TestDatabase;
let s3: TestS3;
let platform: TestApp;
let platformPort: number;
const closers: (() => unknown)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hexpedition-doctor-'));
  database = await createTestDatabase();
  s3 = await startTestS3();
  platform = await createTestApp({ publicUrl: 'http://learn.test', isProduction: true });
  platformPort = Number(new URL(await platform.app.listen({ port: 0, host: '127.0.0.1' })).port);
}, 120_000);
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});
afterAll(async () => {
  await Promise.all([platform.close(), s3.close(), database.drop()]);
  await rm(folder, { recursive: true });
});

/** A machine without faults, except for the given changes. */
function machine(env: Record<string, string> = {}, changes: Partial<DoctorContext> = {}): DoctorContext {
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: join(folder, 'data'), DATABASE_URL: database.url, ...env });
  return { ...createContext(config, null), ...changes };
}

/** Returns the findings of one check that are not ok. */
async function faults(check: string, context: DoctorContext): Promise<Finding[]> {
  const findings = await runDoctor(context);
  return findings.filter((one) => one.check === check && one.level !== 'ok');
}

/** Expects that the doctor finds exactly this fault, and says what to do. */
async function expectFault(check: string, context: DoctorContext, level: 'warning' | 'problem', text: RegExp) {
  const found = await faults(check, context);
  expect(found, formatFindings(found.map((one) => ({ check, ...one })))).toMatchObject([
    { level, text: expect.stringMatching(text), remedy: expect.stringMatching(/.{10}/) },
  ]);
}

const listen = async (server: Server): Promise<number> => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
};

/** A proxy in front of the platform. */
async function startProxy({ host, upgrades }: { host: string; upgrades: boolean }): Promise<number> {
  const forward = (incoming: IncomingMessage, headers: NodeJS.Dict<string | string[]>) =>
    request({
      host: '127.0.0.1',
      port: platformPort,
      path: incoming.url,
      headers: { ...headers, host, origin: 'http://learn.test' },
    });
  const server = createServer((incoming, outgoing) => {
    const { connection: _, upgrade: __, ...headers } = incoming.headers;
    const sent = forward(incoming, headers);
    sent.on('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 500);
      response.pipe(outgoing);
    });
    sent.on('error', () => outgoing.destroy());
    sent.end();
  });
  if (upgrades) {
    server.on('upgrade', (incoming, socket) => {
      const sent = forward(incoming, incoming.headers);
      sent.on('upgrade', (_response, inner) => {
        socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
        socket.on('close', () => inner.destroy());
      });
      sent.on('response', (response) => socket.end(`HTTP/1.1 ${response.statusCode} No\r\n\r\n`));
      sent.on('error', () => socket.destroy());
      sent.end();
    });
  }
  return listen(server);
}

/** Resolves the names of the test to this machine. */
const resolveHere =
  (...names: string[]) =>
  async (host: string) => {
    if (names.includes(host)) return ['127.0.0.1'];
    throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
  };

/** Creates a certificate that ends in some days. */
async function startTls(name: string, days: number): Promise<{ port: number; ca: string }> {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      String(days),
      '-keyout',
      key,
      '-out',
      cert,
      ...subject,
    ],
    { stdio: 'ignore' },
  );
  const ca = await readFile(cert, 'utf8');
  const server = createTlsServer({ key: await readFile(key), cert: ca }, (_request, response) => response.end());
  return { port: await listen(server as unknown as Server), ca };
}

it('1: Node is too old', async () => {
  await expectFault('Node', machine({}, { nodeVersion: '20.18.3' }), 'problem', /20\.18\.3 is too old/);
  for (const nodeVersion of ['20.19.0', '22.1.0'])
    expect(await faults('Node', machine({}, { nodeVersion }))).toEqual([]);
});

it('2: bubblewrap is not installed', async () => {
  expect(await faults('Sandbox', machine())).toEqual([]);
  await expectFault('Sandbox', machine({}, { bwrap: [join(folder, 'no-bwrap')] }), 'problem', /is not installed/);
});

it('3: namespaces are forbidden', async () => {
  const forbid = 'echo 0 > /proc/sys/user/max_user_namespaces; echo 0 > /proc/sys/user/max_pid_namespaces; exec "$@"';
  const bwrap = ['unshare', '-Ur', 'sh', '-c', forbid, 'sh', 'bwrap'];
  await expectFault('Sandbox', machine({}, { bwrap }), 'problem', /cannot create namespaces: .+/);
});

it('4: no cgroup is delegated', async () => {
  const [proc, cgroups] = [join(folder, 'proc'), join(folder, 'cgroups')];
  await mkdir(join(proc, 'self'), { recursive: true });
  await writeFile(join(proc, 'self/cgroup'), '0::/user.slice/session-1.scope\n');
  await writeFile(join(proc, 'meminfo'), 'MemAvailable:   9000000 kB\n');
  await expectFault(
    'Cgroup',
    machine({}, { proc, cgroups }),
    'warning',
    /session-1\.scope, so labs have no memory cgroup/,
  );
  await writeFile(join(proc, 'self/cgroup'), '0::/system.slice/hexpedition.service/platform\n');
  await mkdir(join(cgroups, 'system.slice/hexpedition.service'), { recursive: true });
  const controllers = join(cgroups, 'system.slice/hexpedition.service/cgroup.controllers');
  await writeFile(controllers, 'cpu io\n');
  await expectFault('Cgroup', machine({}, { proc, cgroups }), 'warning', /no controller for memory, pids/);
  await writeFile(controllers, 'cpu io memory pids\n');
  expect(await faults('Cgroup', machine({}, { proc, cgroups }))).toEqual([]);
});

it.runIf(process.getuid?.() === 0)('5: the disk is nearly full, and 6: it cannot be written', async () => {
  const disk = join(folder, 'disk');
  await mkdir(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk]);
  closers.push(() => execFileSync('umount', ['--lazy', disk]));
  await expectFault('Disk', machine({ DATA_DIR: disk }), 'problem', /has [78] MB of free space/);
  execFileSync('mount', ['-o', 'remount,ro', disk]);
  await expectFault('Disk', machine({ DATA_DIR: disk }), 'problem', /cannot be written \(EROFS\)/);
});

it('7: memory is short', async () => {
  const proc = join(folder, 'small');
  await mkdir(proc);
  await writeFile(join(proc, 'meminfo'), 'MemTotal: 2000000 kB\nMemAvailable:   204800 kB\n');
  await expectFault('Memory', machine({}, { proc }), 'problem', /^200 MB are available/);
});

it('8: other users can read the keys', async () => {
  const secrets = join(folder, 'data/secrets');
  await mkdir(secrets, { recursive: true });
  await writeFile(join(secrets, 'master.key'), 'x', { mode: 0o600 });
  expect(await faults('Secrets', machine())).toEqual([]);
  await chmod(join(secrets, 'master.key'), 0o644);
  await expectFault('Secrets', machine(), 'problem', /can read .*master\.key/);
  await rm(secrets, { recursive: true });
});

it('9: the clock is wrong', async () => {
  const now = () => new Date(Date.now() + 90_000);
  expect(await faults('Database', machine({}, { now }))).toContainEqual(
    expect.objectContaining({ level: 'problem', text: expect.stringMatching(/^The clock differs by (89|9\d) s/) }),
  );
});

it('10: the role may not create schemas, and 11: the database does not answer', async () => {
  const role = `hx_doctor_${process.pid}`;
  const { url, drop } = await createTestDatabase();
  await runOn(url, `create role ${role} login password 'x'`);
  const limited = new URL(url);
  limited.username = role;
  limited.password = 'x';
  const found = await faults('Database', machine({ DATABASE_URL: limited.href }));
  await runOn(url, `drop owned by ${role}; drop role ${role}`);
  expect(found.map(({ text }) => text)).toContainEqual(expect.stringMatching(/may not create schemas/));
  await drop();
  await expectFault(
    'Database',
    machine({ DATABASE_URL: 'postgres://x:y@127.0.0.1:9/x' }),
    'problem',
    /cannot be reached/,
  );
});

it('12: the last backup is too old', async () => {
  const { url, drop } = await createTestDatabase();
  await expectFault('Database', machine({ DATABASE_URL: url }), 'warning', /There is no backup/);
  const run = (age: string) =>
    runOn(url, `insert into backup_runs (target, ok, ended_at) values ('x', true, now() - interval '${age}')`);
  await run('5 days');
  await expectFault('Database', machine({ DATABASE_URL: url }), 'problem', /is 5 days old/);
  await run('1 hour');
  expect(await faults('Database', machine({ DATABASE_URL: url }))).toEqual([]);
  await drop();
});

it('13: a name has no address, and the wildcard is missing', async () => {
  const env = { PUBLIC_URL: 'http://learn.test', LABS_URL: 'http://labs.test' };
  const withoutTls = expect.objectContaining({ text: expect.stringContaining('without TLS') });
  const none = await faults('Names', machine(env, { resolve: resolveHere('doctor-check.labs.test') }));
  expect(none).toEqual([
    withoutTls,
    expect.objectContaining({ level: 'problem', text: 'learn.test has no address (ENOTFOUND).' }),
  ]);
  const noWildcard = await faults('Names', machine(env, { resolve: resolveHere('learn.test', 'labs.test') }));
  const remedy = expect.stringContaining('wildcard record *.labs.test');
  expect(noWildcard).toEqual([withoutTls, expect.objectContaining({ level: 'problem', remedy })]);
});

it('14: a certificate is for another name, not trusted, or ends soon', async () => {
  const { port, ca } = await startTls('learn.test', 100);
  const resolve = resolveHere('learn.test', 'other.test');
  const at = (host: string) => ({ PUBLIC_URL: `https://${host}:${port}`, LABS_URL: 'http://labs.localhost' });
  expect(await faults('Names', machine(at('learn.test'), { ca, resolve }))).toEqual([]);
  await expectFault(
    'Names',
    machine(at('other.test'), { ca, resolve }),
    'problem',
    /not valid \(ERR_TLS_CERT_ALTNAME_INVALID\)/,
  );
  await expectFault(
    'Names',
    machine(at('learn.test'), { resolve }),
    'problem',
    /not valid \(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
  );
  const soon = () => new Date(Date.now() + 90 * 86_400_000);
  await expectFault('Names', machine(at('learn.test'), { ca, resolve, now: soon }), 'warning', /ends in (9|10) days/);
  const labs = { PUBLIC_URL: 'http://localhost', LABS_URL: `https://learn.test:${port}` };
  const wildcard = machine(labs, { ca, resolve: resolveHere('doctor-check.learn.test') });
  await expectFault('Names', wildcard, 'problem', /doctor-check\.learn\.test is not valid/);
});

it('15: the proxy does not pass on the Host header or WebSockets', async () => {
  const resolve = resolveHere('learn.test');
  const at = (port: number) => machine({ PUBLIC_URL: `http://learn.test:${port}` }, { resolve });
  expect(await faults('Address', at(await startProxy({ host: 'learn.test', upgrades: true })))).toEqual([]);
  await expectFault(
    'Address',
    at(await startProxy({ host: 'backend', upgrades: true })),
    'problem',
    /does not pass on the Host/,
  );
  await expectFault(
    'Address',
    at(await startProxy({ host: 'learn.test', upgrades: false })),
    'problem',
    /does not pass on WebSockets/,
  );
  const other = createServer((_request, response) => response.end('<h1>It works!</h1>'));
  await expectFault('Address', at(await listen(other)), 'problem', /not as the platform/);
});

it('16: the mail server rejects the password', async () => {
  const mails: string[] = [];
  const server = new SMTPServer({
    ...{ authOptional: false, allowInsecureAuth: true, disabledCommands: ['STARTTLS'] },
    onAuth: ({ username, password }, _session, done) =>
      password === 'right' ? done(null, { user: username }) : done(new Error('535 Wrong password')),
    onData: (stream, { envelope }, done) => {
      mails.push(...envelope.rcptTo.map(({ address }) => address));
      stream.resume().on('end', () => done());
    },
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  closers.push(() => new Promise<void>((closed) => server.close(() => closed())));
  const { port } = server.server.address() as AddressInfo;
  const at = (password: string) =>
    machine({ SMTP_URL: `smtp://site:${password}@127.0.0.1:${port}` }, { mailTo: 'op@example.org' });
  expect(await faults('Mail', at('right'))).toEqual([]);
  expect(mails).toEqual(['op@example.org']);
  await expectFault('Mail', at('wrong'), 'problem', /./);
});

it('17: the bucket rejects the key', async () => {
  const { host } = new URL(s3.config.url);
  const at = (secret: string) =>
    machine({
      STORAGE_URL: `s3://${s3.config.accessKeyId}:${encodeURIComponent(secret)}@${host}/courses?region=${s3.config.region}&insecure=yes`,
    });
  expect(await faults('Bucket', at(s3.config.secretAccessKey))).toEqual([]);
  expect(s3.objects.size).toBe(0);
  await expectFault('Bucket', at('wrong'), 'problem', /cannot be used: .*403/);
});
