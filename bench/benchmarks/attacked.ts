import { once } from 'node:events';
import WebSocket from 'ws';
import { type OpenDatabase, openDatabase } from '../../apps/server/src/platform/db/open-database.ts';
import type { LoadOptions, LoadResult, Request } from '../load-generator.ts';
import { accountToken } from '../machine/accounts.ts';
import { getOk } from '../machine/http.ts';
import { type Platform, withDataDir, withPlatform } from '../machine/platform.ts';
import { withRole } from '../machine/role.ts';
import { readNumbers } from '../options.ts';
import { loadNow, number, printTable, writeReport } from '../report.ts';
import { median } from '../statistics.ts';
import { findLessonPath } from './course-paths.ts';

const lab = 'lamplighter';

/** Commands that the attacking learners type. Each learner has a separate workspace. */
const attacks: Record<string, string> = {
  'fork bomb': 'bomb() { bomb | bomb & }; bomb',
  'memory bomb': `while :; do python3 -c 'b = []\nwhile True: b.append(bytearray(1 << 24))'; done`,
  'disk fill':
    'while :; do dd if=/dev/zero of=$HOME/a bs=1M; dd if=/dev/zero of=/tmp/a bs=1M; rm -f $HOME/a /tmp/a; done',
  'busy loops': 'for i in 1 2 3 4 5 6 7 8; do while :; do :; done & done',
  'endless output': 'yes the harbour is loud',
  descriptors: `python3 -c 'import os\nfds = []\nwhile True:\n  try: fds.append(os.dup(0))\n  except OSError: pass'`,
};

export async function run(args: string[]): Promise<void> {
  const options = readNumbers(args, {
    rounds: { min: 1, max: 100, fallback: 5 },
    seconds: { min: 1, max: 600, fallback: 10 },
    connections: { min: 1, max: 1_000, fallback: 4 },
  });
  const loadBefore = loadNow();
  const rounds = await withDataDir((dataDir) =>
    withPlatform({ dataDir, waitFor: '/map', env: { FREE_TIER: '3' } }, async (platform) => {
      const database = await openDatabase({ databaseUrl: null, dataDir });
      try {
        return await withRole('generator', async (generator) => {
          const requests = await visitorRequests(platform);
          const generateLoad = (warmUpMs: number) =>
            generator.ask<LoadResult>({
              ...{ port: platform.port, requests, connections: options.connections, warmUpMs },
              durationMs: options.seconds * 1_000,
            } satisfies LoadOptions);
          const results = [];
          for (let round = 0; round < options.rounds; round++) {
            const quiet = await generateLoad(round === 0 ? 3_000 : 500);
            const stop = await attack(platform, database, dataDir, round);
            const attacked = await generateLoad(500);
            await stop();
            results.push({ quiet, attacked });
          }
          return results;
        });
      } finally {
        await database.close();
      }
    }),
  );
  const row = (when: 'quiet' | 'attacked') => {
    const medianOf = (value: (loadResult: LoadResult) => number) => median(rounds.map((round) => value(round[when])));
    return {
      when,
      'req/s': number(medianOf((one) => one.perSecond)),
      'p50 ms': number(medianOf((one) => one.p50) / 1_000, 2),
      'p99 ms': number(medianOf((one) => one.p99) / 1_000, 2),
      'p99, ratio':
        when === 'quiet' ? '1' : number(median(rounds.map((round) => round.attacked.p99 / round.quiet.p99)), 2),
      failed: number(
        rounds.reduce((sum, round) => sum + Object.values(round[when].failures).reduce((a, b) => a + b, 0), 0),
      ),
    };
  };
  const what = `${Object.keys(attacks).length} learners attack from their workspaces (${Object.keys(attacks).join(', ')})`;
  printTable(`Pages and API calls while ${what}; ${options.rounds} alternating rounds of ${options.seconds} s.`, [
    row('quiet'),
    row('attacked'),
  ]);
  writeReport('attacked', { options, loadBefore, rounds });
}

async function visitorRequests({ port }: Platform): Promise<Request[]> {
  const paths = ['/map', '/api/lab/', await findLessonPath(port), '/api/account/leaderboard', `/api/lab/${lab}`];
  const requests = paths.map((path) => ({ path, headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } }));
  for (const { path, headers } of requests) await getOk(port, path, headers);
  return requests;
}

/**
 * Starts the attacks.
 * @returns a function that ends them
 */
async function attack(
  { port }: Platform,
  { db }: OpenDatabase,
  dataDir: string,
  round: number,
): Promise<() => Promise<void>> {
  const learners: { token: string; socket: WebSocket }[] = [];
  for (const [index, command] of Object.values(attacks).entries()) {
    const token = await accountToken(db, dataDir, { username: `bench-${round}-${index}`, isSuperuser: false });
    await post(port, token, 'start');
    const { ticket } = await post<{ ticket: string }>(port, token, 'terminal');
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/lab/terminal`);
    // The server disconnects an attacker sooner or later.
    socket.on('error', () => {});
    await once(socket, 'open');
    socket.send(JSON.stringify({ ticket, terminal: 1, columns: 100, rows: 30, from: null }));
    await once(socket, 'message');
    socket.send(Buffer.from(`${command}\n`));
    learners.push({ token, socket });
  }
  return async () => {
    for (const { token, socket } of learners) {
      await post(port, token, 'stop');
      socket.terminate();
    }
  };
}

async function post<T = unknown>(port: number, token: string, action: string): Promise<T> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/lab/${lab}/${action}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  if (!answer.ok) throw new Error(`${action} of ${lab} returned ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}
