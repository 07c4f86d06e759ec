import { type Diagnostics, didYouMean } from '../diagnostics.ts';
import { findCycles } from './find-cycles.ts';
import type { LinkOrigin, Origin } from './types.ts';

/** Our own pages that lessons may link to, besides those of the content itself. */
const fixedPages = [
  '/',
  '/map',
  '/labs',
  '/leaderboard',
  '/youtube',
  '/signup',
  '/login',
  '/account',
  '/home',
  '/subscription',
  '/completed',
  '/yt-home',
  '/yt-completed',
];

/** What must be unique or must exist in the whole curriculum; checked when everything has been read. */
export class Registry {
  readonly #diagnostics: Diagnostics;
  readonly #ids = new Map<string, Origin>();
  readonly #slugs = new Map<string, Origin>();
  readonly #pages = new Set(fixedPages);
  readonly #trainings = new Set<string>();
  readonly #links: LinkOrigin[] = [];
  readonly #recommended: (Origin & { slug: string })[] = [];
  readonly #requires = new Map<string, Origin & { slugs: string[] }>();
  /** False when nobody knows which labs there are, so that links to them are not checked. */
  knowsLabs = true;
  /** True when a folder could not be read, so that what it holds must not be called unknown. */
  incomplete = false;

  constructor(diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics;
  }

  id(id: string, origin: Origin): void {
    this.#once(this.#ids, id, origin, 'id-duplicate', `The id "${id}"`);
  }

  /** @param scope in which the slug is unique, such as `subchapter` or `chapter of http` */
  slug(scope: string, slug: string, origin: Origin): void {
    this.#once(this.#slugs, `${scope}/${slug}`, origin, 'slug-duplicate', `The slug "${slug}" of a ${scope}`);
  }

  training(slug: string): void {
    this.#trainings.add(slug);
  }

  page(path: string): void {
    this.#pages.add(path);
  }

  link(link: LinkOrigin): void {
    this.#links.push(link);
  }

  recommend(slug: string, origin: Origin): void {
    this.#recommended.push({ slug, ...origin });
  }

  /** @param slugs what the training waits for */
  require(training: string, slugs: string[], origin: Origin): void {
    if (slugs.length > 0) this.#requires.set(training, { slugs, ...origin });
  }

  /** Reports links, recommendations and steps that lead nowhere, and steps that wait for each other. */
  checkReferences(): void {
    if (this.incomplete) return;
    for (const { slug, file, line } of this.#recommended) {
      if (this.#trainings.has(slug)) continue;
      const hint = didYouMean(slug, this.#trainings) || '.';
      this.#diagnostics.for(file)(line, 'recommended-unknown', `There is no training "${slug}"${hint}`);
    }
    for (const { slugs, file, line } of this.#requires.values()) {
      for (const slug of slugs.filter((one) => !this.#trainings.has(one))) {
        const hint = didYouMean(slug, this.#trainings) || '.';
        this.#diagnostics.for(file)(line, 'requires-unknown', `There is no training "${slug}"${hint}`);
      }
    }
    for (const cycle of findCycles(new Map([...this.#requires].map(([slug, { slugs }]) => [slug, slugs])))) {
      const origin = this.#requires.get(cycle[0] ?? '');
      if (!origin) continue;
      const chain = [...cycle, cycle[0]].join(' → ');
      this.#diagnostics.for(origin.file)(
        origin.line,
        'requires-circle',
        `Nobody could ever begin: ${chain}. Take one of these steps out.`,
      );
    }
    for (const { path, file, line } of this.#links) {
      const page = path.replace(/\?.*$/, '').replace(/(.)\/$/, '$1');
      if (this.#pages.has(page) || (!this.knowsLabs && /^(\/map)?\/lab\//.test(page))) continue;
      this.#diagnostics.for(file)(
        line,
        'link-broken',
        `There is no page ${page}${didYouMean(page, this.#near(page)) || '.'}`,
      );
    }
  }

  /** Pages with the same last or first part, among which a slip is likely to be meant. */
  #near(page: string): string[] {
    const parts = page.split('/');
    return [...this.#pages].filter(
      (known) => known.endsWith(`/${parts.at(-1)}`) || known.startsWith(parts.slice(0, -1).join('/')),
    );
  }

  #once(seen: Map<string, Origin>, key: string, origin: Origin, code: string, what: string): void {
    const first = seen.get(key);
    if (first) {
      this.#diagnostics.for(origin.file)(
        origin.line,
        code,
        `${what} is used already in ${first.file}, line ${first.line}.`,
      );
    } else {
      seen.set(key, origin);
    }
  }
}
