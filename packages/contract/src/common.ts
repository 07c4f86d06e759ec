import { z } from 'zod';

/** Slug of an object with a URL. */
export const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;
export const Slug = z.string().max(80).regex(slugPattern, 'Use lowercase letters, digits and single hyphens.');

/** ISO 8601, UTC. */
export const Time = z.iso.datetime();

/** 0 Free, 1 Foundational, 2 Specialization, 3 Beta, 42 Admin. */
export const Tier = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(42)]);
export type Tier = z.infer<typeof Tier>;

/** Text that PostgreSQL can store: without NUL and unpaired surrogates. */
export const storable = /^[^\0\p{Cs}]*$/u;

export const Empty = z.object({});

export const ErrorAnswer = z.object({
  code: z.string(),
  msg: z.string(),
  detail: z.string().optional(),
  fields: z.record(z.string(), z.string()).optional(),
  retry_after: z.number().int().optional(),
  sides: z.object({ yours: z.unknown(), theirs: z.unknown() }).optional(),
  request_id: z.string().optional(),
});
