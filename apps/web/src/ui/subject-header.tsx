import type { ReactNode } from 'react';
import { Label } from './label.tsx';
import css from './subject-header.module.css';

interface Props {
  /** A `<BackLink>`. */
  back: ReactNode;
  title: ReactNode;
  /** Common technical name, in small type below the title. */
  term?: ReactNode;
  /** Sentence below it. */
  lead: ReactNode;
  /** Numbers and chips in one line. */
  facts: ReactNode;
  /** Large drawing beside the text; hidden on a phone. */
  emblem: ReactNode;
  /** Actions, below the facts. */
  children?: ReactNode;
}

/** Header of a page about one course or lab. */
export const SubjectHeader = ({ back, title, term, lead, facts, emblem, children }: Props) => (
  <header className={css.head}>
    <div className={css.words}>
      <Label as="div">{back}</Label>
      <h1>{title}</h1>
      {term && <p className={css.term}>{term}</p>}
      <p className={css.lead}>{lead}</p>
      <p className={css.facts}>{facts}</p>
      {children}
    </div>
    <div className={css.emblem}>{emblem}</div>
  </header>
);
