import type { LabCard } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { plural } from '#lib/format.ts';
import { Icon } from '#ui/icon.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { difficultyName } from '../difficulty.public.ts';
import { topics } from '../topics.ts';
import { chosenFacets, type LabFilter, type LabSearch, without } from './filter.ts';
import { stateName } from './lab-filters.tsx';
import css from './labs-page.module.css';
import { sortName, sorts } from './sort.ts';

interface Props {
  labs: readonly LabCard[];
  search: LabSearch;
  shown: number;
  /** A visitor has no state to filter by. */
  withState: boolean;
}

/** Above the list: how many labs are left, what narrows them, each of it to be taken back, and their order. */
export function Chosen({ labs, search, shown, withState }: Props) {
  const facets = chosenFacets(search).filter((facet) => withState || facet !== 'state');
  return (
    <div className={css.chosen}>
      <p className={css.count} role="status">
        {shown === labs.length ? plural(shown, 'lab') : `${shown} of ${plural(labs.length, 'lab')}`}
      </p>
      {facets.length > 0 && (
        <ul className={css.facets} aria-label="What you chose">
          {facets.map((facet) => (
            <li key={facet}>
              <Link
                to="/labs"
                search={without(search, facet)}
                replace
                resetScroll={false}
                activeProps={{}}
                className={css.facet}
              >
                <VisuallyHidden>Take back: </VisuallyHidden>
                {wordOf(search, facet, labs)}
                <Icon name="close" size={12} />
              </Link>
            </li>
          ))}
          <li>
            <Link
              to="/labs"
              search={without(search, ...facets)}
              replace
              resetScroll={false}
              activeProps={{}}
              className={css.clear}
            >
              Clear all
            </Link>
          </li>
        </ul>
      )}
      <nav className={css.sorts} aria-label="Order">
        {([undefined, ...sorts] as const)
          // Where nothing has come since the beginning, nothing is newest.
          .filter((sort) => sort !== 'new' || labs.some(({ added_at }) => added_at !== null))
          .map((sort) => (
            <Link
              key={sort ?? 'easy'}
              to="/labs"
              search={sort ? { ...without(search), sort } : without(search, 'sort')}
              replace
              resetScroll={false}
              activeProps={{}}
              className={css.sort}
              aria-current={search.sort === sort ? 'true' : undefined}
            >
              {sort ? sortName[sort] : 'Easiest'}
            </Link>
          ))}
      </nav>
    </div>
  );
}

function wordOf(search: LabFilter, facet: keyof LabFilter, labs: readonly LabCard[]): string {
  const { topic, difficulty, training, tool, state } = search;
  switch (facet) {
    case 'topic':
      return topic ? topics[topic].name : '';
    case 'difficulty':
      return difficulty ? difficultyName[difficulty] : '';
    case 'training':
      return labs.flatMap(({ trainings }) => trainings).find(({ slug }) => slug === training)?.name ?? training ?? '';
    case 'tool':
      return tool ?? '';
    case 'shell':
      return 'With a shell';
    case 'repair':
      return 'With a repair';
    case 'state':
      return state ? stateName[state] : '';
  }
}
