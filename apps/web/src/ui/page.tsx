import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Label } from './label.tsx';
import css from './page.module.css';

interface Props {
  title: ReactNode;
  /** The small line above the title. */
  label?: ReactNode;
  /** The sentence below it. */
  lead?: ReactNode;
  /** At the right of the title. */
  action?: ReactNode;
  /** `text`: as wide as a line may be to read. */
  width?: 'page' | 'text';
  children: ReactNode;
}

/** The frame of an ordinary page: margins, the one h1, and what stands under it. */
export function Page({ title, label, lead, action, width, children }: Props) {
  return (
    <div className={cx(css.page, width === 'text' && css.text)}>
      <header className={css.head}>
        <div className={css.words}>
          {label && <Label tone="beacon">{label}</Label>}
          <h1>{title}</h1>
          {lead && <p className={css.lead}>{lead}</p>}
        </div>
        {action}
      </header>
      {children}
    </div>
  );
}
