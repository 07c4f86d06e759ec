import { z } from 'zod';
import { Slug } from './common.ts';

/** A day of film is the most that a video may have. */
const Second = z.number().min(0).max(86_400);

export const VideoParams = z.object({ slug: Slug, id: z.string().max(80) });

/** What somebody has seen of a video. Times are in seconds. */
export const VideoView = z.object({
  id: z.string(),
  /** Where to go on. */
  position: z.number(),
  /** Whole seconds, from and up to but not including, in order; they neither overlap nor touch. */
  watched: z.array(z.tuple([z.number().int(), z.number().int()])),
});
export type VideoView = z.infer<typeof VideoView>;

export const VideoViews = z.object({ videos: z.array(VideoView) });

export const VideoViewBody = z.object({
  position: Second,
  /** What was seen since the last time; added to what is known. */
  watched: z
    .array(
      z
        .tuple([z.number().int().min(0).max(86_400), z.number().int().min(0).max(86_400)])
        .refine(([from, to]) => from < to, 'A range ends after it begins.'),
    )
    .max(50, 'Send at most 50 ranges at once.'),
});
export type VideoViewBody = z.infer<typeof VideoViewBody>;
