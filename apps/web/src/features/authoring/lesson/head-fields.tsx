import type { LessonHead } from '@hexpedition/contract';
import { useId } from 'react';
import css from './lesson-editor.module.css';

interface Props {
  head: LessonHead;
  /** Whether empty fields are not marked as errors yet. */
  isUntouched: boolean;
  onChange: (head: LessonHead) => void;
}

/** Edits the front matter of the lesson file, without its id. */
export function HeadFields({ head, isUntouched, onChange }: Props) {
  const id = useId();
  return (
    <div className={css.fields} data-part>
      <label htmlFor={`${id}-name`}>Name</label>
      <input
        id={`${id}-name`}
        value={head.name}
        maxLength={80}
        aria-invalid={head.name.trim() === '' || undefined}
        onChange={({ target }) => onChange({ ...head, name: target.value })}
      />
      <label htmlFor={`${id}-minutes`}>Minutes</label>
      <input
        id={`${id}-minutes`}
        type="number"
        min={1}
        max={180}
        value={head.minutes}
        onChange={({ target }) => {
          const minutes = Math.round(target.valueAsNumber);
          if (minutes >= 1 && minutes <= 180) onChange({ ...head, minutes });
        }}
      />
      <label htmlFor={`${id}-summary`}>Summary</label>
      <input
        id={`${id}-summary`}
        className={css.summary}
        value={head.summary}
        maxLength={300}
        aria-invalid={(!isUntouched && head.summary.trim() === '') || undefined}
        onChange={({ target }) => onChange({ ...head, summary: target.value })}
      />
    </div>
  );
}
