import type { DropOffMetrics, FeedbackMetrics, MetricsRange, Spread, TimeMetrics } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { number, plural } from '#lib/format.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { dropOffQuery, feedbackFiguresQuery, timesQuery } from '../admin-queries.ts';
import { ChartPanel, Swatch } from '../charts/chart-panel.tsx';
import { formatDuration, share } from '../charts/chart-scale.ts';
import charts from '../charts/charts.module.css';
import { type Part, RowChart } from '../charts/row-chart.tsx';
import { dropOffTable, feedbackTable, timeTable } from './metrics-tables.ts';

interface Props {
  training: string;
  tables: boolean;
  /** Select of the course. */
  choice: ReactNode;
}

export function DropOffPanel({ training, days, tables, choice }: Props & { days: MetricsRange }) {
  const query = usePersonalQuery(dropOffQuery(training, days));
  return (
    <ChartPanel
      title="Drop-off per lesson"
      size="wide"
      {...{ choice, query, tables }}
      table={dropOffTable}
      empty={({ began, lessons }) =>
        began + lessons.reduce((sum, { finished }) => sum + finished, 0) === 0 &&
        'No learners in this course in this period.'
      }
    >
      {(data) => <DropOff data={data} />}
    </ChartPanel>
  );
}

export function TimesPanel({ training, tables, choice }: Props) {
  const query = usePersonalQuery(timesQuery(training));
  return (
    <ChartPanel
      title="Completion times"
      lead="of all time, without lessons that were interrupted for six hours or more"
      size="whole"
      {...{ choice, query, tables }}
      table={timeTable}
      empty={({ lessons, whole }) =>
        whole.learners + lessons.reduce((sum, { learners }) => sum + learners, 0) === 0 && 'No completion times yet.'
      }
    >
      {(data) => <Times data={data} />}
    </ChartPanel>
  );
}

export function FeedbackPanel({ training, tables, choice }: Props) {
  const query = usePersonalQuery(feedbackFiguresQuery(training));
  return (
    <ChartPanel
      title="Feedback"
      lead="of all time"
      size="whole"
      {...{ choice, query, tables }}
      table={feedbackTable}
      empty={({ lessons }) => lessons.every(({ given }) => given === 0) && 'No feedback yet.'}
    >
      {(data) => <Feedback data={data} />}
    </ChartPanel>
  );
}

function DropOff({ data: { began, lessons } }: { data: DropOffMetrics }) {
  const rows = lessons.map((lesson, index) => {
    const reached = Math.max(index === 0 ? began : (lessons[index - 1]?.finished ?? 0), lesson.finished);
    return { ...lesson, reached, lost: reached - lesson.finished };
  });
  const widest = Math.max(1, ...rows.map(({ reached }) => reached));
  const worst = rows.reduce((max, row) => (row.lost > max.lost ? row : max), rows[0] ?? { name: '', lost: 0 });
  const last = rows.at(-1)?.finished ?? 0;
  return (
    <>
      <p className={charts.summary}>
        <b>{number(began)}</b> started, <b>{number(last)}</b> finished the last lesson.
        {worst.lost > 0 && (
          <>
            {' '}
            Biggest drop-off: <b>{worst.name}</b>.
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
      <p className={charts.summary}>
        {whole.median === null ? (
          'No learner has finished the whole course yet.'
        ) : (
          <>
            Half of {plural(whole.learners, 'learner')} finished the course within <b>{formatDuration(whole.median)}</b>
            .
          </>
        )}{' '}
        <Swatch look="kept" /> middle 50% <Swatch look="mark" /> median <Swatch look="dotted" /> planned
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
              {lesson.median === null ? '–' : formatDuration(lesson.median)}
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
      <p className={charts.summary}>
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
                aria-label={`${plural(lesson.texts, 'comment')} on ${lesson.name}`}
              >
                {plural(lesson.texts, 'comment')}
              </Link>
            ),
            parts: [
              ...(lesson.slow > 0 ? [{ from: 0, to: lesson.slow / paced, look: 'outline' as const }] : []),
              ...(lesson.right > 0 ? [{ from: lesson.slow / paced, to: right, look: 'done' as const }] : []),
              ...(lesson.fast > 0 ? [{ from: right, to: 1, look: 'lost' as const }] : []),
            ],
            figures: (
              <>
                {lesson.rating === null ? 'no rating' : `${lesson.rating.toFixed(1)} of 5`}
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
