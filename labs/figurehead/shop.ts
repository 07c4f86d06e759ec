import { merge } from './merge.ts';

export interface Customer {
  name: string;
  /** Crowns. */
  purse: number;
  /** Discount of guild members, as a fraction of the price. */
  discount?: number;
}

export type Design = Record<string, unknown>;

const standard: Design = {
  figure: 'mermaid',
  wood: 'pine',
  height: 2,
  colours: { hair: 'ochre', dress: 'sea green', scroll: 'ivory' },
  inscription: ['Second', 'Wind'],
};

/** Crowns per metre. */
export const woods = new Map([
  ['pine', 120],
  ['oak', 200],
  ['pear', 260],
]);

/** The people of the shop, and the doors that each may open. */
export const staff: Record<string, { craft: string; doors?: string[] }> = {
  ragna: { craft: 'carves', doors: ['shop', 'attic'] },
  pell: { craft: 'sweeps, in the evening', doors: ['shop'] },
  admiral: { craft: 'is a gull' },
};

const MAX_LIST_LENGTH = 10_000;

/** Stored wishes, as they were typed. Wishes that would make a very long list are rejected with a RangeError. */
export const readWishes = (typed: string): unknown =>
  JSON.parse(typed, (field, wish) => {
    const length = field === 'length' ? Number(wish) : /^\d+$/.test(field) ? Number(field) + 1 : 0;
    if (length > MAX_LIST_LENGTH) throw new RangeError();
    return wish;
  });

/** Returns the standard figurehead with the wishes of a customer. */
export const designOf = (wishes: string): Design => merge(structuredClone(standard), readWishes(wishes) as Design);

/** Returns the values for the price: a wood that is in stock, and one to four metres. */
export function reckonedAs(design: Design): { wood: string; metres: number } {
  const wood = String(design.wood);
  return {
    wood: woods.has(wood) ? wood : 'pine',
    metres: Math.min(4, Math.max(1, Number(design.height) || 2)),
  };
}

export function priceOf(design: Design, customer: Customer): number {
  const { wood, metres } = reckonedAs(design);
  const full = metres * (woods.get(wood) ?? 120);
  return Math.max(0, Math.round(full * (1 - (Number(customer.discount ?? 0) || 0))));
}

/** Returns the doors that a person may open. */
export const doorsOf = (customer: Customer): string[] => (staff[customer.name] ?? { craft: 'customer' }).doors ?? [];
