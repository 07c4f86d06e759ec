import type { LoadOptions, LoadResult, Request } from './load-generator.ts';
import type { Child } from './machine/children.ts';
import { cpuMicroseconds } from './machine/proc.ts';
import { median } from './statistics.ts';

/** One of the compared servers. */
export interface Side {
  name: string;
  port: number;
  /** Unix socket to use instead of the port. */
  socketPath?: string;
  requests: Request[];
  /** Returns the server's processes. */
  pids: () => number[];
  /** Returns the processes of the database behind it, if it has one. */
  databasePids?: () => number[];
}

export interface CompareOptions {
  rounds: number;
  seconds: number;
  connections: number;
}

/** Medians over the rounds. Times are in microseconds. */
export interface SideResult {
  name: string;
  perSecond: number;
  /** Requests per second divided by those of the last side in the same round; 1 for that side itself. */
  ratio: number;
  p50: number;
  p95: number;
  p99: number;
  /** The longest time of all rounds. */
  max: number;
  bytesPerAnswer: number;
  /** CPU microseconds of the server per request; undefined if the system does not report them. */
  serverCpu: number | undefined;
  databaseCpu: number | undefined;
  /** Failures of all rounds by reason. */
  failures: Record<string, number>;
  generatorBusy: number;
  rounds: Round[];
}

interface Round extends LoadResult {
  serverCpu: number | undefined;
  databaseCpu: number | undefined;
}

/**
 * Loads one side after the other, round after round, each round in another order, so that other work of the machine
 * affects all sides. The last side is the baseline.
 */
export async function compare(generator: Child, sides: Side[], options: CompareOptions): Promise<SideResult[]> {
  const rounds = sides.map((): Round[] => []);
  for (let round = 0; round < options.rounds; round++) {
    for (let turn = 0; turn < sides.length; turn++) {
      const index = (turn + round) % sides.length;
      const side = sides[index];
      // In the first round the code of a side is not compiled yet and its caches are empty.
      if (side) rounds[index]?.push(await once(generator, side, options, round === 0 ? 2_000 : 500));
    }
  }
  const baseline = rounds.at(-1) ?? [];
  return sides.map((side, index) => summarise(side.name, rounds[index] ?? [], baseline));
}

async function once(generator: Child, side: Side, options: CompareOptions, warmUpMs: number): Promise<Round> {
  const { port, socketPath, requests, pids, databasePids } = side;
  const cpu = () => [cpuMicroseconds(pids()), databasePids && cpuMicroseconds(databasePids())] as const;
  const [serverBefore, databaseBefore] = cpu();
  const { connections, seconds } = options;
  const loadResult = await generator.ask<LoadResult>({
    ...{ port, socketPath, requests, connections, warmUpMs, durationMs: seconds * 1_000 },
  } satisfies LoadOptions);
  const [serverAfter, databaseAfter] = cpu();
  const each = (before: number | undefined, after: number | undefined) =>
    before === undefined || after === undefined ? undefined : (after - before) / loadResult.allRequests;
  return {
    ...loadResult,
    serverCpu: each(serverBefore, serverAfter),
    databaseCpu: each(databaseBefore, databaseAfter),
  };
}

function summarise(name: string, rounds: Round[], baseline: Round[]): SideResult {
  const middle = (value: (round: Round) => number) => median(rounds.map(value));
  const cpu = (key: 'serverCpu' | 'databaseCpu') =>
    rounds.every((round) => round[key] === undefined) ? undefined : middle((round) => round[key] ?? 0);
  const failures: Record<string, number> = {};
  for (const round of rounds) {
    for (const [why, count] of Object.entries(round.failures)) failures[why] = (failures[why] ?? 0) + count;
  }
  return {
    name,
    perSecond: middle((round) => round.perSecond),
    ratio: median(rounds.map((round, index) => round.perSecond / (baseline[index]?.perSecond ?? Number.NaN))),
    p50: middle((round) => round.p50),
    p95: middle((round) => round.p95),
    p99: middle((round) => round.p99),
    max: Math.max(...rounds.map((round) => round.max)),
    bytesPerAnswer: middle((round) => round.bytesPerSecond / round.perSecond),
    serverCpu: cpu('serverCpu'),
    databaseCpu: cpu('databaseCpu'),
    failures,
    generatorBusy: middle((round) => round.generatorBusy),
    rounds,
  };
}
