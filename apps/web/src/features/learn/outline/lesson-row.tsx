import type { Training } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { taskCounts } from '#entities/training/task-counts.ts';
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
  const tasks = taskCounts({ ...lesson, labs: new Set(lesson.labs).size });
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
          {tasks.length > 0 && (
            <span className={css.extra}>
              <Icon name={lesson.labs.length > 0 ? 'flask' : lesson.flags > 0 ? 'flag' : 'refresh'} size={14} />
              {tasks.join(' · ')}
            </span>
          )}
          <span className={css.minutes}>{lesson.minutes} min</span>
        </span>
      </Link>
    </li>
  );
}
