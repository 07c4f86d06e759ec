import type { Training } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { plural } from '#lib/format.ts';
import { lessonsOf, type TrainingProgress } from '../progress/training-progress.ts';
import css from './changed-lessons.module.css';

interface Props {
  training: Pick<Training, 'slug' | 'chapters'>;
  progress: TrainingProgress;
  /** Only those of one chapter. */
  chapter?: string;
  /** The lesson that is open: the jump leads to the next one behind it. */
  current?: string;
}

/**
 * Says how many finished lessons were rewritten since, and leads to the next of them. It shows nothing where there is
 * none.
 */
export function ChangedLessons({ training, progress, chapter, current }: Props) {
  const lessons = lessonsOf(training);
  const changed = progress.changedIn(lessons).filter((lesson) => !chapter || lesson.chapter === chapter);
  const at = lessons.findIndex(({ slug }) => slug === current);
  const others = changed.filter(({ slug }) => slug !== current);
  const next = others.find((lesson) => lessons.indexOf(lesson) > at) ?? others[0];
  if (changed.length === 0) return null;
  return (
    <p className={css.changed}>
      {plural(changed.length, 'lesson has', 'lessons have')} changed since you finished.{' '}
      {next && (
        <Link
          to="/courses/$training/$chapter/$subchapter"
          params={{ training: training.slug, chapter: next.chapter, subchapter: next.slug }}
        >
          {current ? 'Next' : 'Look at'}: {next.name}
        </Link>
      )}
    </p>
  );
}
