import type { TableData } from '@hexpedition/contract/csv';
import { toCsv } from '@hexpedition/contract/csv';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { saveFile } from '#lib/save-file.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import css from './chart-panel.module.css';

interface Props<T> {
  title: string;
  /** Explains what is counted. */
  lead?: ReactNode;
  /** Control at the right of the title. */
  choice?: ReactNode;
  size?: 'wide' | 'whole';
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  table: (data: T) => TableData;
  /** Returns the text to show instead of an empty chart, or false. */
  empty: (data: T) => string | false;
  /** Shows tables in all panels. The panel's own button inverts this. */
  tables: boolean;
  children: (data: T) => ReactNode;
}

/** Card with one chart, the same data as a table, and its CSV download. */
export function ChartPanel<T>({ title, lead, choice, size, query, table, empty, tables, children }: Props<T>) {
  const id = useId();
  const [isToggled, setToggled] = useState(false);
  const { data, error, isFetching, refetch } = query;
  const isTable = tables !== isToggled;
  const emptyText = data !== undefined && empty(data);
  return (
    <Card as="section" size="sm" className={css.panel} data-size={size} aria-labelledby={id}>
      <header className={css.head}>
        <div className={css.words}>
          <h2 id={id} className={css.title}>
            {title}
          </h2>
          {choice}
          {lead && <p className={css.lead}>{lead}</p>}
        </div>
        {data && (
          <span className={css.buttons}>
            <Button
              square
              size="sm"
              variant="quiet"
              icon="list"
              aria-label={`${title} as a table`}
              aria-pressed={isTable}
              onClick={() => setToggled(!isToggled)}
            />
            <Button
              square
              size="sm"
              variant="quiet"
              icon="download"
              aria-label={`${title} as CSV`}
              onClick={() =>
                saveFile(`${title.toLowerCase().replaceAll(' ', '-')}.csv`, 'text/csv', toCsv(table(data)))
              }
            />
          </span>
        )}
      </header>
      {error && !data && <LoadError what={title} {...{ error, isFetching, refetch }} />}
      {!data && !error && <Skeleton shape="block" />}
      {data && isTable && <DataTable {...table(data)} title={title} />}
      {data && !isTable && (emptyText ? <p className={css.empty}>{emptyText}</p> : children(data))}
    </Card>
  );
}

const DataTable = ({ columns, rows, title }: TableData & { title: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: the section scrolls, so the keyboard must reach it
  <section className={css.scroll} aria-label={`${title}, table`} tabIndex={0}>
    <table className={css.table}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, ...rest]) => (
          <tr key={first}>
            <th scope="row">{first}</th>
            {rest.map((cell, index) => (
              <td key={columns[index + 1]}>
                {typeof cell === 'number' ? cell.toLocaleString('en-GB') : (cell ?? '–')}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

interface HeadlineProps {
  value: string;
  now?: number;
  /** Value in the previous period. Omit if there is none. */
  before?: number;
  children?: ReactNode;
}

/** Main figure of a panel, with its change since the previous period. */
export const Headline = ({ value, now = 0, before = 0, children }: HeadlineProps) => (
  <p className={css.headline}>
    <strong>{value}</strong>
    {before > 0 && (
      <span data-tone={now >= before ? 'up' : 'down'}>
        {now >= before ? '+' : ''}
        {Math.round((now / before - 1) * 100)}%
      </span>
    )}
    <span>{children}</span>
  </p>
);

/** Color sample of a legend entry. */
export const Swatch = ({
  look,
}: {
  look: 'solid' | 'outline' | 'kept' | 'gained' | 'lost' | 'hatched' | 'mark' | 'dotted';
}) => <i className={css.swatch} data-look={look} />;
