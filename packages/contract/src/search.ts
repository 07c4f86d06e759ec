import { z } from 'zod';
import { Tier } from './common.ts';

export const SearchQuery = z.object({
  q: z.string().trim().min(1, 'Enter a search text.').max(100, 'Use at most 100 characters.'),
  limit: z.coerce.number().int().min(1).max(30).default(12),
});

export const SearchResult = z.object({
  kind: z.enum(['training', 'subchapter', 'lab']),
  path: z.string(),
  name: z.string(),
  /** Training of a lesson, or continent of a training. */
  context: z.string(),
  tier: Tier,
  /** Part of the text with the match, or the summary. `hit` marks matched words. */
  excerpt: z.array(z.object({ text: z.string(), hit: z.boolean() })),
});
export type SearchResult = z.infer<typeof SearchResult>;

export const SearchAnswer = z.object({
  results: z.array(SearchResult),
  /** Corrected query if a word is unknown; null if the query was used as typed. */
  corrected: z.string().nullable(),
});
export type SearchAnswer = z.infer<typeof SearchAnswer>;
