import { type Diagnostics, didYouMean } from '../diagnostics.ts';
import type { LinkOrigin, MediaFile, Origin, Training } from './curriculum-types.ts';
import { findCycles } from './find-cycles.ts';

/** Pages of this site that lessons may link to, besides those of the content itself. */
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

/** The properties of a training that the maps and other trainings need. */
export type KnownTraining = Pick<Training, 'slug' | 'continent' | 'kind' | 'hidden'>;

/** Receives the items of a folder that must be unique, or must exist, in the whole curriculum. */
export interface Registrar {
  id(id: string, origin: Origin): void;
  /** @param scope scope of uniqueness, such as `subchapter` or `chapter of http` */
  slug(scope: string, slug: string, origin: Origin): void;
  training(training: KnownTraining): void;
  page(path: string): void;
  link(link: LinkOrigin): void;
  recommend(slug: string, origin: Origin): void;
  /** @param slugs prerequisites of the training */
  require(training: string, slugs: string[], origin: Origin): void;
  /** A file that a lesson uses. */
  media(file: MediaFile, origin: Origin): void;
  /** A lab that a lesson references. */
  lab(slug: string, origin: Origin): void;
  /** Marks that a folder could not be read, so that references to its items are not reported as unknown. */
  markIncomplete(): void;
}

type Call = { [Name in keyof Registrar]: [Name, Parameters<Registrar[Name]>] }[keyof Registrar];

/**
 * Records the calls for one training as plain data, so that they can be stored and replayed without reading the
 * training.
 */
export class Recorder implements Registrar {
  readonly calls: Call[] = [];

  id(...given: Parameters<Registrar['id']>): void {
    this.calls.push(['id', given]);
  }

  slug(...given: Parameters<Registrar['slug']>): void {
    this.calls.push(['slug', given]);
  }

  training(...given: Parameters<Registrar['training']>): void {
    this.calls.push(['training', given]);
  }

  page(...given: Parameters<Registrar['page']>): void {
    this.calls.push(['page', given]);
  }

  link(...given: Parameters<Registrar['link']>): void {
    this.calls.push(['link', given]);
  }

  recommend(...given: Parameters<Registrar['recommend']>): void {
    this.calls.push(['recommend', given]);
  }

  require(...given: Parameters<Registrar['require']>): void {
    this.calls.push(['require', given]);
  }

  media(...given: Parameters<Registrar['media']>): void {
    this.calls.push(['media', given]);
  }

  lab(...given: Parameters<Registrar['lab']>): void {
    this.calls.push(['lab', given]);
  }

  markIncomplete(): void {
    this.calls.push(['markIncomplete', []]);
  }
}

/** Repeats recorded calls on a registry. */
export function replay(calls: readonly Call[], registry: Registrar): void {
  // A call contains the parameters of the method that it names.
  for (const [name, given] of calls) (registry[name] as (...given: unknown[]) => void)(...given);
}

/** @param labs slugs of the existing labs; null when they are unknown */
export function checkLab(
  slug: string,
  labs: ReadonlySet<string> | null,
  report: (code: string, message: string) => void,
): void {
  if (labs && !labs.has(slug)) report('lab-unknown', `There is no lab "${slug}".`);
}

/** Collects items that must be unique or must exist in the whole curriculum; checked after everything is read. */
export class Registry implements Registrar {
  readonly #diagnostics: Diagnostics;
  readonly #labs: ReadonlySet<string> | null;
  readonly #ids = new Map<string, Origin>();
  readonly #slugs = new Map<string, Origin>();
  readonly #pages = new Set(fixedPages);
  readonly #trainings = new Map<string, KnownTraining>();
  readonly #media = new Map<string, MediaFile>();
  #isIncomplete = false;
  readonly #links: LinkOrigin[] = [];
  readonly #recommended: (Origin & { slug: string })[] = [];
  readonly #requires = new Map<string, Origin & { slugs: string[] }>();

  /** @param labs slugs of the existing labs; null when they are unknown, so that they are not checked */
  constructor(diagnostics: Diagnostics, labs: ReadonlySet<string> | null) {
    this.#diagnostics = diagnostics;
    this.#labs = labs;
  }

