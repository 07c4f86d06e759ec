import type { DropOffMetrics, FeedbackMetrics, MetricsRange, Spread, TimeMetrics } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { number, plural } from '#lib/format.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { roughly, share } from '../charts/chart-scale.ts';
import charts from '../charts/charts.module.css';
import { Panel, Swatch } from '../charts/panel.tsx';
import { type Part, RowChart } from '../charts/row-chart.tsx';
import { dropOffQuery, feedbackFiguresQuery, timesQuery } from './queries.ts';
import { dropOffTable, feedbackTable, timeTable } from './tables.ts';

interface Props {
  training: string;
  tables: boolean;
  /** Which training. */
  choice: ReactNode;
}

export function DropOffPanel({ training, days, tables, choice }: Props & { days: MetricsRange }) {
  const query = usePersonalQuery(dropOffQuery(training, days));
  return (
    <Panel
      title="Drop-off per lesson"
      size="wide"
      {...{ choice, query, tables }}
      table={dropOffTable}
      empty={({ began, lessons }) =>
        began + lessons.reduce((sum, { finished }) => sum + finished, 0) === 0 && 'Nobody was in it in this time.'
      }
    >
      {(data) => <DropOff data={data} />}
    </Panel>
  );
}

export function TimesPanel({ training, tables, choice }: Props) {
  const query = usePersonalQuery(timesQuery(training));
  return (
    <Panel
      title="Completion times"
      lead="of all time; lessons with a pause of six hours in them are left out"
      size="whole"
      {...{ choice, query, tables }}
      table={timeTable}
      empty={({ lessons, whole }) =>
        whole.learners + lessons.reduce((sum, { learners }) => sum + learners, 0) === 0 && 'No times were taken yet.'
      }
    >
      {(data) => <Times data={data} />}
    </Panel>
  );
}

export function FeedbackPanel({ training, tables, choice }: Props) {
  const query = usePersonalQuery(feedbackFiguresQuery(training));
  return (
    <Panel
      title="Feedback"
      lead="of all time"
      size="whole"
      {...{ choice, query, tables }}
      table={feedbackTable}
      empty={({ lessons }) => lessons.every(({ given }) => given === 0) && 'Nobody has said anything yet.'}
    >
      {(data) => <Feedback data={data} />}
    </Panel>
  );
}

function DropOff({ data: { began, lessons } }: { data: DropOffMetrics }) {
  const rows = lessons.map((lesson, index) => {
    const reached = Math.max(index === 0 ? began : (lessons[index - 1]?.finished ?? 0), lesson.finished);
    return { ...lesson, reached, lost: reached - lesson.finished };
  });
  const widest = Math.max(1, ...rows.map(({ reached }) => reached));
  const worst = rows.reduce((most, row) => (row.lost > most.lost ? row : most), rows[0] ?? { name: '', lost: 0 });
  const last = rows.at(-1)?.finished ?? 0;
  return (
    <>
      <p className={charts.said}>
        <b>{number(began)}</b> began, <b>{number(last)}</b> finished the last lesson.
        {worst.lost > 0 && (
          <>
            {' '}
            Most left in <b>{worst.name}</b>.
          </>
        )}
      </p>
      <RowChart
        name="Drop-off per lesson"
        rows={rows.map(({ slug, name, finished, reached, lost }) => ({
          key: slug,
          name,
          parts: [
            { from: 0, to: finished / widest, look: 'kept' as const },
            ...(lost > 0 ? [{ from: finished / widest, to: reached / widest, look: 'lost' as const }] : []),
          ],
          figures: (
            <>
              {number(finished)} of {number(reached)}
              {lost > 0 && (
                <small>
                  {lost === worst.lost ? <strong>-{share(lost, reached)}</strong> : `-${share(lost, reached)}`}
                </small>
              )}
            </>
          ),
        }))}
      />
    </>
  );
}

function Times({ data: { whole, lessons } }: { data: TimeMetrics }) {
  const longest = Math.max(
    60,
    ...lessons.map(({ slow, planned_minutes }) => Math.max(slow ?? 0, planned_minutes * 60)),
  );
  return (
    <>
      <p className={charts.said}>
        {whole.median === null ? (
          'Nobody has finished all of it yet.'
        ) : (
          <>
            Half of {plural(whole.learners, 'learner')} finished all of it within <b>{roughly(whole.median)}</b>.
          </>
        )}{' '}
        <Swatch look="kept" /> the middle half <Swatch look="mark" /> the median <Swatch look="dotted" /> as planned
      </p>
      <RowChart
        name="Completion times"
        rows={lessons.map((lesson) => ({
          key: lesson.slug,
          name: lesson.name,
          parts: [
            { from: 0, to: (lesson.planned_minutes * 60) / longest, look: 'outline' as const },
            ...spreadParts(lesson, longest),
          ],
          figures: (
            <>
              {lesson.median === null ? '–' : roughly(lesson.median)}
              <small>planned {lesson.planned_minutes} min</small>
            </>
          ),
        }))}
      />
    </>
  );
}

function spreadParts({ fast, median, slow }: Spread, longest: number): Part[] {
  if (fast === null || median === null || slow === null) return [];
  return [
    { from: fast / longest, to: slow / longest, look: 'kept' },
    { from: median / longest, to: median / longest + 0.006, look: 'mark' },
  ];
}

function Feedback({ data: { training, lessons } }: { data: FeedbackMetrics }) {
  return (
    <>
      <p className={charts.said}>
        Pace: <Swatch look="outline" /> too slow <Swatch look="gained" /> right <Swatch look="hatched" /> too fast
      </p>
      <RowChart
        name="Feedback"
        rows={lessons.map((lesson) => {
          const paced = Math.max(1, lesson.slow + lesson.right + lesson.fast);
          const right = (lesson.slow + lesson.right) / paced;
          return {
            key: lesson.slug,
            name: lesson.name,
            note: lesson.texts > 0 && (
              <Link
                to="/admin/feedback"
                search={{ training: training.slug, subchapter: lesson.slug }}
                aria-label={`${plural(lesson.texts, 'text')} on ${lesson.name}`}
              >
                {plural(lesson.texts, 'text')}
              </Link>
            ),
            parts: [
              ...(lesson.slow > 0 ? [{ from: 0, to: lesson.slow / paced, look: 'outline' as const }] : []),
              ...(lesson.right > 0 ? [{ from: lesson.slow / paced, to: right, look: 'done' as const }] : []),
              ...(lesson.fast > 0 ? [{ from: right, to: 1, look: 'lost' as const }] : []),
            ],
            figures: (
              <>
                {lesson.rating === null ? 'no stars' : `${lesson.rating.toFixed(1)} of 5`}
                <small>
                  slow {lesson.slow}, right {lesson.right}, fast {lesson.fast}
                </small>
              </>
            ),
          };
        })}
      />
    </>
  );
}
