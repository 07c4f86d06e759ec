import type { LabCard } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { plural } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { Label } from '#ui/label.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { DifficultyScale } from './difficulty-scale.tsx';
import {
  activeFacets,
  type Choice,
  type ChoiceFacet,
  countChoices,
  filterLabs,
  type LabProgress,
  type LabSearch,
  type LabState,
  toggleFilter,
} from './lab-filter.ts';
import css from './lab-filters.module.css';

interface Props {
  labs: readonly LabCard[];
  search: LabSearch;
  progressOf: LabProgress;
  /** Number of matching labs. */
  shown: number;
}

export const stateLabels: Record<LabState, string> = { open: 'Not solved', begun: 'In progress', solved: 'Solved' };

/** Number of choices that are visible before the learner expands the list. */
const visibleWords = 8;
const visibleTrainings = 5;

/**
 * All filters of the list. They are links, so that a selection can be shared and works without JavaScript. Beside the
 * list if there is room, otherwise behind a button above it.
 */
export function LabFilters({ labs, search, progressOf, shown }: Props) {
  const [isOpen, setOpen] = useState(false);
  const panel = useId();
  const activeCount = activeFacets(search).length;
  const count = (change: LabSearch) => filterLabs(labs, { ...search, ...change }, progressOf).length;
  const tags = countChoices(labs, 'tag', search, progressOf);
  const tools = countChoices(labs, 'tool', search, progressOf);
  const trainings = countChoices(labs, 'training', search, progressOf);
  const extras = [
    { value: 'shell', name: 'Shell', count: count({ shell: true }) },
    { value: 'repair', name: 'Repair', count: count({ repair: true }) },
  ] as const;
  return (
    <div className={css.filters}>
      <Button
        className={css.toggle}
        icon={isOpen ? 'chevron-up' : 'chevron-down'}
        aria-expanded={isOpen}
        aria-controls={panel}
        onClick={() => setOpen(!isOpen)}
      >
        {activeCount > 0 ? `Filter (${activeCount})` : 'Filter'}
      </Button>
      <div id={panel} className={cx(css.panel, isOpen && css.open)}>
        <nav aria-label="Topic and difficulty">
          <DifficultyScale labs={labs} search={search} progressOf={progressOf} />
        </nav>
        <div className={css.status}>
          {progressOf && (
            <Group label="Your progress">
              {(['open', 'begun', 'solved'] as const).map((state) => (
                <Item
                  key={state}
                  to={toggleFilter(search, 'state', state)}
                  on={search.state === state}
                  count={count({ state })}
                >
                  {stateLabels[state]}
                </Item>
              ))}
            </Group>
          )}
        </div>
        {labs.some(({ workspace, repair }) => workspace || repair) && (
          <Group label="Includes">
            {extras.map(({ value, name, count: matching }) => (
              <Item key={value} to={toggleFilter(search, value, true)} on={search[value] === true} count={matching}>
                {name}
              </Item>
            ))}
          </Group>
        )}
        <Choices label="Technique" facet="tag" choices={tags} visibleCount={visibleWords} search={search} />
        <Choices label="Tool" facet="tool" choices={tools} visibleCount={visibleWords} search={search} />
        <Choices label="Course" facet="training" choices={trainings} visibleCount={visibleTrainings} search={search} />
        <Button className={css.show} wide onClick={() => setOpen(false)}>
          {shown === 0 ? 'Close' : `Show ${plural(shown, 'lab')}`}
        </Button>
      </div>
    </div>
  );
}

interface ChoicesProps {
  label: string;
  facet: ChoiceFacet;
  choices: readonly Choice[];
  visibleCount: number;
  search: LabSearch;
}

/** Long list of choices. Shows the most used ones, and expands if a hidden one is selected. */
function Choices({ label, facet, choices, visibleCount, search }: ChoicesProps) {
  if (choices.length === 0) return null;
  const item = ({ value, name, count }: Choice) => (
    <Item key={value} to={toggleFilter(search, facet, value)} on={search[facet] === value} count={count}>
      {name}
    </Item>
  );
  const rest = choices.slice(visibleCount);
  return (
    <Group
      label={label}
      variant={facet === 'training' ? 'lines' : 'inline'}
      more={
        rest.length > 0 && (
          <details open={rest.some(({ value }) => value === search[facet])}>
            <summary>{rest.length} more</summary>
            <ul className={css.list}>{rest.map(item)}</ul>
          </details>
        )
      }
    >
      {choices.slice(0, visibleCount).map(item)}
    </Group>
  );
}

interface GroupProps {
  label: string;
  /** `words`: short choices side by side. */
  variant?: 'lines' | 'inline';
  children: ReactNode;
  more?: ReactNode;
}

const Group = ({ label, variant = 'lines', children, more }: GroupProps) => (
  <nav className={css.group} aria-label={label} data-variant={variant}>
    <Label>{label}</Label>
    <ul className={css.list}>{children}</ul>
    {more}
  </nav>
);

interface ItemProps {
  to: LabSearch;
  on: boolean;
  count: number;
  children: ReactNode;
}

function Item({ to, on, count, children }: ItemProps) {
  const content = (
    <>
      <span>{children}</span>
      <span className={css.count}>
        {count}
        <VisuallyHidden>{count === 1 ? ' lab' : ' labs'}</VisuallyHidden>
      </span>
    </>
  );
  return (
    <li>
      {count === 0 && !on ? (
        <span className={css.item}>{content}</span>
      ) : (
        <Link
          to="/labs"
          search={to}
          replace
          resetScroll={false}
          activeProps={{}}
          className={css.item}
          aria-current={on ? 'true' : undefined}
        >
          {content}
        </Link>
      )}
    </li>
  );
}
