import { CompiledQuery } from 'kysely';
import type { Db } from '../../apps/server/src/platform/db/db.ts';
import type { Statement } from '../roles/capture.ts';
import { median } from '../statistics.ts';

interface Plan {
  Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number };
  'Execution Time': number;
}

export interface DatabaseCost {
  /** Milliseconds in the executor for all statements of a request: the median, and the slowest request. */
  p50: number;
  slowest: number;
  /** Blocks of 8 KB that a request reads. The number does not depend on other work of the machine. */
  blocks: number;
}

/**
 * Measures the database cost of each request with EXPLAIN.
 * @param requests groups of statements, as captured
 */
export async function explain(db: Db, requests: Statement[][][]): Promise<DatabaseCost> {
  const costs: { time: number; blocks: number }[] = [];
  for (const groups of requests) {
    const cost = { time: 0, blocks: 0 };
    for (const { text, values } of groups.flat()) {
      // The first run loads everything into memory. The faster of the next two counts, because other work may slow one
      // of them down.
      const plans = [];
      for (let turn = 0; turn < 3; turn++) plans.push(await explainOne(db, text, values));
      cost.time += Math.min(...plans.slice(1).map((plan) => plan['Execution Time']));
      const { Plan } = plans[2] as Plan;
      cost.blocks += Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
    }
    costs.push(cost);
  }
  const times = costs.map(({ time }) => time);
  return { p50: median(times), slowest: Math.max(...times), blocks: median(costs.map(({ blocks }) => blocks)) };
}

async function explainOne(db: Db, text: string, values: unknown[]): Promise<Plan> {
  const query = CompiledQuery.raw(`explain (analyze, buffers, timing off, format json) ${text}`, values);
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': Plan[] }>(query);
  const [plan] = rows[0]?.['QUERY PLAN'] ?? [];
  if (!plan) throw new Error(`EXPLAIN returned no plan for: ${text}`);
  return plan;
}
