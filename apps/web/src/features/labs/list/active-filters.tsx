import type { LabCard } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { difficultyLabels } from '#entities/lab/difficulty.ts';
import { plural } from '#lib/format.ts';
import { Icon } from '#ui/icon.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { topics } from '../lab-topics.ts';
import { activeFacets, type LabFilter, type LabSearch, without } from './lab-filter.ts';
import { stateLabels } from './lab-filters.tsx';
import { sortLabels, sorts } from './lab-sort.ts';
import css from './labs-page.module.css';

interface Props {
  labs: readonly LabCard[];
  search: LabSearch;
  shown: number;
  /** Whether the state filter applies. It does not for a visitor. */
  withState: boolean;
}

/** Bar above the list: the number of matches, the active filters with buttons to remove them, and the sort order. */
export function ActiveFilters({ labs, search, shown, withState }: Props) {
  const facets = activeFacets(search).filter((facet) => withState || facet !== 'state');
  return (
    <div className={css.chosen}>
      <p className={css.count} role="status">
        {shown === labs.length ? plural(shown, 'lab') : `${shown} of ${plural(labs.length, 'lab')}`}
      </p>
      {facets.length > 0 && (
        <ul className={css.facets} aria-label="Active filters">
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
                <VisuallyHidden>Remove filter: </VisuallyHidden>
                {filterLabel(search, facet, labs)}
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
      <nav className={css.sorts} aria-label="Sort">
        {([undefined, ...sorts] as const)
          // Hides "Newest" if no lab was added after the installation.
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
              {sort ? sortLabels[sort] : 'Easiest'}
            </Link>
          ))}
      </nav>
    </div>
  );
}

function filterLabel(search: LabFilter, facet: keyof LabFilter, labs: readonly LabCard[]): string {
  const { topic, difficulty, training, tag, tool, state } = search;
  switch (facet) {
    case 'topic':
      return topic ? topics[topic].name : '';
    case 'difficulty':
      return difficulty ? difficultyLabels[difficulty] : '';
    case 'training':
      return labs.flatMap(({ trainings }) => trainings).find(({ slug }) => slug === training)?.name ?? training ?? '';
    case 'tag':
      return tag ?? '';
    case 'tool':
      return tool ?? '';
    case 'shell':
      return 'With shell';
    case 'repair':
      return 'With repair';
    case 'state':
      return state ? stateLabels[state] : '';
  }
}
