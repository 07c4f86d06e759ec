import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { Label } from '#ui/label.tsx';
import css from './side-by-side.module.css';

interface Props<Id extends string> {
  /** Parts that differ. */
  parts: readonly { id: Id; label: string; theirs: string; mine: string }[];
  /** Heading of the side that the user can copy from. */
  theirsTitle: string;
  mineTitle: string;
  /** Label of the button that replaces "mine" with "theirs". */
  takeLabel: string;
  onTake: (id: Id) => void;
  /** `code` shows the texts in a monospaced font. */
  look?: 'code';
}

/** Shows two versions of each differing part side by side. */
export const SideBySide = <Id extends string>(props: Props<Id>) => {
  const { parts, theirsTitle, mineTitle, takeLabel, onTake, look } = props;
  return (
    <div className={css.both} data-look={look}>
      {parts.map(({ id, label, ...texts }) => (
        <section key={id} className={css.pair} aria-label={`${label}: both versions`}>
          <Label as="h2">{label}</Label>
          <Side title={theirsTitle} text={texts.theirs}>
            <Button size="sm" onClick={() => onTake(id)} aria-label={`${takeLabel}: ${label}`}>
              {takeLabel}
            </Button>
          </Side>
          <Side title={mineTitle} text={texts.mine} />
        </section>
      ))}
    </div>
  );
};

const Side = ({ title, text, children }: { title: string; text: string; children?: ReactNode }) => (
  <div className={css.side}>
    <h3>{title}</h3>
    <p>{text}</p>
    {children}
  </div>
);
