import { z } from 'zod';
import { Slug, Tier, Time } from './common.ts';

export const LabCard = z.object({
  slug: Slug,
  name: z.string(),
  summary: z.string(),
  tier: Tier,
  difficulty: z.enum(['easy', 'medium', 'hard']),
  minutes: z.number().int(),
  points: z.number().int(),
  flags: z.number().int(),
  solves: z.number().int(),
  /** When it came to a site that had others; null for what was there from the beginning. */
  added_at: Time.nullable(),
});
export type LabCard = z.infer<typeof LabCard>;

export const Lab = LabCard.extend({
  risk: z.enum(['bounded', 'code-exec', 'root-exec']),
  briefing_html: z.string(),
  /** In order. What they say is answered when they are opened. */
  hints: z.array(z.object({ cost: z.number().int() })),
  /** Null when it can start here; otherwise what the operator has to enable. */
  unavailable: z.string().nullable(),
  /** Lessons that embed it. */
  lessons: z.array(z.object({ training: Slug, chapter: Slug, subchapter: Slug, name: z.string() })),
});
export type Lab = z.infer<typeof Lab>;

export const LabList = z.object({ labs: z.array(LabCard) });

export const LabFlags = z.object({
  flags: z.array(z.object({ id: z.string(), name: z.string(), points: z.number().int() })),
});
export const LabFlagsSolved = z.object({
  flags: z.array(z.object({ lab: Slug, id: z.string(), points: z.number().int(), solved_at: Time })),
});
export type LabFlagsSolved = z.infer<typeof LabFlagsSolved>;

export const LabFlagBody = z.object({ flag: z.string().trim().min(1, 'Paste the flag that you found.').max(200) });

export const Instance = z.object({
  pk: z.number().int(),
  lab: Slug,
  status: z.enum(['queued', 'starting', 'running', 'stopping', 'stopped', 'expired', 'failed']),
  created_at: Time,
  expires_at: Time.nullable(),
  extensions_left: z.number().int(),
  isolation: z.string().nullable(),
  error: z.string().nullable(),
});
export type Instance = z.infer<typeof Instance>;

/** The learner's newest instance of a lab, or null. */
export const InstanceAnswer = z.object({ instance: Instance.nullable() });

/** Everything of the learner's that starts, runs or stops now; a learner may have two at a time. */
export const RunningInstances = z.object({
  instances: z.array(Instance.extend({ /** The lab's. */ name: z.string() })),
});
export type RunningInstances = z.infer<typeof RunningInstances>;

export const OpenHintBody = z.object({ number: z.number().int().min(1).max(100) });

/** The hints that are open, in order. The first has the number 1. */
export const OpenHints = z.object({ hints: z.array(z.object({ number: z.number().int(), html: z.string() })) });
export type OpenHints = z.infer<typeof OpenHints>;

/** Where to open the lab: good once, for 30 seconds. */
export const EnterAnswer = z.object({ url: z.string() });

export const WriteUp = z.object({ html: z.string() });
