import type { LabCard } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { plural } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import { Label } from '#ui/label.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import {
  type Choice,
  choicesOf,
  chosenFacets,
  filterLabs,
  type LabSearch,
  type LabState,
  type Standing,
  toggled,
} from './filter.ts';
import css from './lab-filters.module.css';
import { Soundings } from './soundings.tsx';

interface Props {
  labs: readonly LabCard[];
  search: LabSearch;
  standing: Standing;
  /** How many labs are left. */
  shown: number;
}

export const stateName: Record<LabState, string> = { open: 'Not solved yet', begun: 'Under way', solved: 'Solved' };

/** Choices that are in sight before somebody asks for all of them. */
const fewTools = 8;
const fewTrainings = 5;

/**
 * All filters, as links, so that what is chosen can be shared and works before the script is there. Beside the list
 * where there is room; otherwise behind a button above it.
 */
export function LabFilters({ labs, search, standing, shown }: Props) {
  const [isOpen, setOpen] = useState(false);
  const panel = useId();
  const chosen = chosenFacets(search).length;
  const count = (change: LabSearch) => filterLabs(labs, { ...search, ...change }, standing).length;
  const tools = choicesOf(labs, 'tool', search, standing);
  const trainings = choicesOf(labs, 'training', search, standing);
  const extras = [
    { value: 'shell', name: 'A shell', count: count({ shell: true }) },
    { value: 'repair', name: 'A repair', count: count({ repair: true }) },
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
        {chosen > 0 ? `Filter, ${chosen} chosen` : 'Filter'}
      </Button>
      <div id={panel} className={cx(css.panel, isOpen && css.opened)}>
        <nav aria-label="Topic and difficulty">
          <Soundings labs={labs} search={search} standing={standing} />
        </nav>
        <div className={css.standing}>
          {standing && (
            <Group label="Where you are">
              {(['open', 'begun', 'solved'] as const).map((state) => (
                <Item
                  key={state}
                  to={toggled(search, 'state', state)}
                  on={search.state === state}
                  count={count({ state })}
                >
                  {stateName[state]}
                </Item>
              ))}
            </Group>
          )}
        </div>
        {labs.some(({ workspace, repair }) => workspace || repair) && (
          <Group label="Comes with">
            {extras.map(({ value, name, count: left }) => (
              <Item key={value} to={toggled(search, value, true)} on={search[value] === true} count={left}>
                {name}
              </Item>
            ))}
          </Group>
        )}
        <Choices label="Tool" facet="tool" choices={tools} few={fewTools} search={search} />
        <Choices label="Course" facet="training" choices={trainings} few={fewTrainings} search={search} />
        <Button className={css.show} wide onClick={() => setOpen(false)}>
          {shown === 0 ? 'Close' : `Show ${plural(shown, 'lab')}`}
        </Button>
      </div>
    </div>
  );
}

interface ChoicesProps {
  label: string;
  facet: 'tool' | 'training';
  choices: readonly Choice[];
  few: number;
  search: LabSearch;
}

/** A list that may be long: the most used are in sight, and what is chosen. */
function Choices({ label, facet, choices, few, search }: ChoicesProps) {
  if (choices.length === 0) return null;
  const item = ({ value, name, count }: Choice) => (
    <Item key={value} to={toggled(search, facet, value)} on={search[facet] === value} count={count}>
      {name}
    </Item>
  );
  const rest = choices.slice(few);
  return (
    <Group
      label={label}
      look={facet === 'tool' ? 'words' : 'lines'}
      more={
        rest.length > 0 && (
          <details open={rest.some(({ value }) => value === search[facet])}>
            <summary>{rest.length} more</summary>
            <ul className={css.list}>{rest.map(item)}</ul>
          </details>
        )
      }
    >
      {choices.slice(0, few).map(item)}
    </Group>
  );
}

interface GroupProps {
  label: string;
  /** `words`: short ones, side by side. */
  look?: 'lines' | 'words';
  children: ReactNode;
  more?: ReactNode;
}

const Group = ({ label, look = 'lines', children, more }: GroupProps) => (
  <nav className={css.group} aria-label={label} data-look={look}>
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
  const face = (
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
        <span className={css.item}>{face}</span>
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
          {face}
        </Link>
      )}
    </li>
  );
}
