import { useSuspenseQuery } from '@tanstack/react-query';
import { actionOf } from '#entities/progress/training-progress.ts';
import { useTrainingProgress } from '#entities/progress/use-training-progress.ts';
import { trainingQuery } from '#entities/training/training-queries.ts';
import { duration, plural } from '#lib/format.ts';
import { BackLink } from '#ui/back-link.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Page } from '#ui/page.tsx';
import { LockNotice } from '../locks/lock-notice.tsx';
import { ChangedLessons } from '../outline/changed-lessons.tsx';
import list from '../outline/chapter-list.module.css';
import { LessonRow } from '../outline/lesson-row.tsx';
import { PrevNextNav } from '../outline/prev-next-nav.tsx';
import css from './chapter-page.module.css';

interface Props {
  training: string;
  chapter: string;
}

export function ChapterPage({ training: trainingSlug, chapter: slug }: Props) {
  const { data: training } = useSuspenseQuery(trainingQuery(trainingSlug));
  const { progress, lock } = useTrainingProgress(training);
  const at = training.chapters.findIndex((chapter) => chapter.slug === slug);
  const chapter = training.chapters[at];
  if (!chapter) return null;
  const action = actionOf({ chapters: [chapter] }, progress);
  const done = progress.count(chapter.subchapters);
  const minutes = chapter.subchapters.reduce((sum, line) => sum + line.minutes, 0);
  return (
    <Page
      title={chapter.name}
      label={
        <BackLink to="/courses/$training" params={{ training: training.slug }}>
          {training.name} / Chapter {at + 1} of {training.chapters.length}
        </BackLink>
      }
      lead={`${plural(chapter.subchapters.length, 'lesson')}, ${duration(minutes)}${done > 0 ? `, ${done} completed` : ''}`}
      action={
        action && (
          <LinkButton
            variant={progress.locked ? 'secondary' : 'primary'}
            to="/courses/$training/$chapter/$subchapter"
            params={{ training: training.slug, chapter: slug, subchapter: action.lesson.slug }}
          >
            {action.verb}
          </LinkButton>
        )
      }
    >
      <div className={css.body}>
        <LockNotice training={training} lock={lock} what="course" />
        <ChangedLessons training={training} progress={progress} chapter={slug} />
        <div className={list.chapter}>
          <ol className={list.lines}>
            {chapter.subchapters.map((line) => (
              <LessonRow
                key={line.slug}
                lesson={line}
                training={training.slug}
                chapter={slug}
                state={progress.stateOf(line.slug)}
              />
            ))}
          </ol>
        </div>
        <PrevNextNav
          label="Chapters"
          previous={neighbour(training.slug, training.chapters[at - 1])}
          next={neighbour(training.slug, training.chapters[at + 1])}
        />
      </div>
    </Page>
  );
}

const neighbour = (training: string, chapter: { slug: string; name: string } | undefined) =>
  chapter && {
    to: '/courses/$training/$chapter' as const,
    params: { training, chapter: chapter.slug },
    name: chapter.name,
  };
