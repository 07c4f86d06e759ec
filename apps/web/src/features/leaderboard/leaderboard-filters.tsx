import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFeatures } from '#entities/site/use-features.ts';
import { searchOf } from '#lib/route-search.ts';
import { HexDot } from '#ui/hex-dot.tsx';
import css from './leaderboard-filters.module.css';
import { type LeaderboardSearch, readLeaderboardSearch } from './leaderboard-search.ts';

const periods = [
  [undefined, 'All time'],
  ['month', 'This month'],
  ['week', 'This week'],
] as const;

/** Filters by period and continent. They are links, so that they can be shared and work before the script has loaded. */
export function LeaderboardFilters({ search: { period, continent } }: { search: LeaderboardSearch }) {
  const { nav } = useFeatures().hexmap;
  return (
    <div className={css.choice}>
      <nav className={css.tabs} aria-label="Period">
        {periods.map(([id, name]) => (
          <FilterLink key={name} className={css.tab} change={{ period: id }} active={id === period}>
            {name}
          </FilterLink>
        ))}
      </nav>
      {nav.length > 0 && (
        <nav className={css.continents} aria-label="Continent">
          <FilterLink className={css.continent} change={{ continent: undefined }} active={!continent}>
            All continents
          </FilterLink>
          {nav.map(({ slug, name, colour }) => (
            <FilterLink
              key={slug}
              className={css.continent}
              change={{ continent: slug }}
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
  /** Filter that the link changes. */
  change: { period?: LeaderboardSearch['period'] | undefined; continent?: string | undefined };
  active: boolean;
  className: string | undefined;
  hue?: string;
  children: ReactNode;
}

const FilterLink = ({ change, active, className, hue, children }: FilterLinkProps) => (
  <Link
    to="/leaderboard"
    // The current location, and not the page, because the page shows the last filters until the next ranks are loaded.
    search={(current: Record<string, unknown>) => {
      const { period, continent } = readLeaderboardSearch(current);
      return searchOf({ period, continent, ...change });
    }}
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
