import type { AdminMailTemplate, WordingPart } from '@hexpedition/contract';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { Label } from '#ui/label.tsx';
import css from './mail-templates.module.css';
import { isText, labelOf } from './template-texts.ts';

type Placeholders = AdminMailTemplate['placeholders'];

interface Props {
  placeholders: Placeholders;
  /** Part that a placeholder is inserted into. */
  into: WordingPart;
  onInsert: (name: string) => void;
}

/** Toolbar above the form with one button per placeholder. A button inserts its placeholder at the cursor. */
export function PlaceholderBar({ placeholders, into, onInsert }: Props) {
  const disallowed = placeholders.filter(({ chosen }) => chosen && !isText(into));
  return (
    <section className={css.bar} aria-label="Placeholders">
      <Label>Insert into: {labelOf(into)}</Label>
      <div className={css.inserts}>
        {placeholders.map(({ name }) => (
          <Button
            key={name}
            size="sm"
            className={css.insert}
            disabled={disallowed.some((one) => one.name === name)}
            aria-label={`Insert {${name}}`}
            onClick={() => onInsert(name)}
          >
            {`{${name}}`}
          </Button>
        ))}
      </div>
      <p className={css.hint} role="status">
        {disallowed.length > 0 &&
          `${disallowed.map(({ name }) => `{${name}}`).join(' and ')} can be used only in the text. Users choose this value, and elsewhere it could be mistaken for your own words.`}
      </p>
    </section>
  );
}

/** Meaning and an example of each placeholder. */
export const PlaceholderReference = ({ placeholders }: { placeholders: Placeholders }) => (
  <section className={css.key} aria-label="Meaning of the placeholders">
    <Label as="h2">Meaning of the placeholders</Label>
    <dl>
      {placeholders.map(({ name, means, example, needed }) => (
        <div key={name}>
          <dt>
            {`{${name}}`} {needed && <Chip tone="beacon">required</Chip>}
          </dt>
          <dd>
            {means}, such as <q>{example}</q>
          </dd>
        </div>
      ))}
    </dl>
  </section>
);
