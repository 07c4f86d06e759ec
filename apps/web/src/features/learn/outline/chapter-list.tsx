import type { Training } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { duration } from '#lib/format.ts';
import type { TrainingProgress } from '../progress/training-progress.ts';
import css from './chapter-list.module.css';
import { LessonLine } from './lesson-line.tsx';

interface Props {
  training: Pick<Training, 'slug' | 'chapters'>;
  progress: TrainingProgress;
}

/** The outline: chapters with their lessons, each with its state. */
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
              <LessonLine
                key={line.slug}
                line={line}
                training={training.slug}
                chapter={chapter.slug}
                state={progress.step(line.slug)}
              />
            ))}
          </ol>
        </li>
      ))}
    </ol>
  );
}
