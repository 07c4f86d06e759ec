import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFeatures } from '#entities/site/use-features.ts';
import { HexDot } from '#ui/hex-dot.tsx';
import css from './leaderboard-filters.module.css';
import type { LeaderboardSearch } from './leaderboard-search.ts';

const periods = [
  [undefined, 'All time'],
  ['month', 'This month'],
  ['week', 'This week'],
] as const;

/** Filters by period and continent. They are links, so that they can be shared and work before the script has loaded. */
export function LeaderboardFilters({ search: { period, continent } }: { search: LeaderboardSearch }) {
  const { nav } = useFeatures().hexmap;
  const periodSearch = period ? { period } : {};
  return (
    <div className={css.choice}>
      <nav className={css.tabs} aria-label="Period">
        {periods.map(([id, name]) => (
          <FilterLink
            key={name}
            className={css.tab}
            search={{ ...(id && { period: id }), ...(continent && { continent }) }}
            active={id === period}
          >
            {name}
          </FilterLink>
        ))}
      </nav>
      {nav.length > 0 && (
        <nav className={css.continents} aria-label="Continent">
          <FilterLink className={css.continent} search={periodSearch} active={!continent}>
            All continents
          </FilterLink>
          {nav.map(({ slug, name, colour }) => (
            <FilterLink
              key={slug}
              className={css.continent}
              search={{ ...periodSearch, continent: slug }}
              active={slug === continent}
              hue={colour}
            >
              <HexDot />
              {name}
            </FilterLink>
          ))}
        </nav>
      )}
    </div>
  );
}

interface FilterLinkProps {
  search: LeaderboardSearch;
  active: boolean;
  className: string | undefined;
  hue?: string;
  children: ReactNode;
}

const FilterLink = ({ search, active, className, hue, children }: FilterLinkProps) => (
  <Link
    to="/leaderboard"
    search={search}
    replace
    resetScroll={false}
    activeProps={{}}
    className={className}
    data-on={active}
    data-hue={hue}
    aria-current={active ? 'page' : undefined}
  >
    {children}
  </Link>
);
