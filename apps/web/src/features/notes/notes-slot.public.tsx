import type { Subchapter } from '@hexpedition/contract';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { useSession } from '#lib/session.ts';

// Personal, and below or beside the text: not part of the first load.
const NotesPanel = lazy(() => import('./panel/notes-panel.tsx'));

interface Props {
  lesson: Subchapter;
  /** Whether the learner has finished the lesson. */
  done: boolean;
  place: 'rail' | 'article';
}

/** Where notes on a lesson stand: beside the text where there is room, else below it; one of the two, never both. */
export function NotesSlot({ lesson, done, place }: Props) {
  const session = useSession();
  const hasRail = useSyncExternalStore(
    subscribe,
    () => wide().matches,
    () => false,
  );
  // On a lesson that has locked nothing can be written; what was is among all notes.
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
