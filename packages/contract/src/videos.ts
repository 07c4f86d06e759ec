import { z } from 'zod';
import { Slug } from './common.ts';

/** Seconds, at most one day. */
const Second = z.number().min(0).max(86_400);

export const VideoParams = z.object({ slug: Slug, id: z.string().max(80) });

/** A learner's progress in a video. Times are in seconds. */
export const VideoView = z.object({
  id: z.string(),
  /** Position to resume from. */
  position: z.number(),
  /** Watched ranges `[from, to)` in whole seconds, in order, neither overlapping nor adjacent. */
  watched: z.array(z.tuple([z.number().int(), z.number().int()])),
});
export type VideoView = z.infer<typeof VideoView>;

export const VideoViews = z.object({ videos: z.array(VideoView) });

export const VideoViewBody = z.object({
  position: Second,
  /** Ranges watched since the last call. They are merged into the stored ones. */
  watched: z
    .array(
      z
        .tuple([z.number().int().min(0).max(86_400), z.number().int().min(0).max(86_400)])
        .refine(([from, to]) => from < to, 'A range must end after it begins.'),
    )
    .max(50, 'Send at most 50 ranges at once.'),
});
export type VideoViewBody = z.infer<typeof VideoViewBody>;
