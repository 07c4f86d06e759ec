import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/test-database';
import { createJobs, defineJob, PermanentFailure } from './jobs.ts';
import { createOutbox, type Mail } from './mail.ts';
import { createSmtp, smtpServer as describeServer } from './smtp.ts';

interface ArrivedMail {
  mail: Email;
  from: string;
  to: string[];
  secure: boolean;
}

let test: TestDatabase;
const ends: (() => Promise<void> | void)[] = [];
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const mail: Mail = {
  to: 'mara@example.org',
  subject: 'Confirm your address: dünn ist das Eis',
  text: 'Open https://learn.example.org/verify/7/abc\n\nGrüße.\n',
  html: '<!doctype html><p>Open <a href="https://learn.example.org/verify/7/abc">the link</a>. Grüße.</p>',
};
const from = 'Hexpedition <no-reply@learn.example.org>';

async function smtpServer(options: SMTPServerOptions = {}, port = 0) {
  const arrived: ArrivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      buffer(stream)
        .then((bytes) => PostalMime.parse(bytes))
        .then((parsed) => {
          const { mailFrom, rcptTo } = session.envelope;
          const to = rcptTo.map(({ address }) => address);
          arrived.push({ mail: parsed, from: mailFrom ? mailFrom.address : '', to, secure: session.secure });
          done();
        }, done);
    },
    ...options,
  });
  server.on('error', () => {});
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  ends.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { arrived, port: (server.server.address() as AddressInfo).port };
}

/** Creates a mailer that is closed after the test. */
function mailer(smtpUrl: string, idleTimeoutMs?: number) {
  const smtp = createSmtp(smtpUrl, from, idleTimeoutMs);
  ends.push(() => smtp.close());
  return smtp;
}

async function failure(delivery: Promise<void>): Promise<Error> {
  return delivery.then(
    () => {
      throw new Error('The mail was delivered.');
    },
    (error: Error) => error,
  );
}

it('stores mails in the outbox without a mail server', async () => {
  await createOutbox(test.db).deliver(mail);
  const rows = await test.db.selectFrom('outbox_mails').selectAll().execute();
  expect(rows).toMatchObject([{ recipient: mail.to, subject: mail.subject, text: mail.text, html: mail.html }]);
});

it('delivers text and HTML to one address, with the headers of an automatic mail', async () => {
  const { arrived, port } = await smtpServer();
  await mailer(`smtp://127.0.0.1:${port}`).deliver(mail);
  const [one] = arrived;
  if (!one) throw new Error('Nothing arrived.');
  expect(arrived).toHaveLength(1);
  expect(one).toMatchObject({ from: 'no-reply@learn.example.org', to: ['mara@example.org'] });
  expect(one.mail.from).toMatchObject({ name: 'Hexpedition', address: 'no-reply@learn.example.org' });
  expect(one.mail.to).toMatchObject([{ address: 'mara@example.org' }]);
  expect(one.mail.subject).toBe(mail.subject);
  expect(one.mail.text?.trim()).toBe(mail.text.trim());
  expect(one.mail.html?.trim()).toBe(mail.html);
  expect(one.mail.attachments).toEqual([]);
  expect(one.mail.messageId).toMatch(/^<[0-9a-f-]{36}@learn\.example\.org>$/);
  const headers = Object.fromEntries(one.mail.headers.map(({ key, value }) => [key, value]));
  expect(headers['auto-submitted']).toBe('auto-generated');
  expect(headers).not.toHaveProperty('x-mailer');
  expect(headers['content-type']).toMatch(/^multipart\/alternative/);
});

it('logs in with the credentials of SMTP_URL', async () => {
  const seen: unknown[] = [];
  const { arrived, port } = await smtpServer({
    authOptional: false,
    onAuth: ({ username, password }, _session, done) => {
      seen.push([username, password]);
      if (password === 'p@ss/word') done(null, { user: username });
      else done(new Error('no such user as captain@example.org with d3adbeef'));
    },
  });
  await mailer(`smtp://captain:p%40ss%2Fword@127.0.0.1:${port}`).deliver(mail);
  expect(arrived).toHaveLength(1);
  expect(seen).toEqual([['captain', 'p@ss/word']]);

  const error = await failure(mailer(`smtp://captain:d3adbeef@127.0.0.1:${port}`).deliver(mail));
  expect(error.message).toMatch(
    new RegExp(`^The mail server 127\\.0\\.0\\.1:${port} rejected the mail \\(AUTH .*\\): 535`),
  );
  expect(error.message).not.toMatch(/captain|d3adbeef|example/);
  // The mail can be delivered when the operator has fixed the settings.
  expect(error).not.toBeInstanceOf(PermanentFailure);
});

it('sends no password to a remote server without encryption', async () => {
  const seen: unknown[] = [];
  const { arrived, port } = await smtpServer({
    onAuth: ({ password }, _session, done) => {
      seen.push(password);
      done(null, { user: 'captain' });
    },
  });
  // 127.0.0.2 acts as a remote server: it leads to this machine, but is not one of its names in the mailer.
  const remote = `smtp://captain:d3adbeef@127.0.0.2:${port}`;
  const relay = createServer((socket) => {
    const target = new (socket.constructor as new () => Socket)();
    target.connect(port, '127.0.0.1');
    socket.pipe(target).pipe(socket);
    socket.on('error', () => {});
    target.on('error', () => {});
  });
  relay.listen(port, '127.0.0.2');
  await once(relay, 'listening');
  ends.push(() => new Promise<void>((resolve) => relay.close(() => resolve())));
  const error = await failure(mailer(remote).deliver(mail));
  expect(error.message).toContain(`127.0.0.2:${port}`);
  expect([arrived, seen]).toEqual([[], []]);
  await mailer(`${remote}?ignoreTLS=true`).deliver(mail);
  expect([arrived.length, seen]).toEqual([1, ['d3adbeef']]);
});

