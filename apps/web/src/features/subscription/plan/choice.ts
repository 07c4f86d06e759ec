import type { Cycle, PlanName } from '@hexpedition/contract';
import { searchOf } from '#lib/search.ts';

export const planNames = ['foundational', 'specialization'] as const satisfies readonly PlanName[];
export const cycles = ['monthly', 'yearly'] as const satisfies readonly Cycle[];

/** What the address chooses: a lock leads to the plan that opens it. */
export interface Choice {
  plan?: PlanName;
  cycle?: Cycle;
}

export const readChoice = ({ plan, cycle }: Record<string, unknown>): Choice =>
  searchOf({
    plan: planNames.find((known) => known === plan),
    cycle: cycles.find((known) => known === cycle),
  });

export const periodOf = (cycle: Cycle): 'month' | 'year' => (cycle === 'yearly' ? 'year' : 'month');
