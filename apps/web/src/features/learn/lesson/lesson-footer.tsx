import type { Subchapter, Training } from '@hexpedition/contract';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { lessonsOf, TrainingProgress } from '#entities/progress/training-progress.ts';
import { useTrainingProgress } from '#entities/progress/use-training-progress.ts';
import { useVisitorProgress } from '#entities/progress/visitor-progress.ts';
import { plural } from '#lib/format.ts';
import { useSession } from '#lib/session.ts';
import { useShortcut, useShortcutsOn } from '#lib/shortcuts.ts';
import { Kbd } from '#ui/kbd.tsx';
import { PrevNextNav } from '../outline/prev-next-nav.tsx';
import { LessonCompletion, useComplete } from './lesson-completion.tsx';
import css from './lesson-footer.module.css';

// Shown once per training, so it is not part of the first load.
const TrainingCompleted = lazy(() => import('./training-completed.tsx'));
// Shown below everything else after the lesson is completed.
const AfterLesson = lazy(() => import('#entities/note/after-lesson.tsx'));

interface Props {
  lesson: Subchapter;
  training: Training;
}

/**
 * End of a lesson. One button completes it and opens the next; after the last, it recommends the next course. The key N
 * opens the next lesson and completes nothing.
 */
export function LessonFooter({ lesson, training }: Props) {
  const { progress } = useTrainingProgress(training);
  const isMember = useSession() !== null;
  const visit = useVisitorProgress()[lesson.slug];
  const navigate = useNavigate();
  const complete = useComplete(lesson);
  const [justFinished, setJustFinished] = useState(false);
  const lessons = lessonsOf(training);
  const done = progress.has(lesson.slug);
  const changed = progress.isChanged(lesson.slug) || (visit?.completed ?? lesson.revision) < lesson.revision;
  const remaining = lessons.filter(({ slug }) => slug !== lesson.slug && !progress.has(slug));
  const isTrainingCompleted = done && remaining.length === 0;
  const isOpen = lesson.locked === null && (!done || changed);
  const previous = targetOf(training, lesson.previous);
  const next = targetOf(training, lesson.next);
  // After the last lesson, leads to the first one that was skipped.
  const skipped = lesson.next ? null : targetOf(training, remaining[0] ?? null);
  const target = next ?? skipped;

  const completeAndContinue = () => {
    if (!isOpen || complete.isPending) return;
    complete.mutate(true, {
      onSuccess: (answer) => {
        if (answer === 'full') return;
        const isLast = answer === 'local' ? remaining.length === 0 : !new TrainingProgress(answer).next(lessons);
        // The panel for a completed course takes the focus itself.
        if (isLast && !done) setJustFinished(true);
        else if (target) void navigate(target);
      },
    });
  };
  useShortcut('c', 'Mark this lesson as complete and continue', completeAndContinue);
  useShortcut('n', 'Next lesson, without marking this one as complete', () => target && void navigate(target));
  useShortcut('p', 'Previous lesson', () => previous && void navigate(previous));
  const keys = useShortcutsOn()
    ? { previous: <Kbd hint>P</Kbd>, next: <Kbd hint>{isOpen ? 'C' : 'N'}</Kbd> }
    : undefined;
  const remainingText = `${plural(remaining.length, 'lesson')} remaining:`;
  return (
    <footer className={css.foot}>
      {lesson.locked === null && <LessonCompletion lesson={lesson} done={done} changed={changed} complete={complete} />}
      {isTrainingCompleted && (justFinished || !next) && (
        <Suspense>
          <TrainingCompleted training={training} fresh={justFinished} />
        </Suspense>
      )}
      <PrevNextNav
        label="Previous and next lesson"
        previous={previous}
        next={target}
        nextLabel={skipped ? remainingText : 'Next'}
        nextIsMain={done && !isTrainingCompleted}
        {...(isOpen && {
          action: {
            label: changed ? 'Mark as read again' : 'Mark as complete',
            name: targetName(),
            busy: complete.isPending,
            onPress: completeAndContinue,
          },
        })}
        {...(keys && { keys })}
      />
      {done && isMember && lesson.locked === null && (
        <Suspense>
          <AfterLesson lesson={lesson} />
        </Suspense>
      )}
    </footer>
  );

  /** Names the page to which the button leads. */
  function targetName(): string {
    if (remaining.length === 0 && !done) return `Finish ${training.name}`;
    if (skipped) return `${remainingText} ${skipped.name}`;
    return next ? `Next: ${next.name}` : training.name;
  }
}

const targetOf = (training: Training, to: Subchapter['next']) =>
  to && {
    to: '/courses/$training/$chapter/$subchapter' as const,
    params: { training: training.slug, chapter: to.chapter, subchapter: to.slug },
    name: to.name,
  };
