import type { ConsentRates } from '@hexpedition/contract';
import type { TableData } from '@hexpedition/contract/csv';

/** Answers of visitors, from the one that allows most to the one that allows least. */
export const answers = [
  ['accepted', 'Accepted everything'],
  ['saved', 'Saved a selection'],
  ['declined', 'Declined everything'],
] as const;

/** Number of decisions about all services. Embeds allowed in place are not counted. */
export const decisionsOf = ({ accepted, saved, declined }: Pick<ConsentRates, 'accepted' | 'saved' | 'declined'>) =>
  accepted + saved + declined;

const roundedShare = (part: number, whole: number) => (whole === 0 ? null : Number((part / whole).toFixed(4)));

export const answerTable = (rates: ConsentRates): TableData => ({
  columns: ['Answer', 'Times', 'Share of decisions'],
  rows: [
    ...answers.map(([field, name]) => [name, rates[field], roundedShare(rates[field], decisionsOf(rates))]),
    ['Allowed an embed in place', rates.contextual, null],
    ['Asked', rates.shown, null],
  ],
});

export const dayTable = ({ days }: ConsentRates): TableData => ({
  columns: ['Day', 'Asked', ...answers.map(([, name]) => name), 'Allowed an embed'],
  rows: days.map((one) => [one.day, one.shown, ...answers.map(([field]) => one[field]), one.contextual]),
});

export const serviceTable = ({ services }: ConsentRates): TableData => ({
  columns: ['Service', 'Accepted', 'Decisions', 'Share accepted'],
  rows: services.map(({ title, accepted, decided }) => [title, accepted, decided, roundedShare(accepted, decided)]),
});
