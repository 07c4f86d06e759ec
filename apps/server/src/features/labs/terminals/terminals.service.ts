import { randomBytes } from 'node:crypto';
import { NoWorkspace, WorkspaceFull } from '@hexpedition/lab-runtime';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import type { RateLimiter } from '#platform/http/rate-limit';
import type { Viewer } from '#platform/http/viewer';
import type { HomeKeeper } from '../homes/home-keeper.ts';
import { rules } from '../instances.policy.ts';
import { insertEntry, takeTerminalEntry } from '../instances.store.ts';
import type { SelectWorkspace } from '../workspaces/select-workspace.ts';
import { closeCodes, Refusal } from './connection.ts';
import type { Opening } from './messages.ts';
import type { Entered } from './terminal-socket.ts';
import { readRights } from './terminals.read-model.ts';
import type { Terminals } from './terminals.ts';

export type TerminalService = ReturnType<typeof createTerminalService>;

export function createTerminalService(deps: {
  db: Db;
  clock: Clock;
  limiter: RateLimiter;
  runner: string;
  terminals: Terminals;
  homes: Pick<HomeKeeper, 'state'>;
  selectWorkspace: SelectWorkspace;
  onUse: (instancePk: number) => void;
}) {
  const { db, clock, runner } = deps;

  return {
    /**
     * A ticket for the WebSocket, good once, within half a minute.
     * @throws AppError not_found, instance_not_running, too_many_requests
     */
    async issueTicket(viewer: Viewer, slug: string): Promise<string> {
      const { pk } = await deps.selectWorkspace(viewer, slug);
      await deps.limiter.take(rules.tickets, String(viewer.pk));
      const ticket = randomBytes(32).toString('base64url');
      await insertEntry(db, ticket, {
        instance_pk: pk,
        session_pk: viewer.sessionPk,
        expires_at: new Date(clock.now().getTime() + rules.entry),
        opens: 'terminal',
      });
      return ticket;
    },

    /** Uses a ticket up and opens the shell, or goes back to it. @throws Refusal */
    async admit(opening: Opening, takeSeat: (userPk: number) => void): Promise<Entered> {
      const { ticket, terminal, columns, rows } = opening;
      const entry = await takeTerminalEntry(db, ticket);
      if (!entry?.session_pk || !entry.driver_ref || entry.entry_expires_at <= clock.now()) throw noTicket();
      takeSeat(entry.user_pk);
      const entered = { session: entry.session_pk, instance: entry.pk };
      const refusal = (await findRefused([entered])).get(entered);
      if (refusal) throw new Refusal(refusal.code, refusal.reason);
      const instance = { label: entry.label, ref: entry.driver_ref };
      try {
        return {
          ...entered,
          shell: await deps.terminals.shell(instance, terminal, { columns, rows }),
          saved: await deps.homes.state({ userPk: entry.user_pk, labPk: entry.lab_pk }),
          onUse: () => deps.onUse(entry.pk),
        };
      } catch (error) {
        if (error instanceof WorkspaceFull) throw new Refusal(closeCodes.tooMany, 'No more terminals fit in here.');
        if (error instanceof NoWorkspace) throw new Refusal(closeCodes.ended, 'The workspace has ended.');
        throw error;
      }
    },

    findRefused,
  };

  async function findRefused<T extends { session: number; instance: number }>(
    open: T[],
  ): Promise<Map<T, { code: number; reason: string }>> {
    const instances = open.map(({ instance }) => instance);
    const sessions = open.map(({ session }) => session);
    const rights = await readRights(db, { instances, sessions, runner, now: clock.now() });
    const refused = new Map<T, { code: number; reason: string }>();
    for (const one of open) {
      if (!rights.sessions.has(one.session))
        refused.set(one, { code: closeCodes.notAllowed, reason: 'You have logged out.' });
      else if (!rights.instances.has(one.instance))
        refused.set(one, { code: closeCodes.ended, reason: 'The lab has ended.' });
    }
    return refused;
  }
}

const noTicket = () => new Refusal(closeCodes.notAllowed, 'This ticket is not good any more.');
