import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Announcement } from '@hexpedition/contract';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { Caller, TestApp } from '#testing/test-app';

type Reply = number | 'silence' | 'no answer';

/** Opens a mail server that answers each recipient with the given reply; 250 by default. */
export async function openMailServer(
  answer: (to: string) => Reply = () => 250,
  { maxClients, onRecipient }: { maxClients?: number; onRecipient?: (to: string) => Promise<void> } = {},
) {
  const arrived: Email[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    ...(maxClients ? { maxClients } : {}),
    closeTimeout: 10,
    onRcptTo: ({ address }, _session, done) => {
      const code = answer(address);
      const reply = () => {
        if (code === 550 || code === 451) done(Object.assign(new Error('Not now.'), { responseCode: code }));
        else done();
      };
      if (onRecipient) onRecipient(address).then(reply, done);
      else reply();
    },
    onData: (stream, session, done) => {
      buffer(stream)
        .then((bytes) => PostalMime.parse(bytes))
        .then((mail) => {
          const to = session.envelope.rcptTo[0]?.address ?? '';
          arrived.push(mail);
          // The server has the mail but does not confirm it.
          if (answer(to) === 'silence') connectionOf(server, session.id)?.close();
          else if (answer(to) !== 'no answer') done();
        }, done);
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    arrived,
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

const connectionOf = (server: SMTPServer, id: string) =>
  [...(server.connections as Set<{ id: string; close(): void }>)].find((connection) => connection.id === id);

export const draft = {
  subject: 'Winter term',
  body: 'Hello.\n\n**New** labs are [on the map](/map).',
  segment: { tiers: [], activity: null, continent: null },
  per_minute: 60_000,
};

export async function makeDraft(captain: Caller, changes: object = {}): Promise<Announcement> {
  const { status, body } = await captain.post<{ announcement: Announcement }>('/api/admin/announcements', {
    ...draft,
    ...changes,
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.announcement;
}

export async function readOne(captain: Caller, pk: number): Promise<Announcement> {
  return (await captain.get<{ announcement: Announcement }>(`/api/admin/announcements/${pk}`)).body.announcement;
}

/** Returns the audit actions of an announcement, oldest first. */
export async function actionsOf(test: TestApp, pk: number): Promise<string[]> {
  const rows = await test.database.db
    .selectFrom('audit_events')
    .select('action')
    .where('subject', '=', `announcement:${pk}`)
    .orderBy('pk')
    .execute();
  return rows.map(({ action }) => action);
}
