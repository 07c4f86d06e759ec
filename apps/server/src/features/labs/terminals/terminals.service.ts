import { randomBytes } from 'node:crypto';
import { type AttachedShell, type LabRuntime, NoWorkspace, WorkspaceFull } from '@hexpedition/lab-runtime';
import type { Clock } from '#platform/clock';
import type { Db } from '#platform/db/db';
import type { RateLimiter } from '#platform/http/rate-limit';
import type { Viewer } from '#platform/http/viewer';
import type { HomeSaver } from '../homes/home-saver.ts';
import { rules } from '../instances.policy.ts';
import { consumeTerminalEntry, insertLabEntry } from '../instances.store.ts';
import type { SelectWorkspace } from '../workspaces/select-workspace.ts';
import { ConnectionRejected, closeCodes } from './terminal-connection.ts';
import type { OpenRequest } from './terminal-messages.ts';
import type { AdmittedTerminal, TerminalSocketDeps } from './terminal-socket.ts';
import { readAccess } from './terminals.read-model.ts';

export type TerminalService = ReturnType<typeof createTerminalService>;

export function createTerminalService(deps: {
  db: Db;
  clock: Clock;
  limiter: RateLimiter;
  runner: string;
  runtime: () => Promise<LabRuntime>;
  homes: Pick<HomeSaver, 'state' | 'isFinishing'>;
  selectWorkspace: SelectWorkspace;
  onUse: (instancePk: number) => void;
}) {
  const { db, clock, runner } = deps;

  return {
    /**
     * Issues a single-use ticket for the WebSocket, valid for 30 s.
     * @throws AppError not_found, instance_not_running, too_many_requests
     */
    async issueTicket(viewer: Viewer, slug: string): Promise<string> {
      const { pk } = await deps.selectWorkspace(viewer, slug);
      await deps.limiter.take(rules.tickets, String(viewer.pk));
      // The browser uses the part before the dot in the path of the WebSocket.
      const ticket = `${pk}.${randomBytes(32).toString('base64url')}`;
      await insertLabEntry(db, ticket, {
        instance_pk: pk,
        session_pk: viewer.sessionPk,
        expires_at: new Date(clock.now().getTime() + rules.entryLifetime),
        target: 'terminal',
      });
      return ticket;
    },

    /** Consumes a ticket, and attaches to the shell or opens it. @throws ConnectionRejected */
    async admit(request: OpenRequest, reserveSlot: (userPk: number) => void): Promise<AdmittedTerminal> {
      const { ticket, terminal } = request;
      const entry = await consumeTerminalEntry(db, ticket);
      if (!entry?.session_pk || !entry.driver_ref || entry.entry_expires_at <= clock.now()) throw invalidTicket();
      reserveSlot(entry.user_pk);
      const access = { session: entry.session_pk, instance: entry.pk };
      const revoked = (await findRevoked([access])).get(access);
      if (revoked) throw new ConnectionRejected(revoked.code, revoked.reason);
      const ref = entry.driver_ref;
      const runtime = await deps.runtime();
      const shell = await attachShell(runtime, ref, request);
      try {
        return {
          ...{ ...access, ref, shell },
          saved: await deps.homes.state({ userPk: entry.user_pk, labPk: entry.lab_pk }),
          onUse: () => deps.onUse(entry.pk),
          closeShell: () => void runtime.closeShell(ref, terminal).catch(() => {}),
        };
      } catch (error) {
        shell.stream.destroy();
        throw error;
      }
    },

    /**
     * Returns the open terminals to close, with code and reason. A terminal stays open during the last save of its home,
     * because the end of the save closes it with the reason why the lab has ended.
     */
    async findRevoked(open: AdmittedTerminal[]): ReturnType<TerminalSocketDeps['findRevoked']> {
      const revoked = await findRevoked(open);
      for (const [terminal, { code }] of revoked)
        if (code === closeCodes.ended && deps.homes.isFinishing(terminal.ref)) revoked.delete(terminal);
      return revoked;
    },
  };

  async function findRevoked<T extends { session: number; instance: number }>(
    open: T[],
  ): Promise<Map<T, { code: number; reason: string }>> {
    const instances = open.map(({ instance }) => instance);
    const sessions = open.map(({ session }) => session);
    const access = await readAccess(db, { instances, sessions, runner, now: clock.now() });
    const revoked = new Map<T, { code: number; reason: string }>();
    for (const terminal of open) {
      if (!access.sessions.has(terminal.session))
        revoked.set(terminal, { code: closeCodes.notAllowed, reason: 'You have logged out.' });
      else if (!access.instances.has(terminal.instance))
        revoked.set(terminal, { code: closeCodes.ended, reason: 'The lab has ended.' });
    }
    return revoked;
  }
}

/** @throws ConnectionRejected */
async function attachShell(
  runtime: LabRuntime,
  ref: string,
  { terminal, columns, rows, from }: OpenRequest,
): Promise<AttachedShell> {
  try {
    const shell = await runtime.attachShell(ref, terminal, { size: { columns, rows }, from });
    // The connection handles it, but only once the terminal is open: a lost runtime must not end this process before.
    shell.ended.catch(() => {});
    return shell;
  } catch (error) {
    if (error instanceof WorkspaceFull) {
      throw new ConnectionRejected(closeCodes.tooMany, 'This workspace has too many terminals. Close one first.');
    }
    if (error instanceof NoWorkspace) throw new ConnectionRejected(closeCodes.ended, 'The workspace has ended.');
    throw error;
  }
}

const invalidTicket = () => new ConnectionRejected(closeCodes.notAllowed, 'This ticket is no longer valid.');
