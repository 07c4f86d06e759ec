import type { LabCard, LabTopic } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { plural } from '#lib/format.ts';
import { cx } from '#ui/cx.ts';
import { hexPath } from '#ui/hex.ts';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { type Difficulty, difficulties, difficultyName } from '../difficulty.public.ts';
import { topicNames, topics } from '../topics.ts';
import { filterLabs, type LabSearch, type Standing, toggled, without } from './filter.ts';
import css from './soundings.module.css';

interface Props {
  labs: readonly LabCard[];
  search: LabSearch;
  standing: Standing;
}

/**
 * The whole shelf on one chart: topics down, depth across, a hex for each lab. Its heads and cells are the filters of
 * topic and difficulty; what other filters hide is dashed.
 */
export function Soundings({ labs, search, standing }: Props) {
  const rest = without(search, 'topic', 'difficulty');
  const left = new Set(filterLabs(labs, rest, standing));
  const shown = topicNames.filter((topic) => labs.some((lab) => lab.topic === topic));
  const count = (choice: LabSearch) => filterLabs(labs, { ...search, ...choice }, standing).length;
  return (
    <table className={css.chart}>
      <caption>
        <VisuallyHidden>Labs by topic and difficulty</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          <td />
          {difficulties.map((difficulty) => (
            <th key={difficulty} scope="col" data-on={search.difficulty === difficulty}>
              <Choice
                to={toggled(search, 'difficulty', difficulty)}
                on={search.difficulty === difficulty}
                count={count({ difficulty })}
              >
                {difficultyName[difficulty]}
              </Choice>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map((topic) => (
          <tr key={topic} data-hue={topics[topic].hue} data-on={search.topic === topic}>
            <th scope="row">
              <Choice to={toggled(search, 'topic', topic)} on={search.topic === topic} count={count({ topic })}>
                {topics[topic].name}
              </Choice>
            </th>
            {difficulties.map((difficulty) => (
              <td key={difficulty} data-on={search.difficulty === difficulty}>
                <Cell
                  labs={labs.filter((lab) => lab.topic === topic && lab.difficulty === difficulty)}
                  {...{ left, search, standing, topic, difficulty }}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ChoiceProps {
  to: LabSearch;
  on: boolean;
  count: number;
  children: ReactNode;
}

/** A head of the chart. One that would leave nothing leads nowhere. */
function Choice({ to, on, count, children }: ChoiceProps) {
  const face = (
    <>
      {children}
      <span className={css.count}>
        {count}
        <VisuallyHidden>{count === 1 ? ' lab' : ' labs'}</VisuallyHidden>
      </span>
    </>
  );
  if (count === 0 && !on) return <span className={css.choice}>{face}</span>;
  return (
    <Link
      to="/labs"
      search={to}
      replace
      resetScroll={false}
      activeProps={{}}
      className={css.choice}
      aria-current={on ? 'true' : undefined}
    >
      {face}
    </Link>
  );
}

interface CellProps extends Props {
  /** Those that the other filters leave. */
  left: ReadonlySet<LabCard>;
  topic: LabTopic;
  difficulty: Difficulty;
}

function Cell({ labs, left, search, standing, topic, difficulty }: CellProps) {
  const shown = labs.filter((lab) => left.has(lab));
  const on = search.topic === topic && search.difficulty === difficulty;
  const face = labs.map((lab) => {
    const state = left.has(lab) ? (standing?.(lab) ?? 'new') : 'hidden';
    return (
      <svg key={lab.slug} viewBox="0 0 32 32" width="16" height="16" aria-hidden="true" className={css.lab}>
        <path d={hexPath} data-state={state} />
      </svg>
    );
  });
  if (shown.length === 0) return <span className={css.cell}>{face}</span>;
  const solved = shown.filter((lab) => standing?.(lab) === 'solved').length;
  return (
    <Link
      to="/labs"
      search={on ? without(search, 'topic', 'difficulty') : { ...without(search), topic, difficulty }}
      replace
      resetScroll={false}
      activeProps={{}}
      className={cx(css.cell, css.open)}
      aria-current={on ? 'true' : undefined}
      aria-label={`${topics[topic].name}, ${difficultyName[difficulty].toLowerCase()}: ${plural(shown.length, 'lab')}${solved > 0 ? `, ${solved} solved` : ''}`}
    >
      {face}
    </Link>
  );
}
