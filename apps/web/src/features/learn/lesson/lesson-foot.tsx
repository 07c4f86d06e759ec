import type { Subchapter, Training } from '@hexpedition/contract';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { plural } from '#lib/format.ts';
import { useSession } from '#lib/session.ts';
import { useShortcut, useShortcutsOn } from '#lib/shortcuts.ts';
import { Kbd } from '#ui/kbd.tsx';
import { Neighbours } from '../outline/neighbours.tsx';
import { lessonsOf, TrainingProgress } from '../progress/training-progress.ts';
import { useTrainingProgress } from '../progress/use-training-progress.ts';
import { useVisits } from '../visit/visits.public.ts';
import { Completion, useComplete } from './completion.tsx';
import css from './lesson-foot.module.css';

// Seen once a training: not part of the first load.
const TrainingDone = lazy(() => import('./training-done.tsx'));
// Only those who have finished the lesson see this, below everything else.
const AfterLesson = lazy(() => import('#features/notes/after-lesson.public.tsx'));

interface Props {
  lesson: Subchapter;
  training: Training;
}

/** The end of a lesson: one button and one key finish it and go on; after the last one it says where to next. */
export function LessonFoot({ lesson, training }: Props) {
  const { progress } = useTrainingProgress(training);
  const isMember = useSession() !== null;
  const visit = useVisits()[lesson.slug];
  const navigate = useNavigate();
  const complete = useComplete(lesson);
  const [justFinished, setJustFinished] = useState(false);
  const lessons = lessonsOf(training);
  const done = progress.has(lesson.slug);
  const changed = progress.isChanged(lesson.slug) || (visit?.completed ?? lesson.revision) < lesson.revision;
  const left = lessons.filter(({ slug }) => slug !== lesson.slug && !progress.has(slug));
  const allDone = done && left.length === 0;
  const isOpen = lesson.locked === null && (!done || changed);
  const previous = targetOf(training, lesson.previous);
  const next = targetOf(training, lesson.next);
  // After the last lesson comes the first that was left out.
  const leftOut = lesson.next ? null : targetOf(training, left[0] ?? null);
  const goal = next ?? leftOut;

  const goOn = () => {
    if (!isOpen) return goal && void navigate(goal);
    if (complete.isPending) return;
    complete.mutate(true, {
      onSuccess: (answer) => {
        if (answer === 'full') return;
        const isLast = answer === 'here' ? left.length === 0 : !new TrainingProgress(answer).next(lessons);
        // The panel that says so takes the focus itself.
        if (isLast && !done) setJustFinished(true);
        else if (goal) void navigate(goal);
      },
    });
  };
  useShortcut('n', isOpen ? 'Mark as complete and go on' : 'Next lesson', goOn);
  useShortcut('p', 'Previous lesson', () => previous && void navigate(previous));
  const keys = useShortcutsOn() ? { previous: <Kbd hint>P</Kbd>, next: <Kbd hint>N</Kbd> } : undefined;
  const leftWords = `${plural(left.length, 'lesson')} left:`;
  return (
    <footer className={css.foot}>
      {lesson.locked === null && <Completion lesson={lesson} done={done} changed={changed} complete={complete} />}
      {allDone && (justFinished || !next) && (
        <Suspense>
          <TrainingDone training={training} fresh={justFinished} />
        </Suspense>
      )}
      <Neighbours
        label="Lessons before and after"
        previous={previous}
        next={goal}
        nextWord={leftOut ? leftWords : 'Next'}
        nextIsMain={done && !allDone}
        {...(isOpen && {
          action: {
            word: changed ? 'I have read it again' : 'Mark as complete',
            name: nameOf(),
            busy: complete.isPending,
            onPress: goOn,
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

  /** What the press leads to. */
  function nameOf(): string {
    if (left.length === 0 && !done) return `Finish ${training.name}`;
    if (leftOut) return `${leftWords} ${leftOut.name}`;
    return next ? `Next: ${next.name}` : training.name;
  }
}

const targetOf = (training: Training, to: Subchapter['next']) =>
  to && {
    to: '/courses/$training/$chapter/$subchapter' as const,
    params: { training: training.slug, chapter: to.chapter, subchapter: to.slug },
    name: to.name,
  };
