import type { Training } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { lessonsOf } from '#entities/progress/training-progress.ts';
import { useFoundFlags, useTrainingProgress } from '#entities/progress/use-training-progress.ts';
import { taskCounts } from '#entities/training/task-counts.ts';
import { plural } from '#lib/format.ts';
import { HexStep } from '#ui/hex-step.tsx';
import { Icon } from '#ui/icon.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { ChangedLessons } from '../outline/changed-lessons.tsx';
import { mapLinkOf } from '../outline/map-link.ts';
import css from './lesson-nav.module.css';

export interface LessonNavProps {
  training: Training;
  /** Slug of the open lesson. */
  current: string;
}

/** Navigation of a training: all lessons by chapter with their state, the progress, and the link back to the map. */
export function LessonNav({ training, current }: LessonNavProps) {
  const { progress } = useTrainingProgress(training);
  const flagsFound = useFoundFlags(training, 'flag').size;
  const lessons = lessonsOf(training);
  const done = progress.count(lessons);
  const mapLink = mapLinkOf(training);
  const currentLink = useRef<HTMLAnchorElement>(null);
  // Scrolls the current lesson into view within the navigation.
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls again for each lesson
  useEffect(() => {
    const box = currentLink.current?.closest<HTMLElement>('[data-scroll]');
    if (!currentLink.current || !box) return;
    const { top, bottom } = currentLink.current.getBoundingClientRect();
    const frame = box.getBoundingClientRect();
    if (top < frame.top || bottom > frame.bottom) box.scrollTop += top - frame.top - frame.height / 3;
  }, [current]);
  return (
    <div className={css.tree} data-scroll>
      <Link {...mapLink.link} className={css.back}>
        <Icon name="arrow-left" size={12} />
        {mapLink.label}
      </Link>
      <p className={css.training}>
        <Link to="/courses/$training" params={{ training: training.slug }}>
          {training.name}
        </Link>
      </p>
      <ProgressBar value={done} max={lessons.length} label={`Progress in ${training.name}`} />
      <p className={css.count}>
        {done > 0 ? `${done} of ${lessons.length}` : plural(lessons.length, 'lesson')}
        {taskCounts(training, flagsFound).map((text) => ` · ${text}`)}
      </p>
      <ChangedLessons training={training} progress={progress} current={current} />
      <nav aria-label="Lessons">
        {training.chapters.map((chapter) => (
          <section key={chapter.slug} className={css.chapter}>
            <h2 className={css.name}>
              <Link to="/courses/$training/$chapter" params={{ training: training.slug, chapter: chapter.slug }}>
                {chapter.name}
              </Link>
            </h2>
            <ol>
              {chapter.subchapters.map(({ slug, name }) => (
                <li key={slug}>
                  <Link
                    ref={slug === current ? currentLink : undefined}
                    to="/courses/$training/$chapter/$subchapter"
                    params={{ training: training.slug, chapter: chapter.slug, subchapter: slug }}
                    className={css.lesson}
                  >
                    <HexStep state={progress.stateOf(slug, current)} size={18} />
                    <span>{name}</span>
                  </Link>
                </li>
              ))}
            </ol>
          </section>
        ))}
      </nav>
    </div>
  );
}
