import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { Label } from './label.tsx';
import css from './page.module.css';

interface Props {
  title: ReactNode;
  /** Small line above the title. */
  label?: ReactNode;
  /** Sentence below the title. */
  lead?: ReactNode;
  /** Shown to the right of the title. */
  action?: ReactNode;
  /** `text`: limited to a readable line length. */
  width?: 'page' | 'text';
  /** Smaller margins, for a page with a long table. */
  dense?: boolean;
  children: ReactNode;
}

/** Layout of a regular page: margins, heading and content. */
export function Page({ title, label, lead, action, width, dense, children }: Props) {
  return (
    <div className={cx(css.page, width === 'text' && css.text, dense && css.dense)}>
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
