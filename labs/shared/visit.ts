/** Opens a page in the browser of a fictional visitor, which runs in a child process: an endless script cannot stop the app. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Result of a visit. */
export interface Report {
  /** Errors of the page, as the console of a browser shows them. */
  noted: string[];
}

/** A request that fails. The page learns only that; the console shows the message. */
export class Blocked extends Error {}

/** Answer to a request of the page, as the child process receives it. */
export type Reply<Answer> = { answer: Answer } | { blocked: string };

/** Requests that a page may send. */
const MAX_REQUESTS = 60;

/** Argument that tells the program that it is the child process. */
export const BROWSER = 'browser';

/** The child may read the program and nothing else, so code that escapes from the page finds no flags and no compiler. */
const CONFINED = [
  process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission',
  `--allow-fs-read=${fileURLToPath(new URL('.', import.meta.url))}*`,
  '--disallow-code-generation-from-strings',
  '--max-old-space-size=96',
  '--no-warnings',
];

interface VisitOptions<Request, Answer> {
  /** Answers the requests of the page. Rejects with `Blocked` to say why there is no answer. */
  answer: (request: Request) => Promise<Answer>;
  /** Maximum duration of a visit, in milliseconds. */
  maxMs: number;
  /** Maximum characters of one error in the report. */
  maxNoteLength?: number;
}

/** Opens a page and waits until the browser is done. Returns undefined if the visit took too long or the browser crashed. */
export function visit<Request, Answer>(
  url: string,
  { answer, maxMs, maxNoteLength = 300 }: VisitOptions<Request, Answer>,
): Promise<Report | undefined> {
  const child = fork(fileURLToPath(import.meta.url), [BROWSER], {
    execArgv: CONFINED,
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  let left = MAX_REQUESTS;
  return new Promise((resolve) => {
    const end = (report?: Report) => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      resolve(report);
    };
    const timer = setTimeout(end, maxMs);
    child.on('error', () => end()).on('exit', () => end());
    child.on('message', async (message: { id: number; request: Request } | Report) => {
      if ('noted' in message) {
        return end({ noted: message.noted.slice(0, 6).map((line) => line.slice(0, maxNoteLength)) });
      }
      if (left-- <= 0) return;
      const reply = await answer(message.request).then(
        (answer): Reply<Answer> => ({ answer }),
        (error): Reply<Answer> => ({
          blocked: error instanceof Blocked ? error.message : 'The request failed.',
        }),
      );
      if (child.connected) child.send({ id: message.id, reply }, () => {});
    });
    child.send({ url }, () => {});
  });
}
