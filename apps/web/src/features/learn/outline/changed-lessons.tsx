import type { Training } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { lessonsOf, type TrainingProgress } from '#entities/progress/training-progress.ts';
import { plural } from '#lib/format.ts';
import css from './changed-lessons.module.css';

interface Props {
  training: Pick<Training, 'slug' | 'chapters'>;
  progress: TrainingProgress;
  /** Slug of a chapter, to show only its lessons. */
  chapter?: string;
  /** Slug of the open lesson. The link then leads to the next changed lesson after it. */
  current?: string;
}

/**
 * Shows how many completed lessons have changed since, with a link to the next one. Renders nothing if there are none.
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
      {plural(changed.length, 'lesson has', 'lessons have')} changed since you completed{' '}
      {changed.length === 1 ? 'it' : 'them'}.{' '}
      {next && (
        <Link
          to="/courses/$training/$chapter/$subchapter"
          params={{ training: training.slug, chapter: next.chapter, subchapter: next.slug }}
        >
          {current ? 'Next' : 'Review'}: {next.name}
        </Link>
      )}
    </p>
  );
}
