import type { LabCard, LabTopic } from '@hexpedition/contract';
import { searchOf } from '#lib/search.ts';
import { type Difficulty, difficulties } from '../difficulty.public.ts';
import { topicNames } from '../topics.ts';
import { type LabSort, sorts } from './sort.ts';

/** How a learner stands with a lab. `open`: not solved, begun or not. */
const states = ['open', 'begun', 'solved'] as const;
export type LabState = (typeof states)[number];

/** The search parameters of the list; what is unknown is left out. */
export interface LabFilter {
  topic?: LabTopic;
  difficulty?: Difficulty;
  training?: string;
  tool?: string;
  /** With a shell. */
  shell?: true;
  /** With a repair. */
  repair?: true;
  state?: LabState;
}
export interface LabSearch extends LabFilter {
  /** Left out for the easiest first. */
  sort?: LabSort;
}

const word = (value: unknown, pattern: RegExp) =>
  typeof value === 'string' && pattern.test(value) ? value : undefined;

export function readFilter(search: Record<string, unknown>): LabSearch {
  return searchOf({
    topic: topicNames.find((known) => known === search.topic),
    difficulty: difficulties.find((known) => known === search.difficulty),
    training: word(search.training, /^[a-z0-9-]{1,80}$/),
    tool: word(search.tool, /^\P{Cc}{1,40}$/u),
    shell: search.shell === true || undefined,
    repair: search.repair === true || undefined,
    state: states.find((known) => known === search.state),
    sort: sorts.find((known) => known === search.sort),
  });
}

/** How far the learner is with a lab; undefined while nobody is signed in: then every state is shown. */
export type Standing = ((lab: LabCard) => 'new' | 'begun' | 'solved') | undefined;

/** Whether a lab passes what one facet asks, chosen or not. */
const passes: Record<keyof LabFilter, (lab: LabCard, filter: LabFilter, standing: Standing) => boolean> = {
  topic: (lab, { topic }) => !topic || lab.topic === topic,
  difficulty: (lab, { difficulty }) => !difficulty || lab.difficulty === difficulty,
  training: (lab, { training }) => !training || lab.trainings.some(({ slug }) => slug === training),
  tool: (lab, { tool }) => !tool || lab.tools.includes(tool),
  shell: (lab, { shell }) => !shell || lab.workspace,
  repair: (lab, { repair }) => !repair || lab.repair,
  state: (lab, { state }, standing) =>
    !state || !standing || (state === 'open' ? standing(lab) !== 'solved' : standing(lab) === state),
};
const facets = Object.keys(passes) as (keyof LabFilter)[];

export const filterLabs = (labs: readonly LabCard[], filter: LabFilter, standing: Standing): LabCard[] =>
  labs.filter((lab) => facets.every((facet) => passes[facet](lab, filter, standing)));

/** The facets that narrow the list now, in a fixed order. */
export const chosenFacets = (filter: LabFilter) => facets.filter((facet) => filter[facet] !== undefined);

/** The parameters without some of them. */
export function without(search: LabSearch, ...names: (keyof LabSearch)[]): LabSearch {
  return Object.fromEntries(
    Object.entries(search).filter(([name, value]) => value !== undefined && !names.some((other) => other === name)),
  );
}

/** A link that chooses a value, or takes it back where it is chosen already. */
export function toggled<F extends keyof LabSearch>(search: LabSearch, name: F, value: LabSearch[F]): LabSearch {
  const rest = without(search, name);
  return search[name] === value ? rest : { ...rest, [name]: value };
}

export interface Choice {
  value: string;
  name: string;
  /** How many labs it would leave, beside all that is chosen elsewhere. */
  count: number;
}

/** The tools or trainings of all labs with their counts, the most used first. One that would leave nothing is left out. */
export function choicesOf(
  labs: readonly LabCard[],
  facet: 'tool' | 'training',
  search: LabSearch,
  standing: Standing,
): Choice[] {
  const choices = new Map<string, Choice>();
  const left = new Set(filterLabs(labs, without(search, facet), standing));
  for (const lab of labs) {
    const values = facet === 'tool' ? lab.tools.map((tool) => ({ slug: tool, name: tool })) : lab.trainings;
    for (const { slug, name } of values) {
      const choice = choices.get(slug) ?? { value: slug, name, count: 0 };
      choices.set(slug, { ...choice, count: choice.count + (left.has(lab) ? 1 : 0) });
    }
  }
  return [...choices.values()]
    .filter(({ value, count }) => count > 0 || search[facet] === value)
    .sort((a, b) => b.count - a.count);
}
