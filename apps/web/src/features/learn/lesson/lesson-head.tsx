import type { Subchapter } from '@hexpedition/contract';
import { duration } from '#lib/format.ts';
import { Label } from '#ui/label.tsx';
import css from './lesson-page.module.css';

export function LessonHead({ lesson }: { lesson: Subchapter }) {
  const { at, of } = lesson.place;
  return (
    <header className={css.head}>
      <Label tone="beacon">
        {lesson.chapter.name} · {at} of {of} · {duration(lesson.minutes)}
      </Label>
      <h1>{lesson.name}</h1>
      <p className={css.lead}>{lesson.summary}</p>
    </header>
  );
}
