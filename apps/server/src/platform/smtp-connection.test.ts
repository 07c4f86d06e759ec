import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, it } from 'vitest';
import { smtpServer } from './smtp.ts';
import { createSmtpConnection, type SmtpConnection } from './smtp-connection.ts';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

type Replies = Partial<Record<'greeting' | 'MAIL' | 'RCPT' | 'DATA' | '.', (socket: Socket) => void>>;
const reply = (line: string) => (socket: Socket) => void socket.write(`${line}\r\n`);
const hangUp = (socket: Socket) => void socket.destroy();

/** Opens a mail server with a reply for each SMTP command. */
async function openServer(replies: Replies = {}) {
  const accepted: string[] = [];
  const server = createServer((socket) => {
    let mail: string | null = null;
    const answer = (step: keyof Replies, fallback: string) => (replies[step] ?? reply(fallback))(socket);
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      for (const line of bytes.toString().split('\r\n').slice(0, -1)) {
        if (mail !== null) {
          if (line !== '.') mail += `${line}\n`;
          else {
            accepted.push(mail);
            mail = null;
            answer('.', '250 accepted');
          }
        } else if (line.startsWith('EHLO')) reply('250 hello')(socket);
        else if (line.startsWith('MAIL')) answer('MAIL', '250 ok');
        else if (line.startsWith('RCPT')) answer('RCPT', '250 ok');
        else if (line === 'DATA') {
          mail = '';
          answer('DATA', '354 go on');
        }
      }
    });
    answer('greeting', '220 ready');
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => void sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { accepted, connections: () => sockets.size, port: (server.address() as AddressInfo).port };
}

function openConnection(address: string): SmtpConnection {
  const connection = createSmtpConnection(smtpServer(address, 'Hexpedition <post@example.org>'));
  open.push(() => connection.close());
  return connection;
}

const mail = { to: 'ada@example.org', subject: 'Winter', text: 'Hello.\n.\n..two dots', html: '<p>Hello.</p>' };

/** Sends a mail and records the calls of the last-byte callbacks. */
async function send(connection: SmtpConnection, before = () => {}) {
  const calls: string[] = [];
  const outcome = await connection.send(mail, {
    before: () => {
      calls.push('before');
      before();
    },
    after: () => void calls.push('after'),
  });
  return { outcome, kind: outcome.kind, calls };
}

const bothCalls = ['before', 'after'];

it('sends several mails on one connection, with doubled dots', async () => {
  const server = await openServer();
  const connection = openConnection(`smtp://127.0.0.1:${server.port}`);
  for (let count = 0; count < 3; count++) {
    expect(await send(connection)).toMatchObject({ kind: 'sent', calls: bothCalls });
  }
  expect([server.accepted.length, server.connections()]).toEqual([3, 1]);
  expect(server.accepted[0]).toContain('\n..\n...two dots\n');
});

it.each<[string, Replies, string, string[]]>([
  ['rejects the connection in its greeting', { greeting: reply('554 rejected') }, 'unavailable', []],
  ['closes the connection at once', { greeting: hangUp }, 'unavailable', []],
  ['rejects the sender', { MAIL: reply('550 sender rejected') }, 'unavailable', []],
  ['is overloaded', { MAIL: reply('421 come back later') }, 'unavailable', []],
  ['rejects the recipient', { RCPT: reply('550 5.1.1 unknown user') }, 'refused', []],
  ['answers RCPT with 421', { RCPT: reply('421 4.7.0 too many') }, 'unavailable', []],
  ['defers the recipient', { RCPT: reply('451 greylisted') }, 'deferred', []],
  ['rejects DATA', { DATA: reply('554 no mails today') }, 'refused', []],
  ['closes the connection after DATA', { DATA: hangUp }, 'unavailable', []],
  ['rejects the message', { '.': reply('552 too large') }, 'refused', bothCalls],
  ['defers the message', { '.': reply('452 full') }, 'deferred', bothCalls],
  ['answers the message with 421', { '.': reply('421 4.7.0 too many') }, 'unavailable', bothCalls],
  ['closes the connection instead of an answer', { '.': hangUp }, 'unknown', bothCalls],
  ['sends half an answer', { '.': (socket) => void socket.end('25') }, 'unknown', bothCalls],
  ['sends an invalid answer', { '.': (socket) => void socket.end('what?\r\n') }, 'unknown', bothCalls],
])('classifies the outcome when the server %s', async (_, replies, kind, calls) => {
  const server = await openServer(replies);
  const connection = openConnection(`smtp://127.0.0.1:${server.port}`);
  const first = await send(connection);
  expect(first).toMatchObject({ kind, calls });
  if ('reason' in first.outcome) expect(first.outcome.reason).not.toContain('ada');
  // The next mail uses a new TCP connection.
  expect(await send(connection)).toMatchObject({ kind, calls });
  expect(server.connections()).toBe(2);
});

it('reads an answer that arrives in several parts', async () => {
  const server = await openServer({
    '.': (socket) => {
      socket.write('250-al');
      setImmediate(() => socket.write('most\r\n250 accepted\r\n'));
    },
  });
  const connection = openConnection(`smtp://127.0.0.1:${server.port}`);
  expect(await send(connection)).toMatchObject({ kind: 'sent', calls: bothCalls });
});

it('reconnects after the server has closed an idle connection', async () => {
  const sockets: Socket[] = [];
  const server = await openServer({
    '.': (socket) => {
      sockets.push(socket);
      reply('250 accepted')(socket);
    },
  });
  const connection = openConnection(`smtp://127.0.0.1:${server.port}`);
  expect((await send(connection)).kind).toBe('sent');
  const [first] = sockets;
  const closed = once(first as Socket, 'close');
  first?.end('421 idle for too long\r\n');
  await closed;
  expect((await send(connection)).kind).toBe('sent');
  expect(server.accepted).toHaveLength(2);
});

it('does not send a mail when the callback before its last byte throws', async () => {
  const server = await openServer();
  const connection = openConnection(`smtp://127.0.0.1:${server.port}`);
  const full = () => {
    throw new Error('no space left on device');
  };
  expect(await send(connection, full)).toMatchObject({ kind: 'unavailable', calls: ['before'] });
  expect(server.accepted).toEqual([]);
  expect((await send(connection)).kind).toBe('sent');
});

it.each([
  ['smtp', false],
  ['smtps', true],
])('over encrypted %s, reports the last byte synchronously after the write', async (scheme, secure) => {
  let accept = () => {};
  let isRead = (_secure: boolean) => {};
  const read = new Promise<boolean>((resolve) => {
    isRead = resolve;
  });
  const server = new SMTPServer({
    secure,
    authOptional: true,
    closeTimeout: 10,
    onData: (stream, session, done) => {
      accept = done;
      text(stream).then(() => isRead(session.secure), done);
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  open.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  const calls: string[] = [];
  const connection = openConnection(`${scheme}://127.0.0.1:${port}?tls.rejectUnauthorized=false`);
  const sending = connection.send(mail, {
    before: () => {
      calls.push('before');
      // `after` must run before this tick, because the process may die in between.
      process.nextTick(() => calls.push('next tick'));
    },
    after: () => calls.push('after'),
  });
  expect(await read).toBe(true);
  accept();
  expect(await sending).toEqual({ kind: 'sent' });
  expect(calls).toEqual(['before', 'after', 'next tick']);
});
