import { z } from 'zod';
import { Slug, Time } from './common.ts';

const Count = z.number().int().nonnegative();
/** A day of UTC. */
const Day = z.iso.date();
/** Up to when everything that was done is in the figures. */
const counted = { counted_at: Time };
const oneRange = 366;

/** How many days, the present one among them. */
export const MetricsQuery = z.object({
  days: z.coerce
    .number()
    .pipe(z.union([z.literal(7), z.literal(30), z.literal(90), z.literal(365)], 'Choose 7, 30, 90 or 365 days.')),
});
export type MetricsRange = z.infer<typeof MetricsQuery>['days'];

export const MoneyMetricsQuery = MetricsQuery.extend({
  /** ISO 4217; the one with most money when left out. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'Give a currency by its three letters, such as EUR.')
    .optional(),
});

export const TrainingMetricsQuery = z.object({ training: Slug });
export const DropOffQuery = MetricsQuery.extend({ training: Slug });

/** `before`: on the same day of the period before. */
export const SignUpMetrics = z.object({
  ...counted,
  days: z.array(z.object({ day: Day, count: Count, before: Count })).max(oneRange),
});
export type SignUpMetrics = z.infer<typeof SignUpMetrics>;

/** Learners who did a lesson, a flag or a lab on the day, in the seven and in the thirty days that end with it. */
export const ActiveMetrics = z.object({
  ...counted,
  days: z.array(z.object({ day: Day, in_day: Count, in_week: Count, in_month: Count })).max(oneRange),
});
export type ActiveMetrics = z.infer<typeof ActiveMetrics>;

/** How far those have come who signed up in the period. */
export const FunnelMetrics = z.object({
  ...counted,
  steps: z
    .array(
      z.object({
        step: z.enum(['sign_up', 'lesson', 'flag', 'lab']),
        learners: Count,
        /** Since they signed up; within a twentieth. Null where nobody is. */
        median_seconds: Count.nullable(),
      }),
    )
    .max(4),
});
export type FunnelMetrics = z.infer<typeof FunnelMetrics>;

export const LabMetrics = z.object({
  ...counted,
  /** `solved`: flags of labs that were found. */
  days: z.array(z.object({ day: Day, started: Count, solved: Count })).max(oneRange),
});
export type LabMetrics = z.infer<typeof LabMetrics>;

const Minor = z.number().int();

export const MoneyMetrics = z.object({
  ...counted,
  /** Null while nothing was ever sold. */
  currency: z.string().nullable(),
  currencies: z.array(z.string()).max(200),
  days: z
    .array(
      z.object({
        day: Day,
        /** In the currency's minor unit; of the day on which it came in or went back. */
        paid: Minor,
        refunded: Minor,
        /** What came in less what went back, on the same day of the period before. */
        net_before: Minor,
        /** Subscriptions that began and that ended, and how many there were when the day was over. */
        started: Count,
        ended: Count,
        subscriptions: Count,
      }),
    )
    .max(oneRange),
});
export type MoneyMetrics = z.infer<typeof MoneyMetrics>;

const lesson = { slug: Slug, name: z.string() };
const training = { training: z.object({ slug: Slug, name: z.string() }) };

/** How many began the training in the period, and how many finished each of its lessons. */
export const DropOffMetrics = z.object({
  ...counted,
  ...training,
  began: Count,
  lessons: z.array(z.object({ ...lesson, finished: Count })),
});
export type DropOffMetrics = z.infer<typeof DropOffMetrics>;

/** A quarter was faster than `fast`, half than `median`, three quarters than `slow`; seconds, within a twentieth. */
const Spread = z.object({
  learners: Count,
  fast: Count.nullable(),
  median: Count.nullable(),
  slow: Count.nullable(),
});
export type Spread = z.infer<typeof Spread>;

export const TimeMetrics = z.object({
  ...counted,
  ...training,
  /** From the first lesson, or from enrolling, to the last lesson. */
  whole: Spread,
  lessons: z.array(
    Spread.extend({
      ...lesson,
      /** What the author has estimated. */
      planned_minutes: Count,
    }),
  ),
});
export type TimeMetrics = z.infer<typeof TimeMetrics>;

export const FeedbackMetrics = z.object({
  ...counted,
  ...training,
  lessons: z.array(
    z.object({
      ...lesson,
      given: Count,
      slow: Count,
      right: Count,
      fast: Count,
      /** How many gave stars, and the mean. */
      rated: Count,
      rating: z.number().min(1).max(5).nullable(),
      texts: Count,
    }),
  ),
});
export type FeedbackMetrics = z.infer<typeof FeedbackMetrics>;
