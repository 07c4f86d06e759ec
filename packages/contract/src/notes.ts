import { z } from 'zod';
import { Slug, Time } from './common.ts';

export const Notes = z.object({
  subchapter: Slug,
  what_i_learned: z.string(),
  did_not_understand: z.string(),
  /** Null while there are none. */
  updated_at: Time.nullable(),
  /** Until when the reminder to write some is put off. */
  snoozed_until: Time.nullable(),
});
export type Notes = z.infer<typeof Notes>;

/** An empty body puts the reminder off for a day and leaves the notes as they are. */
export const NotesBody = z.object({
  what_i_learned: z.string().max(20_000, 'Use at most 20,000 characters.').optional(),
  did_not_understand: z.string().max(20_000, 'Use at most 20,000 characters.').optional(),
});
export type NotesBody = z.infer<typeof NotesBody>;
