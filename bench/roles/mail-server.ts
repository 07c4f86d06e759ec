import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { answerParent } from '../machine/children.ts';

export type ToMailServer = { listen: number } | { read: 'log' };

/** Log of the mail server. */
export interface MailLog {
  /** Number of accepted mails per address. */
  taken: Map<string, number>;
  /** The local part of each Message-ID. */
  ids: Set<string>;
}

/** A mail server that accepts every mail, and keeps only its log. */
const log: MailLog = { taken: new Map(), ids: new Set() };
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, session, done) => {
    text(stream).then((mail) => {
      const to = session.envelope.rcptTo[0]?.address ?? '';
      log.taken.set(to, (log.taken.get(to) ?? 0) + 1);
      log.ids.add(/^Message-ID: <([^@]+)@/im.exec(mail)?.[1] ?? '');
      done();
    }, done);
  },
});
// Killing a process breaks its connections.
server.on('error', () => {});

answerParent(async (message: ToMailServer) => {
  if ('read' in message) return log;
  server.listen(message.listen, '127.0.0.1');
  await once(server.server, 'listening');
});
