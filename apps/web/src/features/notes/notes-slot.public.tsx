import type { Subchapter } from '@hexpedition/contract';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { useSession } from '#lib/session.ts';

// It is personal and stands below or beside the text, so it is not part of the first load.
const NotesPanel = lazy(() => import('./panel/notes-panel.tsx'));

interface Props {
  lesson: Subchapter;
  /** Whether the learner has finished the lesson. */
  done: boolean;
  place: 'rail' | 'article';
}

/** The place of the notes on a lesson: beside the text where there is room, else below it, never both. */
export function NotesSlot({ lesson, done, place }: Props) {
  const session = useSession();
  const hasRail = useSyncExternalStore(
    subscribe,
    () => wide().matches,
    () => false,
  );
  // Nothing can be written on a locked lesson. What the learner wrote on it before stands on the page of all notes.
  if (!session || lesson.locked || hasRail !== (place === 'rail')) return null;
  return (
    <Suspense>
      <NotesPanel key={`${session.user.pk}:${lesson.slug}`} lesson={lesson} done={done} />
    </Suspense>
  );
}

/** The width from which the lesson page has its rail. */
const wide = () => matchMedia('(width >= 1340px)');

function subscribe(listener: () => void) {
  const query = wide();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
