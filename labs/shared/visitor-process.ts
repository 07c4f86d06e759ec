/** The child process of a visit (`visit.ts`): it has no network, and its parent answers the requests of the page. */
import type { IFetchInterceptor } from 'happy-dom';
import { Blocked, type Reply, type Report } from './visit.ts';

export interface VisitorProcess<Request, Answer> {
  /** Address of the page to open. */
  url: string;
  /** Adds the first line of an error to the report. */
  note(error: unknown): void;
  /** Sends a request to the parent. Rejects with `Blocked` if there is no answer. */
  ask(request: Request): Promise<Answer>;
  /** Sends the report and ends the process. */
  finish(): void;
}

/** Waits for the address of the page. From now on, errors that nothing catches are part of the report. */
export async function joinVisit<Request, Answer>(): Promise<VisitorProcess<Request, Answer>> {
  const noted: string[] = [];
  const note = (error: unknown) => noted.push(String(error).split('\n')[0] ?? '');
  process.on('uncaughtException', note).on('unhandledRejection', note);
  const { url } = await new Promise<{ url: string }>((resolve) => process.once('message', resolve));
  const waiting = new Map<number, (reply: Reply<Answer>) => void>();
  let count = 0;
  process.on('message', ({ id, reply }: { id: number; reply: Reply<Answer> }) => {
    waiting.get(id)?.(reply);
    waiting.delete(id);
  });
  return {
    url,
    note,
    ask: async (request) => {
      const id = count++;
      process.send?.({ id, request });
      const reply = await new Promise<Reply<Answer>>((resolve) => waiting.set(id, resolve));
      if ('blocked' in reply) throw new Blocked(reply.blocked);
      return reply.answer;
    },
    finish: () => void process.send?.({ noted } satisfies Report, () => process.exit()),
  };
}

/** Rejects synchronous requests, except those for data: addresses. */
export const rejectSyncRequest: NonNullable<IFetchInterceptor['beforeSyncRequest']> = ({ request, window }) => {
  if (request.url.startsWith('data:')) return;
  throw new window.TypeError('this browser does not support synchronous requests: use fetch');
};
