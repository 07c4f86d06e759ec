import { setTimeout as sleep } from 'node:timers/promises';
import type { SignedIn } from '@hexpedition/contract';

export interface Load {
  readonly requests: number;
  readonly failures: { path: string; status: number | string }[];
  /** Resolves after this many more requests. */
  settled(requests: number): Promise<void>;
  stop(): Promise<void>;
}

const pages = ['/map', '/labs', '/api/trainings', '/api/lab/', '/api/progress', '/api/account/details'];
const notes = '/api/subchapter/what-hacking-is/notes';
/** Below the limit of the endpoint. */
const msBetweenWrites = 1_100;

/** Reads pages and API and writes notes like browsers do, over connections that stay open, until it is stopped. */
export function startLoad(url: string, learners: SignedIn[]): Load {
  const failures: Load['failures'] = [];
  let requests = 0;
  let isRunning = true;

  async function send(path: string, { token }: SignedIn, body?: object): Promise<void> {
    const headers = {
      authorization: `Bearer ${token.access}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    };
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    try {
      const response = await fetch(url + path, init);
      await response.arrayBuffer();
      if (response.status !== 200) failures.push({ path, status: response.status });
    } catch (error) {
      const { message, cause } = error as Error;
      failures.push({ path, status: `${message}: ${(cause as Error | undefined)?.message}` });
    }
    requests += 1;
  }

  const read = async (learner: SignedIn, first: number) => {
    for (let n = first; isRunning; n++) {
      await send(pages[n % pages.length] ?? '', learner);
      await sleep(10);
    }
  };
  const write = async (learner: SignedIn) => {
    for (let n = 1; isRunning; n++) {
      await send(notes, learner, { what_i_learned: `note ${n}` });
      await sleep(msBetweenWrites);
    }
  };
  const all = Promise.all(learners.flatMap((learner, i) => [read(learner, i), write(learner)]));
  return {
    get requests() {
      return requests;
    },
    failures,
    settled: async (more) => {
      const goal = requests + more;
      while (requests < goal) await sleep(20);
    },
    stop: async () => {
      isRunning = false;
      await all;
    },
  };
}
