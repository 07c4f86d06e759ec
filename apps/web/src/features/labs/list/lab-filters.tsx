import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { plural } from '#lib/format.ts';
import { difficulties, difficultyName } from '../difficulty.public.ts';
import type { LabFilter } from './filter.ts';
import css from './labs-page.module.css';

interface Props {
  filter: LabFilter;
  /** Only a signed-in learner has solved or unsolved labs. */
  withState: boolean;
  shown: number;
}

const stateName = { open: 'Unsolved', solved: 'Solved' } as const;

/** Links, so that a filter can be shared, and works before the script is there. */
export function LabFilters({ filter, withState, shown }: Props) {
  const state = withState && filter.state ? { state: filter.state } : {};
  const difficulty = filter.difficulty ? { difficulty: filter.difficulty } : {};
  return (
    <div className={css.filters}>
      <Group label="Difficulty">
        <Choice search={state} on={!filter.difficulty}>
          All
        </Choice>
        {difficulties.map((name) => (
          <Choice key={name} search={{ ...state, difficulty: name }} on={filter.difficulty === name}>
            {difficultyName[name]}
          </Choice>
        ))}
      </Group>
      {withState && (
        <Group label="State">
          <Choice search={difficulty} on={!filter.state}>
            All
          </Choice>
          {(['open', 'solved'] as const).map((name) => (
            <Choice key={name} search={{ ...difficulty, state: name }} on={filter.state === name}>
              {stateName[name]}
            </Choice>
          ))}
        </Group>
      )}
      <p className={css.count} role="status">
        {plural(shown, 'lab')}
      </p>
    </div>
  );
}

const Group = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav className={css.group} aria-label={label}>
    {children}
  </nav>
);

const Choice = ({ search, on, children }: { search: LabFilter; on: boolean; children: ReactNode }) => (
  <Link
    to="/labs"
    search={search}
    replace
    resetScroll={false}
    activeProps={{}}
    className={css.choice}
    data-on={on}
    aria-current={on ? 'true' : undefined}
  >
    {children}
  </Link>
);
