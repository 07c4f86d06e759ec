import type { MetricsRange, MoneyMetrics } from '@hexpedition/contract';
import { formatMoney } from '@hexpedition/contract/money';
import { number } from '#lib/format.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { moneyQuery } from '../admin-queries.ts';
import { ChartPanel, Headline, Swatch } from '../charts/chart-panel.tsx';
import { sum } from '../charts/chart-scale.ts';
import { TimeChart } from '../charts/time-chart.tsx';
import { churnTable, revenueTable, toMajorUnits } from './metrics-tables.ts';
import { PanelSelect } from './panel-select.tsx';

interface Props {
  days: MetricsRange;
  tables: boolean;
  /** Undefined selects the currency with the highest revenue. */
  currency: string | undefined;
  onCurrency: (currency: string) => void;
}

const noSales = ({ currency }: MoneyMetrics) => currency === null && 'No sales yet.';

export function MoneyPanels({ days, tables, currency, onCurrency }: Props) {
  const query = usePersonalQuery(moneyQuery(days, currency));
  const currencies = query.data?.currencies ?? [];
  return (
    <>
      <ChartPanel
        title="Revenue"
        choice={
          currencies.length > 1 && (
            <PanelSelect label="Currency" value={query.data?.currency ?? ''} onChange={onCurrency}>
              {currencies.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </PanelSelect>
          )
        }
        {...{ query, tables }}
        table={revenueTable}
        empty={noSales}
      >
        {(data) => <Revenue data={data} days={days} />}
      </ChartPanel>
      <ChartPanel title="Churn" {...{ query, tables }} table={churnTable} empty={noSales}>
        {(data) => <Churn data={data} days={days} />}
      </ChartPanel>
    </>
  );
}

function Revenue({ data, days }: { data: MoneyMetrics; days: MetricsRange }) {
  const currency = data.currency ?? 'EUR';
  const net = data.days.map(({ paid, refunded }) => paid - refunded);
  const [now, before] = [sum(net), sum(data.days.map(({ net_before }) => net_before))];
  const major = (values: number[]) => values.map((minor) => toMajorUnits(minor, currency));
  return (
    <>
      <Headline value={formatMoney(now, currency, null)} {...{ now, before }}>
        less refunds, <Swatch look="dotted" /> previous {days} days
      </Headline>
      <TimeChart
        name={`Revenue in ${currency}`}
        days={data.days.map(({ day }) => day)}
        slotDays={days === 7 ? 1 : 7}
        series={[
          { name: currency, kind: 'bar', tone: 'blue', values: major(net) },
          { name: 'before', kind: 'before', tone: 'ink', values: major(data.days.map(({ net_before }) => net_before)) },
        ]}
      />
    </>
  );
}

function Churn({ data, days }: { data: MoneyMetrics; days: MetricsRange }) {
  const [started, ended] = [sum(data.days.map((one) => one.started)), sum(data.days.map((one) => one.ended))];
  const [first] = data.days;
  const atStart = first ? first.subscriptions - first.started + first.ended : 0;
  return (
    <>
      <Headline value={atStart > 0 ? `${((ended / atStart) * 100).toFixed(1)}%` : '–'}>
        of {number(atStart)} <Swatch look="gained" /> {number(started)} new <Swatch look="lost" /> {number(ended)} ended
      </Headline>
      <TimeChart
        name={`Subscriptions in ${data.currency} started and ended`}
        labelled
        days={data.days.map(({ day }) => day)}
        slotDays={days === 7 ? 1 : 7}
        series={[
          { name: 'new', kind: 'bar', tone: 'gained', values: data.days.map((one) => one.started) },
          { name: 'ended', kind: 'bar', tone: 'lost', values: data.days.map((one) => -one.ended) },
        ]}
      />
    </>
  );
}
