import type { LabCard, LabTopic } from '@hexpedition/contract';
import { type Difficulty, difficulties } from '#entities/lab/difficulty.ts';
import { searchOf } from '#lib/route-search.ts';
import { topicNames } from '../lab-topics.ts';
import { type LabSort, sorts } from './lab-sort.ts';

/** Filter by the learner's progress. `open`: not solved, begun or not. */
const states = ['open', 'begun', 'solved'] as const;
export type LabState = (typeof states)[number];

/** Filters of the list, stored in the URL. */
export interface LabFilter {
  topic?: LabTopic;
  difficulty?: Difficulty;
  training?: string;
  /** A technique. */
  tag?: string;
  tool?: string;
  /** Only labs with a shell. */
  shell?: true;
  /** Only labs with a repair. */
  repair?: true;
  state?: LabState;
}
export interface LabSearch extends LabFilter {
  /** Omitted for the default, easiest first. */
  sort?: LabSort;
}

const word = (value: unknown, pattern: RegExp) =>
  typeof value === 'string' && pattern.test(value) ? value : undefined;

/** Reads the filters from the URL. Ignores unknown values. */
export function readFilter(search: Record<string, unknown>): LabSearch {
  return searchOf({
    topic: topicNames.find((known) => known === search.topic),
    difficulty: difficulties.find((known) => known === search.difficulty),
    training: word(search.training, /^[a-z0-9-]{1,80}$/),
    tag: word(search.tag, /^\P{Cc}{1,40}$/u),
    tool: word(search.tool, /^\P{Cc}{1,40}$/u),
    shell: search.shell === true || undefined,
    repair: search.repair === true || undefined,
    state: states.find((known) => known === search.state),
    sort: sorts.find((known) => known === search.sort),
  });
}

/** Returns the learner's progress on a lab. Undefined while logged out; the state filter then does not apply. */
export type LabProgress = ((lab: LabCard) => 'new' | 'begun' | 'solved') | undefined;

/** Whether a lab matches the filter of one facet. A facet without a filter matches all labs. */
const passes: Record<keyof LabFilter, (lab: LabCard, filter: LabFilter, progressOf: LabProgress) => boolean> = {
  topic: (lab, { topic }) => !topic || lab.topic === topic,
  difficulty: (lab, { difficulty }) => !difficulty || lab.difficulty === difficulty,
  training: (lab, { training }) => !training || lab.trainings.some(({ slug }) => slug === training),
  tag: (lab, { tag }) => !tag || lab.tags.includes(tag),
  tool: (lab, { tool }) => !tool || lab.tools.includes(tool),
  shell: (lab, { shell }) => !shell || lab.workspace,
  repair: (lab, { repair }) => !repair || lab.repair,
  state: (lab, { state }, progressOf) =>
    !state || !progressOf || (state === 'open' ? progressOf(lab) !== 'solved' : progressOf(lab) === state),
};
const facets = Object.keys(passes) as (keyof LabFilter)[];

export const filterLabs = (labs: readonly LabCard[], filter: LabFilter, progressOf: LabProgress): LabCard[] =>
  labs.filter((lab) => facets.every((facet) => passes[facet](lab, filter, progressOf)));

/** Returns the active facets in a fixed order. */
export const activeFacets = (filter: LabFilter) => facets.filter((facet) => filter[facet] !== undefined);

/** Returns the search parameters without some of them. */
export function without(search: LabSearch, ...names: (keyof LabSearch)[]): LabSearch {
  return Object.fromEntries(
    Object.entries(search).filter(([name, value]) => value !== undefined && !names.some((other) => other === name)),
  );
}

/** Returns the search parameters with a value set, or removed if it is set already. */
export function toggleFilter<F extends keyof LabSearch>(search: LabSearch, name: F, value: LabSearch[F]): LabSearch {
  const rest = without(search, name);
  return search[name] === value ? rest : { ...rest, [name]: value };
}

/** Facets with many values. */
export type ChoiceFacet = 'tag' | 'tool' | 'training';

export interface Choice {
  value: string;
  name: string;
  /** Number of labs that match this choice and all other filters. */
  count: number;
}

/** Returns the techniques, tools or trainings of all labs with their counts, most used first. Omits choices without labs. */
export function countChoices(
  labs: readonly LabCard[],
  facet: ChoiceFacet,
  search: LabSearch,
  progressOf: LabProgress,
): Choice[] {
  const choices = new Map<string, Choice>();
  const matching = new Set(filterLabs(labs, without(search, facet), progressOf));
  for (const lab of labs) {
    for (const { slug, name } of valuesOf(lab, facet)) {
      const choice = choices.get(slug) ?? { value: slug, name, count: 0 };
      choices.set(slug, { ...choice, count: choice.count + (matching.has(lab) ? 1 : 0) });
    }
  }
  return [...choices.values()]
    .filter(({ value, count }) => count > 0 || search[facet] === value)
    .sort((a, b) => b.count - a.count);
}

function valuesOf(lab: LabCard, facet: ChoiceFacet): { slug: string; name: string }[] {
  if (facet === 'training') return lab.trainings;
  return (facet === 'tag' ? lab.tags : lab.tools).map((word) => ({ slug: word, name: word }));
}