  id(id: string, origin: Origin): void {
    this.#addUnique(this.#ids, id, origin, 'id-duplicate', `The id "${id}"`);
  }

  slug(scope: string, slug: string, origin: Origin): void {
    this.#addUnique(this.#slugs, `${scope}/${slug}`, origin, 'slug-duplicate', `The slug "${slug}" of a ${scope}`);
  }

  training(training: KnownTraining): void {
    this.#trainings.set(training.slug, training);
  }

  /** Files with the same bytes are one file, even under two names, so they cannot have two types. */
  media(file: MediaFile, origin: Origin): void {
    const other = this.#media.get(file.hash);
    if (!other) this.#media.set(file.hash, file);
    else if (other.contentType !== file.contentType) {
      const message = `${file.name} has the same bytes as ${other.name}, but another file type.`;
      this.#diagnostics.for(origin.file)(origin.line, 'media-twice', message);
    }
  }

  lab(slug: string, { file, line }: Origin): void {
    checkLab(slug, this.#labs, (...problem) => this.#diagnostics.for(file)(line, ...problem));
  }

  markIncomplete(): void {
    this.#isIncomplete = true;
  }

  get isIncomplete(): boolean {
    return this.#isIncomplete;
  }

  get trainings(): KnownTraining[] {
    return [...this.#trainings.values()];
  }

  get usedMedia(): MediaFile[] {
    return [...this.#media.values()];
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

  require(training: string, slugs: string[], origin: Origin): void {
    if (slugs.length > 0) this.#requires.set(training, { slugs, ...origin });
  }

  /** Reports links, recommendations and prerequisites that do not exist, and cycles of prerequisites. */
  checkReferences(): void {
    if (this.#isIncomplete) return;
    for (const { slug, file, line } of this.#recommended) {
      if (this.#trainings.has(slug)) continue;
      const hint = didYouMean(slug, this.#trainings.keys()) || '.';
      this.#diagnostics.for(file)(line, 'recommended-unknown', `There is no course "${slug}"${hint}`);
    }
    for (const { slugs, file, line } of this.#requires.values()) {
      for (const slug of slugs.filter((one) => !this.#trainings.has(one))) {
        const hint = didYouMean(slug, this.#trainings.keys()) || '.';
        this.#diagnostics.for(file)(line, 'requires-unknown', `There is no course "${slug}"${hint}`);
      }
    }
    for (const cycle of findCycles(new Map([...this.#requires].map(([slug, { slugs }]) => [slug, slugs])))) {
      const origin = this.#requires.get(cycle[0] ?? '');
      if (!origin) continue;
      const chain = [...cycle, cycle[0]].join(' → ');
      this.#diagnostics.for(origin.file)(
        origin.line,
        'requires-circle',
        `These courses require each other, so no learner could start one: ${chain}. Remove one of these prerequisites.`,
      );
    }
    for (const { path, file, line } of this.#links) {
      const page = path.replace(/\?.*$/, '').replace(/(.)\/$/, '$1');
      if (this.#pages.has(page) || (this.#labs === null && /^(\/map)?\/lab\//.test(page))) continue;
      this.#diagnostics.for(file)(
        line,
        'link-broken',
        `There is no page ${page}${didYouMean(page, this.#similarPages(page)) || '.'}`,
      );
    }
  }

  /** Pages with the same last segment or the same parent: probable targets of a typo. */
  #similarPages(page: string): string[] {
    const parts = page.split('/');
    return [...this.#pages].filter(
      (known) => known.endsWith(`/${parts.at(-1)}`) || known.startsWith(parts.slice(0, -1).join('/')),
    );
  }

  #addUnique(seen: Map<string, Origin>, key: string, origin: Origin, code: string, subject: string): void {
    const first = seen.get(key);
    if (first) {
      this.#diagnostics.for(origin.file)(
        origin.line,
        code,
        `${subject} is already used in ${first.file}, line ${first.line}.`,
      );
    } else {
      seen.set(key, origin);
    }
  }
}
