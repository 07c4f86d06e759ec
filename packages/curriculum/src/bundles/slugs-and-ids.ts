import { createHash } from 'node:crypto';

/** `Crypto & Co.` → `crypto-co`. */
export function slugOf(text: string, limit = 40): string {
  const plain = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase();
  const slug = plain
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, limit)
    .replace(/-+$/, '');
  return slug || shortHash(text);
}

/** Makes an id from the location of an item, so that a repeated import gives it the same id. */
export const idOf = (kind: 'tr' | 'ch' | 'sub', ...parts: string[]): string =>
  `${kind}-${slugOf(parts.at(-1) ?? '', 30)}-${shortHash(JSON.stringify(parts))}`;

export const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** Assigns unique slugs among items of one kind. */
export class Slugs {
  readonly #taken: Set<string>;

  constructor(reserved: readonly string[] = []) {
    this.#taken = new Set(reserved);
  }

  /** @param key distinguishes two items of one name; must be the same at each import */
  assign(text: string, key: string, limit = 60): string {
    const slug = slugOf(text, limit);
    const unique = this.#taken.has(slug) ? `${slug}-${shortHash(key)}` : slug;
    this.#taken.add(unique);
    return unique;
  }
}