it('encrypts with smtps and verifies the certificate', async () => {
  const { arrived, port } = await smtpServer({ secure: true });
  const error = await failure(mailer(`smtps://127.0.0.1:${port}`).deliver(mail));
  expect(error.message).toMatch(/could not be used: .*certificate/);
  expect(arrived).toEqual([]);
  await mailer(`smtps://127.0.0.1:${port}?tls.rejectUnauthorized=false`).deliver(mail);
  expect(arrived).toMatchObject([{ secure: true, to: ['mara@example.org'] }]);
});

it('reports a rejected recipient as a permanent failure, without the address', async () => {
  const { port } = await smtpServer({
    onRcptTo: ({ address }, _session, done) => {
      const rejection = new Error(`5.1.1 <${address}>: user Mara unknown, see https://mail.example/help?u=mara`);
      done(Object.assign(rejection, { responseCode: 550 }));
    },
  });
  const error = await failure(mailer(`smtp://127.0.0.1:${port}`).deliver(mail));
  expect(error).toBeInstanceOf(PermanentFailure);
  expect(error.message).toBe(
    `The mail server 127.0.0.1:${port} rejected the mail (RCPT TO): 550 5.1.1 <…>: user … unknown, see …`,
  );
  expect(Object.keys(error)).toEqual([]);
});

it('treats rejected content as a permanent failure and deferred content as temporary', async () => {
  const answers = [554, 451];
  const { port } = await smtpServer({
    onData: (stream, _session, done) => {
      stream.resume();
      const responseCode = answers.shift() ?? 250;
      stream.on('end', () => done(Object.assign(new Error('Rejected.'), { responseCode })));
    },
  });
  const { deliver } = mailer(`smtp://127.0.0.1:${port}`);
  expect(await failure(deliver(mail))).toBeInstanceOf(PermanentFailure);
  const later = await failure(deliver(mail));
  expect(later).not.toBeInstanceOf(PermanentFailure);
  expect(later.message).toContain('451');
});

it('rejects recipients that are not exactly one address, and does not let a subject add headers', async () => {
  const { arrived, port } = await smtpServer();
  const { deliver } = mailer(`smtp://127.0.0.1:${port}`);
  for (const to of [
    'mara@example.org, eve@example.org',
    'mara@example.org\r\nBcc: eve@example.org',
    'eve@example.org <mara@example.org>',
    '"mara@example.org"@example.org',
    'friends: mara@example.org;',
    'mara',
    '',
  ]) {
    expect(await failure(deliver({ ...mail, to })), to).toBeInstanceOf(PermanentFailure);
  }
  expect(arrived).toEqual([]);
  await deliver({ ...mail, subject: 'Hello\r\nBcc: eve@example.org\r\n\r\n<b>body</b>' });
  expect(arrived).toHaveLength(1);
  expect(arrived[0]?.to).toEqual(['mara@example.org']);
  expect(arrived[0]?.mail.bcc).toBeUndefined();
  expect(arrived[0]?.mail.subject).toBe('Hello Bcc: eve@example.org <b>body</b>');
});

it('does not read files that a mail refers to', async () => {
  const { arrived, port } = await smtpServer();
  const tricky = { ...mail, html: { path: '/etc/passwd' } as unknown as string };
  await failure(mailer(`smtp://127.0.0.1:${port}`).deliver(tricky));
  expect(arrived).toEqual([]);
});

it('gives up within seconds on a server that does not answer', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket));
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => silent.close(() => resolve()));
  });
  const { port } = silent.address() as AddressInfo;
  const error = await failure(mailer(`smtp://127.0.0.1:${port}`, 200).deliver(mail));
  expect(error).not.toBeInstanceOf(PermanentFailure);
  expect(error.message).toMatch(new RegExp(`^The mail server 127\\.0\\.0\\.1:${port} could not be used: .*`));
  // nodemailer's own limits are minutes; ours are seconds.
  const { connectionTimeout, greetingTimeout, socketTimeout, dnsTimeout } = describeServer('smtp://a', from).options;
  for (const limit of [connectionTimeout, greetingTimeout, socketTimeout, dnsTimeout]) {
    expect(limit).toBeLessThanOrEqual(20_000);
  }
});

it('delivers a mail once after a failed attempt, when the server is up again', async () => {
  const { port } = await smtpServer();
  await ends.pop()?.();
  const { deliver } = mailer(`smtp://127.0.0.1:${port}`);
  const send = defineJob<{ to: string }>('send');
  const reasons: string[] = [];
  const jobs = createJobs(test.url, () => {}, {
    retrySeconds: 1,
    pollSeconds: 1,
    onFailure: ({ reason }) => reasons.push(reason),
  });
  jobs.handle(send, ({ to }) => deliver({ ...mail, to }));
  await jobs.start();
  ends.push(() => jobs.stop());
  await jobs.send(test.db, send, { to: 'mara@example.org' });
  await expect.poll(() => reasons.length, { timeout: 10_000 }).toBeGreaterThan(0);
  expect(reasons[0]).toMatch(/could not be used: .*ECONNREFUSED/);
  const { arrived } = await smtpServer({}, port);
  await expect.poll(() => arrived.length, { timeout: 20_000 }).toBe(1);
  const state = async () => (await sql`select state from pgboss.job where name = 'send'`.execute(test.db)).rows;
  await expect.poll(state).toEqual([{ state: 'completed' }]);
  expect(arrived).toHaveLength(1);
}, 40_000);
