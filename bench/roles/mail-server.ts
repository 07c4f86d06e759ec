import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { answerParent } from '../machine/children.ts';

export type ToMailServer = { listen: number } | { read: 'log' };

/** What a mail server's own log tells. */
export interface MailLog {
  /** How many mails it has taken for an address. */
  taken: Map<string, number>;
  /** What stands before the @ of each Message-ID. */
  ids: Set<string>;
}

/** A mail server that takes every mail, and keeps nothing but its log. */
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
// The connections of a process that is killed break.
server.on('error', () => {});

answerParent(async (message: ToMailServer) => {
  if ('read' in message) return log;
  server.listen(message.listen, '127.0.0.1');
  await once(server.server, 'listening');
});
