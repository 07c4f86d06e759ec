import type { Training } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { plural } from '#lib/format.ts';
import { HexStep, type StepState } from '#ui/hex-step.tsx';
import { Icon } from '#ui/icon.tsx';
import css from './chapter-list.module.css';

interface Props {
  lesson: Training['chapters'][number]['subchapters'][number];
  training: string;
  chapter: string;
  state: StepState;
}

export function LessonRow({ lesson, training, chapter, state }: Props) {
  return (
    <li>
      <Link
        to="/courses/$training/$chapter/$subchapter"
        params={{ training, chapter, subchapter: lesson.slug }}
        className={css.line}
      >
        <HexStep state={state} size={20} />
        <span className={css.title}>
          {lesson.name}
          {state === 'changed' && <span className={css.changed}> changed since you completed it</span>}
        </span>
        <span className={css.extras}>
          {lesson.labs.length > 0 && (
            <span className={css.extra}>
              <Icon name="flask" size={14} />
              lab
            </span>
          )}
          {lesson.flags > 0 && (
            <span className={css.extra}>
              <Icon name="flag" size={14} />
              {plural(lesson.flags, 'flag')}
            </span>
          )}
          <span className={css.minutes}>{lesson.minutes} min</span>
        </span>
      </Link>
    </li>
  );
}
