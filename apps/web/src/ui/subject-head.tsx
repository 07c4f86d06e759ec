import type { ReactNode } from 'react';
import { Label } from './label.tsx';
import css from './subject-head.module.css';

interface Props {
  /** A `<BackLink>`. */
  back: ReactNode;
  title: ReactNode;
  /** What the field calls it; shown small below the title. */
  term?: ReactNode;
  /** The sentence below it. */
  lead: ReactNode;
  /** Numbers and chips in one line. */
  facts: ReactNode;
  /** The large drawing beside the words; a phone has no room for it. */
  emblem: ReactNode;
  /** What one does with it, below the facts. */
  children?: ReactNode;
}

/** The head of a page that is about one thing on offer, above the line that ends it. */
export const SubjectHead = ({ back, title, term, lead, facts, emblem, children }: Props) => (
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
