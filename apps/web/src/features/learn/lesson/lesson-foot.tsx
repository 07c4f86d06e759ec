import type { Subchapter, Training } from '@hexpedition/contract';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import { useShortcut, useShortcutsOn } from '#lib/shortcuts.ts';
import { Kbd } from '#ui/kbd.tsx';
import { Neighbours } from '../outline/neighbours.tsx';
import { lessonsOf, TrainingProgress } from '../progress/training-progress.ts';
import { useTrainingProgress } from '../progress/use-training-progress.ts';
import { Completion } from './completion.tsx';
import css from './lesson-foot.module.css';

// Seen once a training: not part of the first load.
const TrainingDone = lazy(() => import('./training-done.tsx'));
// Only those who have finished the lesson see this, below everything else.
const AfterLesson = lazy(() => import('#features/notes/after-lesson.public.tsx'));

interface Props {
  lesson: Subchapter;
  training: Training;
}

/** The end of a lesson: mark it, go on, and when that was the last one, where to next. */
export function LessonFoot({ lesson, training }: Props) {
  const { progress } = useTrainingProgress(training);
  const navigate = useNavigate();
  const nextLink = useRef<HTMLAnchorElement>(null);
  const [justFinished, setJustFinished] = useState(false);
  const lessons = lessonsOf(training);
  const done = progress.has(lesson.slug);
  const allDone = progress.next(lessons) === undefined;
  const previous = targetOf(lesson, lesson.previous);
  const next = targetOf(lesson, lesson.next);
  useShortcut('n', 'Next lesson', () => next && void navigate(next));
  useShortcut('p', 'Previous lesson', () => previous && void navigate(previous));
  const keys = useShortcutsOn() ? { previous: <Kbd hint>P</Kbd>, next: <Kbd hint>N</Kbd> } : undefined;
  return (
    <footer className={css.foot}>
      {lesson.locked === null && (
        <Completion
          lesson={lesson}
          done={done}
          changed={progress.isChanged(lesson.slug)}
          onCompleted={(answer) => {
            // The panel takes the focus itself when that was the last lesson; else the next lesson is what comes now.
            if (new TrainingProgress(answer).next(lessons) === undefined) setJustFinished(true);
            else nextLink.current?.focus();
          }}
        />
      )}
      {allDone && (justFinished || !next) && (
        <Suspense>
          <TrainingDone training={training} fresh={justFinished} />
        </Suspense>
      )}
      <Neighbours
        label="Lessons before and after"
        previous={previous}
        next={next}
        nextIsMain={done && !allDone}
        nextRef={nextLink}
        {...(keys && { keys })}
      />
      {done && lesson.locked === null && (
        <Suspense>
          <AfterLesson lesson={lesson} />
        </Suspense>
      )}
    </footer>
  );
}

const targetOf = ({ training }: Subchapter, to: Subchapter['next']) =>
  to && {
    to: '/courses/$training/$chapter/$subchapter' as const,
    params: { training: training.slug, chapter: to.chapter, subchapter: to.slug },
    name: to.name,
  };
