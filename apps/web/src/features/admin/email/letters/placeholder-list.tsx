import type { Letter, WordingPart } from '@hexpedition/contract';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import css from './letters.module.css';
import { isText, labelOf } from './words.ts';

interface Props {
  placeholders: Letter['placeholders'];
  /** The part that they are put into. */
  into: WordingPart;
  onInsert: (name: string) => void;
}

/** What a letter can name, each as a button that puts it where the cursor is. */
export function PlaceholderList({ placeholders, into, onInsert }: Props) {
  return (
    <section className={css.placeholders} aria-label="Placeholders">
      <h2 className={css.label}>Placeholders</h2>
      <p className={css.hint} role="status">
        They go into the part that you were in last: {labelOf(into)}.
      </p>
      <ul>
        {placeholders.map(({ name, means, example, chosen, needed }) => {
          const isBarred = chosen && !isText(into);
          return (
            <li key={name} className={css.placeholder}>
              <Button
                size="sm"
                className={css.insert}
                disabled={isBarred}
                aria-label={`Put in {${name}}`}
                onClick={() => onInsert(name)}
              >
                {`{${name}}`}
              </Button>
              <span className={css.means}>
                {means}, such as “{example}”{isBarred && <em> Only in the text: a stranger can choose it.</em>}
              </span>
              {needed && <Chip tone="beacon">needed</Chip>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
