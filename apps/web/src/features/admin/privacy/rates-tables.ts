import type { ConsentRates } from '@hexpedition/contract';
import type { FigureTable } from '../charts/figure-table.ts';

/** How visitors answer, in the order of how much they allow. */
export const answers = [
  ['accepted', 'Accepted everything'],
  ['saved', 'Saved a choice'],
  ['declined', 'Declined everything'],
] as const;

/** Decisions about everything; an embed that was allowed in its own place is none. */
export const decisionsOf = ({ accepted, saved, declined }: Pick<ConsentRates, 'accepted' | 'saved' | 'declined'>) =>
  accepted + saved + declined;

const rounded = (part: number, whole: number) => (whole === 0 ? null : Number((part / whole).toFixed(4)));

export const answerTable = (rates: ConsentRates): FigureTable => ({
  columns: ['Answer', 'Times', 'Share of decisions'],
  rows: [
    ...answers.map(([field, name]) => [name, rates[field], rounded(rates[field], decisionsOf(rates))]),
    ['Allowed an embed in its place', rates.contextual, null],
    ['Was asked', rates.shown, null],
  ],
});

export const dayTable = ({ days }: ConsentRates): FigureTable => ({
  columns: ['Day', 'Asked', ...answers.map(([, name]) => name), 'Allowed an embed'],
  rows: days.map((one) => [one.day, one.shown, ...answers.map(([field]) => one[field]), one.contextual]),
});

export const serviceTable = ({ services }: ConsentRates): FigureTable => ({
  columns: ['Service', 'Accepted', 'Decisions', 'Share accepted'],
  rows: services.map(({ title, accepted, decided }) => [title, accepted, decided, rounded(accepted, decided)]),
});
