import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, it } from 'vitest';
import { smtpServer } from './smtp.ts';
import { createSmtpConnection, type SmtpConnection } from './smtp-connection.ts';

/* One line to servers that misbehave, each in its own way. */

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

type Replies = Partial<Record<'greeting' | 'MAIL' | 'RCPT' | 'DATA' | '.', (socket: Socket) => void>>;
const says = (line: string) => (socket: Socket) => void socket.write(`${line}\r\n`);
const hangsUp = (socket: Socket) => void socket.destroy();

/** A mail server that does as the test says, at each step of a mail. */
async function openServer(replies: Replies = {}) {
  const taken: string[] = [];
  const server = createServer((socket) => {
    let mail: string | null = null;
    const answer = (step: keyof Replies, usual: string) => (replies[step] ?? says(usual))(socket);
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      for (const line of bytes.toString().split('\r\n').slice(0, -1)) {
        if (mail !== null) {
          if (line !== '.') mail += `${line}\n`;
          else {
            taken.push(mail);
            mail = null;
            answer('.', '250 taken');
          }
        } else if (line.startsWith('EHLO')) says('250 here')(socket);
        else if (line.startsWith('MAIL')) answer('MAIL', '250 ok');
        else if (line.startsWith('RCPT')) answer('RCPT', '250 ok');
        else if (line === 'DATA') {
          mail = '';
          answer('DATA', '354 go on');
        }
      }
    });
    answer('greeting', '220 here');
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => void sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { taken, connections: () => sockets.size, port: (server.address() as AddressInfo).port };
}

function openLine(address: string): SmtpConnection {
  const line = createSmtpConnection(smtpServer(address, 'Hexpedition <post@example.org>'));
  open.push(() => line.close());
  return line;
}

const mail = { to: 'ada@example.org', subject: 'Winter', text: 'Hello.\n.\n..two dots', html: '<p>Hello.</p>' };

/** Hands it over, and tells when the last byte was said to leave. */
async function handOver(line: SmtpConnection, before = () => {}) {
  const marks: string[] = [];
  const outcome = await line.handOver(mail, {
    before: () => {
      marks.push('leaving');
      before();
    },
    after: () => void marks.push('left'),
  });
  return { outcome, kind: outcome.kind, marks };
}

const bothMarks = ['leaving', 'left'];

it('hands mails over on one connection, with their dots', async () => {
  const server = await openServer();
  const line = openLine(`smtp://127.0.0.1:${server.port}`);
  for (let count = 0; count < 3; count++) {
    expect(await handOver(line)).toMatchObject({ kind: 'sent', marks: bothMarks });
  }
  expect([server.taken.length, server.connections()]).toEqual([3, 1]);
  expect(server.taken[0]).toContain('\n..\n...two dots\n');
});

it.each<[string, Replies, string, string[]]>([
  ['greets with a refusal', { greeting: says('554 not you') }, 'broken', []],
  ['hangs up at once', { greeting: hangsUp }, 'broken', []],
  ['refuses the sender', { MAIL: says('550 not from you') }, 'broken', []],
  ['has too much to do', { MAIL: says('421 come back later') }, 'broken', []],
  ['does not know the recipient', { RCPT: says('550 5.1.1 nobody') }, 'refused', []],
  ['is leaving as it hears of the recipient', { RCPT: says('421 4.7.0 too many') }, 'broken', []],
  ['puts the recipient off', { RCPT: says('451 greylisted') }, 'later', []],
  ['refuses the data', { DATA: says('554 no mails today') }, 'refused', []],
  ['hangs up in the middle', { DATA: hangsUp }, 'broken', []],
  ['refuses what it has read', { '.': says('552 too large') }, 'refused', bothMarks],
  ['puts off what it has read', { '.': says('452 full') }, 'later', bothMarks],
  ['takes its leave in place of an answer', { '.': says('421 4.7.0 too many') }, 'broken', bothMarks],
  ['hangs up in place of an answer', { '.': hangsUp }, 'doubtful', bothMarks],
  ['answers with half a line', { '.': (socket) => void socket.end('25') }, 'doubtful', bothMarks],
  ['answers with what is no answer', { '.': (socket) => void socket.end('what?\r\n') }, 'doubtful', bothMarks],
])('a server that %s', async (_, replies, kind, marks) => {
  const server = await openServer(replies);
  const line = openLine(`smtp://127.0.0.1:${server.port}`);
  const first = await handOver(line);
  expect(first).toMatchObject({ kind, marks });
  if ('reason' in first.outcome) expect(first.outcome.reason).not.toContain('ada');
  // The line is good for the next mail, on a connection of its own.
  expect(await handOver(line)).toMatchObject({ kind, marks });
  expect(server.connections()).toBe(2);
});

it('an answer that comes piece by piece is one', async () => {
  const server = await openServer({
    '.': (socket) => {
      socket.write('250-al');
      setImmediate(() => socket.write('most\r\n250 taken\r\n'));
    },
  });
  expect(await handOver(openLine(`smtp://127.0.0.1:${server.port}`))).toMatchObject({ kind: 'sent', marks: bothMarks });
});

it('opens again where the server has closed an idle line', async () => {
  const sockets: Socket[] = [];
  const server = await openServer({
    '.': (socket) => {
      sockets.push(socket);
      says('250 taken')(socket);
    },
  });
  const line = openLine(`smtp://127.0.0.1:${server.port}`);
  expect((await handOver(line)).kind).toBe('sent');
  const [first] = sockets;
  const closed = once(first as Socket, 'close');
  first?.end('421 idle for too long\r\n');
  await closed;
  expect((await handOver(line)).kind).toBe('sent');
  expect(server.taken).toHaveLength(2);
});

it('a mail whose mark cannot be written stays here', async () => {
  const server = await openServer();
  const line = openLine(`smtp://127.0.0.1:${server.port}`);
  const full = () => {
    throw new Error('no space left on device');
  };
  expect(await handOver(line, full)).toMatchObject({ kind: 'broken', marks: ['leaving'] });
  expect(server.taken).toEqual([]);
  expect((await handOver(line)).kind).toBe('sent');
});

it.each([
  ['smtp', false],
  ['smtps', true],
])('over %s an encrypted mail has left as soon as it was written', async (scheme, secure) => {
  let say = () => {};
  let isRead = (_secure: boolean) => {};
  const read = new Promise<boolean>((resolve) => {
    isRead = resolve;
  });
  const server = new SMTPServer({
    secure,
    authOptional: true,
    closeTimeout: 10,
    onData: (stream, session, done) => {
      say = done;
      text(stream).then(() => isRead(session.secure), done);
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  open.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const { port } = server.server.address() as AddressInfo;
  const marks: string[] = [];
  const line = openLine(`${scheme}://127.0.0.1:${port}?tls.rejectUnauthorized=false`);
  const handing = line.handOver(mail, {
    before: () => {
      marks.push('leaving');
      // Whatever comes later than this finds a process that may have died in between.
      process.nextTick(() => marks.push('later'));
    },
    after: () => marks.push('left'),
  });
  expect(await read).toBe(true);
  say();
  expect(await handing).toEqual({ kind: 'sent' });
  expect(marks).toEqual(['leaving', 'left', 'later']);
});
