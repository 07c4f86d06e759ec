import type { ReactNode } from 'react';
import { Card } from '#ui/card.tsx';
import { Label } from '#ui/label.tsx';
import css from './form-frame.module.css';

interface Props {
  label: string;
  title: string;
  lead: string;
  children: ReactNode;
  footer: ReactNode;
}

/** The card of a plain page: a heading, one form, and the way to the other page. */
export function FormFrame({ label, title, lead, children, footer }: Props) {
  return (
    <div className={css.frame}>
      <Card className={css.card}>
        <header className={css.head}>
          <Label tone="beacon">{label}</Label>
          <h1 className={css.title}>{title}</h1>
          <p className={css.lead}>{lead}</p>
        </header>
        <noscript>
          <p className={css.lead}>This form needs JavaScript. The map and the lessons can be read without.</p>
        </noscript>
        {children}
      </Card>
      <p className={css.foot}>{footer}</p>
    </div>
  );
}
