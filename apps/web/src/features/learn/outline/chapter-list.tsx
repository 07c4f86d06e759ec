import type { Training } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import type { TrainingProgress } from '#entities/progress/training-progress.ts';
import { duration } from '#lib/format.ts';
import css from './chapter-list.module.css';
import { LessonRow } from './lesson-row.tsx';

interface Props {
  training: Pick<Training, 'slug' | 'chapters'>;
  progress: TrainingProgress;
}

/** Outline of a training: chapters and lessons with their states. */
export function ChapterList({ training, progress }: Props) {
  return (
    <ol className={css.chapters}>
      {training.chapters.map((chapter, index) => (
        <li key={chapter.slug} className={css.chapter}>
          <div className={css.head}>
            <span className={css.number}>{String(index + 1).padStart(2, '0')}</span>
            <h3 className={css.name}>
              <Link to="/courses/$training/$chapter" params={{ training: training.slug, chapter: chapter.slug }}>
                {chapter.name}
              </Link>
            </h3>
            <span className={css.sum}>
              {progress.count(chapter.subchapters) > 0 &&
                `${progress.count(chapter.subchapters)} of ${chapter.subchapters.length} · `}
              {duration(chapter.subchapters.reduce((sum, { minutes }) => sum + minutes, 0))}
            </span>
          </div>
          <ol className={css.lines}>
            {chapter.subchapters.map((line) => (
              <LessonRow
                key={line.slug}
                lesson={line}
                training={training.slug}
                chapter={chapter.slug}
                state={progress.stateOf(line.slug)}
              />
            ))}
          </ol>
        </li>
      ))}
    </ol>
  );
}
