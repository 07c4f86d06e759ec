import type { Letter, WordingPart } from '@hexpedition/contract';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { Label } from '#ui/label.tsx';
import css from './letters.module.css';
import { isText, labelOf } from './words.ts';

type Placeholders = Letter['placeholders'];

interface Props {
  placeholders: Placeholders;
  /** The part that they are put into. */
  into: WordingPart;
  onInsert: (name: string) => void;
}

/** What a letter can name, each as a button that puts it where the cursor is. It stays in sight above the texts. */
export function PlaceholderBar({ placeholders, into, onInsert }: Props) {
  const barred = placeholders.filter(({ chosen }) => chosen && !isText(into));
  return (
    <section className={css.bar} aria-label="Placeholders">
      <Label>Put in: {labelOf(into)}</Label>
      <div className={css.inserts}>
        {placeholders.map(({ name }) => (
          <Button
            key={name}
            size="sm"
            className={css.insert}
            disabled={barred.some((one) => one.name === name)}
            aria-label={`Put in {${name}}`}
            onClick={() => onInsert(name)}
          >
            {`{${name}}`}
          </Button>
        ))}
      </div>
      <p className={css.hint} role="status">
        {barred.length > 0 &&
          `${barred.map(({ name }) => `{${name}}`).join(' and ')} only in the text: strangers choose what it says, and here that would pass for your own words.`}
      </p>
    </section>
  );
}

/** What each placeholder stands for. */
export const PlaceholderKey = ({ placeholders }: { placeholders: Placeholders }) => (
  <section className={css.key} aria-label="What they stand for">
    <Label as="h2">What they stand for</Label>
    <dl>
      {placeholders.map(({ name, means, example, needed }) => (
        <div key={name}>
          <dt>
            {`{${name}}`} {needed && <Chip tone="beacon">needed</Chip>}
          </dt>
          <dd>
            {means}, such as <q>{example}</q>
          </dd>
        </div>
      ))}
    </dl>
  </section>
);
