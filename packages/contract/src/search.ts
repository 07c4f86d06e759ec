import { z } from 'zod';
import { Tier } from './common.ts';

export const SearchQuery = z.object({
  q: z.string().trim().min(1, 'Type what you look for.').max(100, 'Use at most 100 characters.'),
  limit: z.coerce.number().int().min(1).max(30).default(12),
});

export const SearchResult = z.object({
  kind: z.enum(['training', 'subchapter', 'lab']),
  path: z.string(),
  name: z.string(),
  /** The training of a lesson, the continent of a training. */
  context: z.string(),
  tier: Tier,
  /** A piece of its text in which it was found, or its summary; `hit` marks the words. */
  excerpt: z.array(z.object({ text: z.string(), hit: z.boolean() })),
});
export type SearchResult = z.infer<typeof SearchResult>;

export const SearchAnswer = z.object({
  results: z.array(SearchResult),
  /** What was looked for instead, where a word is not known; null when it was taken as typed. */
  corrected: z.string().nullable(),
});
export type SearchAnswer = z.infer<typeof SearchAnswer>;
