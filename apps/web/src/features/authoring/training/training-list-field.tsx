import { useId } from 'react';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/select-field.tsx';
import css from './authored-training.module.css';

interface Props {
  label: string;
  hint: string;
  /** Text shown for an empty list. */
  emptyText: string;
  slugs: readonly string[];
  choices: readonly { slug: string; name: string }[];
  /** Whether the order matters; if so, the author can move items. */
  isOrdered?: boolean;
  onChange: (slugs: string[]) => void;
}

/** Form field with a list of trainings. The author adds, removes and, if the order matters, moves them. */
export function TrainingListField({ label, hint, emptyText, slugs, choices, isOrdered = false, onChange }: Props) {
  const id = useId();
  const nameOf = (slug: string) => choices.find((one) => one.slug === slug)?.name ?? slug;
  const move = (at: number, step: -1 | 1) => {
    const slug = slugs[at];
    if (slug) onChange(slugs.toSpliced(at, 1).toSpliced(at + step, 0, slug));
  };
  return (
    <fieldset className={css.trainings} aria-describedby={`${id}-hint`}>
      <legend>{label}</legend>
      <p id={`${id}-hint`} className={css.quiet}>
        {slugs.length === 0 ? emptyText : hint}
      </p>
      <ol>
        {slugs.map((slug, at) => (
          <li key={slug}>
            <span>{nameOf(slug)}</span>
            {isOrdered && (
              <>
                <Button
                  {...{ square: true, size: 'sm', variant: 'quiet', icon: 'chevron-up' }}
                  aria-label={`Move ${nameOf(slug)} up`}
                  disabled={at === 0}
                  onClick={() => move(at, -1)}
                />
                <Button
                  {...{ square: true, size: 'sm', variant: 'quiet', icon: 'chevron-down' }}
                  aria-label={`Move ${nameOf(slug)} down`}
                  disabled={at === slugs.length - 1}
                  onClick={() => move(at, 1)}
                />
              </>
            )}
            <Button
              {...{ square: true, size: 'sm', variant: 'quiet', icon: 'close' }}
              aria-label={`Remove ${nameOf(slug)}`}
              onClick={() => onChange(slugs.filter((one) => one !== slug))}
            />
          </li>
        ))}
      </ol>
      <SelectField
        label="Add a course"
        value=""
        onChange={({ target }) => target.value && onChange([...slugs, target.value])}
      >
        <option value="">Choose one</option>
        {choices
          .filter(({ slug }) => !slugs.includes(slug))
          .map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
      </SelectField>
    </fieldset>
  );
}
