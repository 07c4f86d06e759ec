import type {
  ActiveMetrics,
  DropOffMetrics,
  FeedbackMetrics,
  FunnelMetrics,
  LabMetrics,
  MoneyMetrics,
  SignUpMetrics,
  Spread,
  TimeMetrics,
} from '@hexpedition/contract';
import type { Cell, TableData } from '@hexpedition/contract/csv';
import { minorDigits } from '@hexpedition/contract/money';

export const stepNames = { sign_up: 'Sign-up', lesson: 'First lesson', flag: 'First flag', lab: 'First lab' } as const;

export const signUpTable = ({ days }: SignUpMetrics): TableData => ({
  columns: ['Day', 'Sign-ups', 'Previous period'],
  rows: days.map(({ day, count, before }) => [day, count, before]),
});

export const activeTable = ({ days }: ActiveMetrics): TableData => ({
  columns: ['Day', 'That day', '7 days', '30 days'],
  rows: days.map(({ day, in_day, in_week, in_month }) => [day, in_day, in_week, in_month]),
});

export const funnelTable = ({ steps }: FunnelMetrics): TableData => ({
  columns: ['Step', 'Learners', 'Median seconds'],
  rows: steps.map(({ step, learners, median_seconds }) => [stepNames[step], learners, median_seconds]),
});

export const labTable = ({ days }: LabMetrics): TableData => ({
  columns: ['Day', 'Started', 'Flags found'],
  rows: days.map(({ day, started, solved }) => [day, started, solved]),
});

export const revenueTable = ({ currency, days }: MoneyMetrics): TableData => ({
  columns: ['Day', 'Currency', 'Paid', 'Refunded', 'Net', 'Net, previous period'],
  rows: days.map(({ day, paid, refunded, net_before }) => [
    ...[day, currency],
    ...[paid, refunded, paid - refunded, net_before].map((minor) => toMajorUnits(minor, currency)),
  ]),
});

export const churnTable = ({ currency, days }: MoneyMetrics): TableData => ({
  columns: ['Day', 'Currency', 'New', 'Ended', 'Subscriptions'],
  rows: days.map(({ day, started, ended, subscriptions }) => [day, currency, started, ended, subscriptions]),
});

export const dropOffTable = ({ began, lessons }: DropOffMetrics): TableData => ({
  columns: ['Lesson', 'Started', 'Finished'],
  rows: lessons.map(({ name, finished }, index) => [
    name,
    index === 0 ? began : (lessons[index - 1]?.finished ?? 0),
    finished,
  ]),
});

const spread = ({ learners, fast, median, slow }: Spread): Cell[] => [learners, fast, median, slow];

export const timeTable = ({ training, whole, lessons }: TimeMetrics): TableData => ({
  columns: [
    'Lesson',
    'Planned minutes',
    'Learners',
    '25th percentile, seconds',
    'Median, seconds',
    '75th percentile, seconds',
  ],
  rows: [
    ...lessons.map((lesson) => [lesson.name, lesson.planned_minutes, ...spread(lesson)]),
    [`All of ${training.name}`, null, ...spread(whole)],
  ],
});

export const feedbackTable = ({ lessons }: FeedbackMetrics): TableData => ({
  columns: ['Lesson', 'Answers', 'Too slow', 'Right', 'Too fast', 'Ratings', 'Mean rating', 'Comments'],
  rows: lessons.map(({ name, given, slow, right, fast, rated, rating, texts }) => [
    ...[name, given, slow, right, fast, rated],
    ...[rating === null ? null : Number(rating.toFixed(2)), texts],
  ]),
});

/** Converts an amount from minor to major units: 1250 cents to 12.5. */
export const toMajorUnits = (minor: number, currency: string | null): number =>
  minor / 10 ** minorDigits(currency ?? 'EUR');
