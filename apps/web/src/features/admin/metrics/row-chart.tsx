import type { ReactNode } from 'react';
import css from './row-chart.module.css';

/** A part of a row's bar: from one share of the width to another. */
export interface Part {
  from: number;
  to: number;
  look: 'kept' | 'lost' | 'outline' | 'done' | 'mark';
}

interface Row {
  key: string;
  name: ReactNode;
  /** A small line below the name. */
  note?: string | undefined;
  parts: readonly Part[];
  figures: ReactNode;
}

/** One bar a row, with its name before it and its figures behind: what it says stands in words, and the bars repeat it. */
export const RowChart = ({ rows, name }: { rows: readonly Row[]; name: string }) => (
  <ol className={css.rows} aria-label={name}>
    {rows.map((row) => (
      <li key={row.key} className={css.row}>
        <span className={css.name}>
          {row.name}
          {row.note && <small className={css.note}>{row.note}</small>}
        </span>
        <svg className={css.bar} viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden="true">
          <path className={css.axis} d="M0 0V20" />
          {row.parts.map(({ from, to, look }) => (
            <rect
              key={look + from}
              className={css[look]}
              x={from * 100}
              width={Math.max(0.4, (to - from) * 100)}
              y={look === 'mark' ? 0 : 2}
              height={look === 'mark' ? 20 : 16}
            />
          ))}
        </svg>
        <span className={css.figures}>{row.figures}</span>
      </li>
    ))}
  </ol>
);
