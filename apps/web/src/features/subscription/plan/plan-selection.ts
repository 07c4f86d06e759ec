import type { Cycle, PlanName } from '@hexpedition/contract';
import { searchOf } from '#lib/route-search.ts';

export const planNames = ['foundational', 'specialization'] as const satisfies readonly PlanName[];
export const cycles = ['monthly', 'yearly'] as const satisfies readonly Cycle[];

/** Selected plan and cycle, from the URL. A locked page links here with the plan that unlocks it. */
export interface PlanSelection {
  plan?: PlanName;
  cycle?: Cycle;
}

export const parsePlanSelection = ({ plan, cycle }: Record<string, unknown>): PlanSelection =>
  searchOf({
    plan: planNames.find((known) => known === plan),
    cycle: cycles.find((known) => known === cycle),
  });

export const periodOf = (cycle: Cycle): 'month' | 'year' => (cycle === 'yearly' ? 'year' : 'month');
