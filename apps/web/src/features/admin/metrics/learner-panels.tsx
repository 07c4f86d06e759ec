import type { FunnelMetrics, MetricsRange } from '@hexpedition/contract';
import { number, plural } from '#lib/format.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { activeQuery, funnelQuery, labUseQuery, signUpsQuery } from '../admin-queries.ts';
import { ChartPanel, Headline, Swatch } from '../charts/chart-panel.tsx';
import { daysPerBar, formatDuration, sum } from '../charts/chart-scale.ts';
import { RowChart } from '../charts/row-chart.tsx';
import { TimeChart } from '../charts/time-chart.tsx';
import { activeTable, funnelTable, labTable, signUpTable, stepNames } from './metrics-tables.ts';

interface Props {
  days: MetricsRange;
  tables: boolean;
}

export function SignUpsPanel({ days, tables }: Props) {
  const query = usePersonalQuery(signUpsQuery(days));
  return (
    <ChartPanel
      title="Sign-ups"
      {...{ query, tables }}
      table={signUpTable}
      empty={(data) => sum(data.days.map(({ count }) => count)) === 0 && 'No sign-ups in this period.'}
    >
      {(data) => {
        const [now, before] = [sum(data.days.map(({ count }) => count)), sum(data.days.map((one) => one.before))];
        return (
          <>
            <Headline value={number(now)} {...{ now, before }}>
              {before > 0 ? 'compared with' : 'none in'} the previous {days} days <Swatch look="dotted" />
            </Headline>
            <TimeChart
              name="Sign-ups by day"
              days={data.days.map(({ day }) => day)}
              slotDays={daysPerBar(days)}
              series={[
                { name: 'Sign-ups', kind: 'bar', tone: 'blue', values: data.days.map(({ count }) => count) },
                { name: 'before', kind: 'before', tone: 'ink', values: data.days.map((one) => one.before) },
              ]}
            />
          </>
        );
      }}
    </ChartPanel>
  );
}

export function ActivePanel({ days, tables }: Props) {
  const query = usePersonalQuery(activeQuery(days));
  return (
    <ChartPanel
      title="Active learners"
      lead="learners with a lesson, a flag or a lab on that day, in the last 7 days and in the last 30 days"
      size="wide"
      {...{ query, tables }}
      table={activeTable}
      empty={(data) => sum(data.days.map(({ in_month }) => in_month)) === 0 && 'No activity in this period.'}
    >
      {(data) => (
        <TimeChart
          name="Active learners by day"
          height={168}
          days={data.days.map(({ day }) => day)}
          series={[
            {
              ...{ name: 'Month', kind: 'line', tone: 'blue', isCoast: true },
              values: data.days.map(({ in_month }) => in_month),
            },
            { name: 'Week', kind: 'line', tone: 'teal', values: data.days.map(({ in_week }) => in_week) },
            { name: 'Day', kind: 'line', tone: 'violet', values: data.days.map(({ in_day }) => in_day) },
          ]}
        />
      )}
    </ChartPanel>
  );
}

export function FunnelPanel({ days, tables }: Props) {
  const query = usePersonalQuery(funnelQuery(days));
  return (
    <ChartPanel
      title="From sign-up to first lab"
      lead="of the learners who signed up; the first lab counts when its first flag is found"
      {...{ query, tables }}
      table={funnelTable}
      empty={({ steps }) => (steps[0]?.learners ?? 0) === 0 && 'No sign-ups in this period.'}
    >
      {({ steps }) => <RowChart pointed name="From sign-up to first lab" rows={funnelRows(steps)} />}
    </ChartPanel>
  );
}

function funnelRows(steps: FunnelMetrics['steps']) {
  const total = Math.max(1, steps[0]?.learners ?? 0);
  const losses = steps.map(({ learners }, index) => Math.max(0, (steps[index - 1]?.learners ?? learners) - learners));
  const biggestLoss = Math.max(...losses);
  return steps.map(({ step, learners, median_seconds }, index) => {
    const lost = losses[index] ?? 0;
    return {
      key: step,
      name: stepNames[step],
      note: median_seconds === null ? undefined : `median ${formatDuration(median_seconds)}`,
      parts: [
        ...(lost > 0 ? [{ from: 0, to: (learners + lost) / total, look: 'outline' as const }] : []),
        { from: 0, to: learners / total, look: 'kept' as const },
      ],
      figures: (
        <>
          {number(learners)} {Math.round((learners / total) * 100)}%
          {lost > 0 && (
            <small>{lost === biggestLoss ? <strong>-{number(lost)}, most</strong> : `-${number(lost)}`}</small>
          )}
        </>
      ),
    };
  });
}

export function LabsPanel({ days, tables }: Props) {
  const query = usePersonalQuery(labUseQuery(days));
  return (
    <ChartPanel
      title="Labs"
      {...{ query, tables }}
      table={labTable}
      empty={(data) =>
        sum(data.days.map(({ started, solved }) => started + solved)) === 0 && 'No labs were started in this period.'
      }
    >
      {(data) => (
        <>
          <Headline value={number(sum(data.days.map(({ started }) => started)))}>
            <Swatch look="outline" /> started <Swatch look="solid" />{' '}
            {plural(sum(data.days.map(({ solved }) => solved)), 'flag')} found
          </Headline>
          <TimeChart
            name="Labs by day"
            days={data.days.map(({ day }) => day)}
            slotDays={daysPerBar(days)}
            series={[
              { name: 'started', kind: 'bar', tone: 'ink', values: data.days.map(({ started }) => started) },
              { name: 'flags', kind: 'bar', tone: 'phosphor', values: data.days.map(({ solved }) => solved) },
            ]}
          />
        </>
      )}
    </ChartPanel>
  );
}
