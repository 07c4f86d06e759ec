/** Sends a visitor: their browser in a child process, which an endless script may fill without harm to the app. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Answer, Blocked, type Request } from './network.ts';

export interface Report {
  /** What went wrong on the page, as the browser's console would say it. */
  noted: string[];
}
/** What the child is told of a request: the answer, or why there is none. */
export type Reply = { answer: Answer } | { blocked: string };

/** Milliseconds that a visit may take, and requests that a page may send. */
const LONGEST = 8000;
const MOST = 60;

/** The name of this process's role in `argv`. */
export const BROWSER = 'browser';

/** The child reads the program and nothing else: neither the flags nor a compiler are there for what gets out of the page. */
const CONFINED = [
  process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission',
  `--allow-fs-read=${fileURLToPath(new URL('.', import.meta.url))}*`,
  '--disallow-code-generation-from-strings',
  '--max-old-space-size=96',
  '--no-warnings',
];

/**
 * Lets somebody open a page.
 * @param network what answers the requests of the page
 * @returns undefined when the visit was broken off
 */
export function visit(url: string, network: (request: Request) => Promise<Answer>): Promise<Report | undefined> {
  const child = fork(fileURLToPath(import.meta.url), [BROWSER], {
    execArgv: CONFINED,
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  let left = MOST;
  return new Promise((resolve) => {
    const end = (report?: Report) => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      resolve(report);
    };
    const timer = setTimeout(end, LONGEST);
    child.on('error', () => end()).on('exit', () => end());
    child.on('message', async (message: { id: number; request: Request } | Report) => {
      if ('noted' in message) return end({ noted: message.noted.slice(0, 6).map((line) => line.slice(0, 300)) });
      if (left-- <= 0) return;
      const reply = await network(message.request).then(
        (answer): Reply => ({ answer }),
        (error): Reply => ({ blocked: error instanceof Blocked ? error.message : 'The request came to nothing.' }),
      );
      if (child.connected) child.send({ id: message.id, reply }, () => {});
    });
    child.send({ url }, () => {});
  });
}
