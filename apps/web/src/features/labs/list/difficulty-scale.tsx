import type { LabCard, LabTopic } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Difficulty, difficulties, difficultyLabels } from '#entities/lab/difficulty.ts';
import { plural } from '#lib/format.ts';
import { cx } from '#ui/cx.ts';
import { hexPath } from '#ui/hex.ts';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { topicNames, topics } from '../lab-topics.ts';
import css from './difficulty-scale.module.css';
import { filterLabs, type LabProgress, type LabSearch, toggleFilter, without } from './lab-filter.ts';

interface Props {
  labs: readonly LabCard[];
  search: LabSearch;
  progressOf: LabProgress;
}

/**
 * Table of all labs by topic (rows) and difficulty (columns), with a hex for each lab. Headers and cells are links that
 * filter by topic and difficulty. Labs that other filters exclude are dashed.
 */
export function DifficultyScale({ labs, search, progressOf }: Props) {
  const rest = without(search, 'topic', 'difficulty');
  const matching = new Set(filterLabs(labs, rest, progressOf));
  const shown = topicNames.filter((topic) => labs.some((lab) => lab.topic === topic));
  const count = (choice: LabSearch) => filterLabs(labs, { ...search, ...choice }, progressOf).length;
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
              <ScaleHeader
                to={toggleFilter(search, 'difficulty', difficulty)}
                on={search.difficulty === difficulty}
                count={count({ difficulty })}
              >
                {difficultyLabels[difficulty]}
              </ScaleHeader>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map((topic) => (
          <tr key={topic} data-hue={topics[topic].hue} data-on={search.topic === topic}>
            <th scope="row">
              <ScaleHeader
                to={toggleFilter(search, 'topic', topic)}
                on={search.topic === topic}
                count={count({ topic })}
              >
                {topics[topic].name}
              </ScaleHeader>
            </th>
            {difficulties.map((difficulty) => (
              <td key={difficulty} data-on={search.difficulty === difficulty}>
                <Cell
                  labs={labs.filter((lab) => lab.topic === topic && lab.difficulty === difficulty)}
                  {...{ matching, search, progressOf, topic, difficulty }}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ScaleHeaderProps {
  to: LabSearch;
  on: boolean;
  count: number;
  children: ReactNode;
}

/** Row or column header. It is not a link if it would match no labs. */
function ScaleHeader({ to, on, count, children }: ScaleHeaderProps) {
  const content = (
    <>
      {children}
      <span className={css.count}>
        {count}
        <VisuallyHidden>{count === 1 ? ' lab' : ' labs'}</VisuallyHidden>
      </span>
    </>
  );
  if (count === 0 && !on) return <span className={css.choice}>{content}</span>;
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
      {content}
    </Link>
  );
}

interface CellProps extends Props {
  /** Labs that match the other filters. */
  matching: ReadonlySet<LabCard>;
  topic: LabTopic;
  difficulty: Difficulty;
}

function Cell({ labs, matching, search, progressOf, topic, difficulty }: CellProps) {
  const shown = labs.filter((lab) => matching.has(lab));
  const on = search.topic === topic && search.difficulty === difficulty;
  const content = labs.map((lab) => {
    const state = matching.has(lab) ? (progressOf?.(lab) ?? 'new') : 'hidden';
    return (
      <svg key={lab.slug} viewBox="0 0 32 32" width="16" height="16" aria-hidden="true" className={css.lab}>
        <path d={hexPath} data-state={state} />
      </svg>
    );
  });
  if (shown.length === 0) return <span className={css.cell}>{content}</span>;
  const solved = shown.filter((lab) => progressOf?.(lab) === 'solved').length;
  return (
    <Link
      to="/labs"
      search={on ? without(search, 'topic', 'difficulty') : { ...without(search), topic, difficulty }}
      replace
      resetScroll={false}
      activeProps={{}}
      className={cx(css.cell, css.open)}
      aria-current={on ? 'true' : undefined}
      aria-label={`${topics[topic].name}, ${difficultyLabels[difficulty].toLowerCase()}: ${plural(shown.length, 'lab')}${solved > 0 ? `, ${solved} solved` : ''}`}
    >
      {content}
    </Link>
  );
}
