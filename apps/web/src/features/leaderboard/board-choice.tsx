import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFeatures } from '#shell/use-features.ts';
import { HexDot } from '#ui/hex-dot.tsx';
import type { Board } from './board.ts';
import css from './board-choice.module.css';

const periods = [
  [undefined, 'All time'],
  ['month', 'This month'],
  ['week', 'This week'],
] as const;

/** The choice of a board. Its parts are links, so that a board can be shared and works before the script has come. */
export function BoardChoice({ board: { period, continent } }: { board: Board }) {
  const { nav } = useFeatures().hexmap;
  const ofPeriod = period ? { period } : {};
  return (
    <div className={css.choice}>
      <nav className={css.tabs} aria-label="Time">
        {periods.map(([id, name]) => (
          <Choice
            key={name}
            className={css.tab}
            search={{ ...(id && { period: id }), ...(continent && { continent }) }}
            on={id === period}
          >
            {name}
          </Choice>
        ))}
      </nav>
      {nav.length > 0 && (
        <nav className={css.continents} aria-label="Continent">
          <Choice className={css.continent} search={ofPeriod} on={!continent}>
            Everywhere
          </Choice>
          {nav.map(({ slug, name, colour }) => (
            <Choice
              key={slug}
              className={css.continent}
              search={{ ...ofPeriod, continent: slug }}
              on={slug === continent}
              hue={colour}
            >
              <HexDot />
              {name}
            </Choice>
          ))}
        </nav>
      )}
    </div>
  );
}

interface ChoiceProps {
  search: Board;
  on: boolean;
  className: string | undefined;
  hue?: string;
  children: ReactNode;
}

const Choice = ({ search, on, className, hue, children }: ChoiceProps) => (
  <Link
    to="/leaderboard"
    search={search}
    replace
    resetScroll={false}
    activeProps={{}}
    className={className}
    data-on={on}
    data-hue={hue}
    aria-current={on ? 'page' : undefined}
  >
    {children}
  </Link>
);
