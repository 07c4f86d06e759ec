import type { ReactNode } from 'react';
import { Card } from '#ui/card.tsx';
import { Label } from '#ui/label.tsx';
import css from './order-panel.module.css';

interface Props {
  label: string;
  title: string;
  children: ReactNode;
}

/** Card of the order: what is about to be bought or changed. */
export const OrderPanel = ({ label, title, children }: Props) => (
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
  /** Second line, such as the number of days. */
  detail: string;
  sum: string;
}

export const OrderLines = ({ lines }: { lines: readonly LineProps[] }) => (
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
  /** Line below the total. */
  note: string;
  /** Later payments, for the mobile bar that hides the rest of the panel. */
  later: string;
  button: ReactNode;
}

/** Total and submit button. On a phone it is a bar at the bottom of the screen. */
export const PaymentBar = ({ sum, note, later, button }: PayProps) => (
  <div className={css.pay}>
    {/* Announced when the selection changes. */}
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

export const FinePrint = ({ children }: { children: ReactNode }) => <p className={css.small}>{children}</p>;
