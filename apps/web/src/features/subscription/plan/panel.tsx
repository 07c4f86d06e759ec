import type { ReactNode } from 'react';
import { Card } from '#ui/card.tsx';
import { Label } from '#ui/label.tsx';
import css from './panel.module.css';

interface Props {
  label: string;
  title: string;
  children: ReactNode;
}

/** What is about to be bought or changed. */
export const Panel = ({ label, title, children }: Props) => (
  <Card as="section" tone="beacon" className={css.panel ?? ''} aria-labelledby="order">
    <div>
      <Label tone="beacon">{label}</Label>
      <h2 id="order" className={css.title}>
        {title}
      </h2>
    </div>
    {children}
  </Card>
);

interface LineProps {
  text: string;
  /** Below the text: for which days, say. */
  detail: string;
  sum: string;
}

export const Lines = ({ lines }: { lines: readonly LineProps[] }) => (
  <dl className={css.lines}>
    {lines.map(({ text, detail, sum }) => (
      <div key={text + detail} className={css.line}>
        <dt>
          {text}
          <small>{detail}</small>
        </dt>
        <dd>{sum}</dd>
      </div>
    ))}
  </dl>
);

interface PayProps {
  sum: string;
  /** Below the sum. */
  note: string;
  /** What comes after it, where the bar alone is in sight. */
  later: string;
  button: ReactNode;
}

/** The sum and the one button. On a phone it is a bar at the bottom of the screen. */
export const Pay = ({ sum, note, later, button }: PayProps) => (
  <div className={css.pay}>
    {/* Read out when another plan is chosen. */}
    <div role="status">
      <p className={css.sum}>
        <span>
          <span className={css.you}>You pay </span>now
        </span>
        <b>{sum}</b>
      </p>
      <p className={css.note}>
        {note} <span className={css.later}>{later}</span>
      </p>
    </div>
    {button}
  </div>
);

export const Small = ({ children }: { children: ReactNode }) => <p className={css.small}>{children}</p>;
