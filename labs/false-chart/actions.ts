import { advance } from './clock.ts';
import { type Answer, type Extra, HARBOUR_SERVER } from './dns.ts';
import { askAsYou, forge } from './world.ts';

/** An action that is not possible, with a sentence for the visitor. */
export class ActionError extends Error {
  override name = 'ActionError';
}

type Fields = Record<string, string>;

/** Maximum answers in one burst. */
export const MAX_ANSWERS = 64;
/** Maximum milliseconds of one wait. */
const MAX_DURATION = 60_000;

export const actions: Record<string, (fields: Fields) => void> = {
  ask: ({ name }) => askAsYou(nameOf(name)),
  wait: ({ milliseconds }) => advance(numberOf(milliseconds, 1, MAX_DURATION, 'The time in milliseconds')),
  forge: (fields) => {
    const first = numberOf(fields.id, 0, 65_535, 'The number');
    const count = numberOf(fields.count || '1', 1, MAX_ANSWERS, 'How many');
    const answer: Omit<Answer, 'id'> = {
      from: addressOf(fields.from || HARBOUR_SERVER),
      port: numberOf(fields.port, 1, 65_535, 'The port'),
      name: nameOf(fields.name),
      address: addressOf(fields.address),
      ttl: 86_400,
      extra: extraOf(fields),
    };
    forge(Array.from({ length: count }, (_, i) => ({ ...answer, id: (first + i) % 65_536 })));
  },
};

function extraOf({ extraName, extraType, extraValue }: Fields): Extra[] {
  if (!extraName && !extraValue) return [];
  const name = nameOf(extraName);
  return extraType?.toUpperCase() === 'NS'
    ? [{ name, type: 'NS', value: nameOf(extraValue) }]
    : [{ name, type: 'A', value: addressOf(extraValue) }];
}

function nameOf(text = ''): string {
  const name = text.trim().toLowerCase().replace(/\.$/, '');
  if (name.length > 120 || !/^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/.test(name)) {
    throw new ActionError('A name consists of labels and dots, for example www.ostrel.example.');
  }
  return name;
}

function addressOf(text = ''): string {
  const address = text.trim();
  if (!/^(\d{1,3}\.){3}\d{1,3}$/.test(address) || address.split('.').some((byte) => Number(byte) > 255)) {
    throw new ActionError('An address consists of four numbers, for example 198.51.100.66.');
  }
  return address.split('.').map(Number).join('.');
}

function numberOf(text: string | undefined, least: number, most: number, what: string): number {
  const number = /^\s*\d{1,6}\s*$/.test(text ?? '') ? Number(text) : Number.NaN;
  if (!(number >= least && number <= most)) throw new ActionError(`${what} must be between ${least} and ${most}.`);
  return number;
}
