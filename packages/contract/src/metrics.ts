import { z } from 'zod';
import { Slug, Time } from './common.ts';

const Count = z.number().int().nonnegative();
/** UTC day. */
const Day = z.iso.date();
/** Time up to which the figures include all activity. */
const counted = { counted_at: Time };
const maxDays = 366;

/** Length of the period in days, including today. */
export const MetricsQuery = z.object({
  days: z.coerce
    .number()
    .pipe(z.union([z.literal(7), z.literal(30), z.literal(90), z.literal(365)], 'Choose 7, 30, 90 or 365 days.')),
});
export type MetricsRange = z.infer<typeof MetricsQuery>['days'];

export const MoneyMetricsQuery = MetricsQuery.extend({
  /** ISO 4217. Omit for the currency with the highest payments. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'Use a three-letter currency code, such as EUR.')
    .optional(),
});

export const TrainingMetricsQuery = z.object({ training: Slug });
export const DropOffQuery = MetricsQuery.extend({ training: Slug });

/** Sign-ups per day. `before` is the same day of the previous period. */
export const SignUpMetrics = z.object({
  ...counted,
  days: z.array(z.object({ day: Day, count: Count, before: Count })).max(maxDays),
});
export type SignUpMetrics = z.infer<typeof SignUpMetrics>;

/** Learners with activity in a lesson, flag or lab on the day, and in the 7 and 30 days that end with it. */
export const ActiveMetrics = z.object({
  ...counted,
  days: z.array(z.object({ day: Day, in_day: Count, in_week: Count, in_month: Count })).max(maxDays),
});
export type ActiveMetrics = z.infer<typeof ActiveMetrics>;

/** Steps that the accounts of the period have reached. */
export const FunnelMetrics = z.object({
  ...counted,
  steps: z
    .array(
      z.object({
        step: z.enum(['sign_up', 'lesson', 'flag', 'lab']),
        learners: Count,
        /** Median time since sign-up, with an error of at most a twentieth. Null without learners. */
        median_seconds: Count.nullable(),
      }),
    )
    .max(4),
});
export type FunnelMetrics = z.infer<typeof FunnelMetrics>;

export const LabMetrics = z.object({
  ...counted,
  /** `solved`: number of lab flags found. */
  days: z.array(z.object({ day: Day, started: Count, solved: Count })).max(maxDays),
});
export type LabMetrics = z.infer<typeof LabMetrics>;

const Minor = z.number().int();

export const MoneyMetrics = z.object({
  ...counted,
  /** Null if there were no payments. */
  currency: z.string().nullable(),
  currencies: z.array(z.string()).max(200),
  days: z
    .array(
      z.object({
        day: Day,
        /** Payments and refunds of the day, in the currency's minor unit. */
        paid: Minor,
        refunded: Minor,
        /** Payments minus refunds on the same day of the previous period. */
        net_before: Minor,
        /** Subscriptions that started and ended on the day, and their number at its end. */
        started: Count,
        ended: Count,
        subscriptions: Count,
      }),
    )
    .max(maxDays),
});
export type MoneyMetrics = z.infer<typeof MoneyMetrics>;

const lesson = { slug: Slug, name: z.string() };
const training = { training: z.object({ slug: Slug, name: z.string() }) };

/** Number of learners who started the training in the period, and who finished each lesson. */
export const DropOffMetrics = z.object({
  ...counted,
  ...training,
  began: Count,
  lessons: z.array(z.object({ ...lesson, finished: Count })),
});
export type DropOffMetrics = z.infer<typeof DropOffMetrics>;

/** 25th percentile, median and 75th percentile in seconds, with an error of at most a twentieth. */
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
  /** From the first lesson or the enrolment to the last lesson. */
  whole: Spread,
  lessons: z.array(
    Spread.extend({
      ...lesson,
      /** The author's estimate. */
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
      /** Number of ratings, and their mean. */
      rated: Count,
      rating: z.number().min(1).max(5).nullable(),
      texts: Count,
    }),
  ),
});
export type FeedbackMetrics = z.infer<typeof FeedbackMetrics>;
