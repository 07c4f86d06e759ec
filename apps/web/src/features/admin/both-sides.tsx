import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { Label } from '#ui/label.tsx';
import css from './both-sides.module.css';

interface Props<Id extends string> {
  /** In what they differ. */
  parts: readonly { id: Id; label: string; theirs: string; mine: string }[];
  /** What may be taken over. */
  theirs: string;
  mine: string;
  take: string;
  onTake: (id: Id) => void;
  /** `code`: in mono, as it is written. */
  look?: 'code';
}

/** Two versions side by side, in the parts in which they differ. */
export const BothSides = <Id extends string>({ parts, theirs, mine, take, onTake, look }: Props<Id>) => (
  <div className={css.both} data-look={look}>
    {parts.map(({ id, label, ...texts }) => (
      <section key={id} className={css.pair} aria-label={`${label}: both`}>
        <Label as="h2">{label}</Label>
        <Side title={theirs} text={texts.theirs}>
          <Button size="sm" onClick={() => onTake(id)} aria-label={`${take}: ${label}`}>
            {take}
          </Button>
        </Side>
        <Side title={mine} text={texts.mine} />
      </section>
    ))}
  </div>
);

const Side = ({ title, text, children }: { title: string; text: string; children?: ReactNode }) => (
  <div className={css.side}>
    <h3>{title}</h3>
    <p>{text}</p>
    {children}
  </div>
);
