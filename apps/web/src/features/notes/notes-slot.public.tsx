import type { Subchapter } from '@hexpedition/contract';
import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { useSession } from '#lib/session.ts';
import { useShortcut } from '#lib/shortcuts.ts';
import { Button } from '#ui/button.tsx';
import { Label } from '#ui/label.tsx';
import css from './notes-slot.module.css';

// It is personal and stands below or beside the text, so it is not part of the first load.
const NotesPanel = lazy(() => import('./panel/notes-panel.tsx'));

interface Props {
  lesson: Subchapter;
  /** Whether the reader has finished the lesson. */
  done: boolean;
  place: 'rail' | 'article';
}

/** The place of the notes on a lesson: beside the text where there is room, else below it, never both. */
export function NotesSlot({ lesson, done, place }: Props) {
  const pk = useSession()?.user.pk;
  // The server does not know the width: it draws both places, and the style sheet shows one.
  const hasRail = useSyncExternalStore<boolean | null>(
    subscribe,
    () => wide().matches,
    () => null,
  );
  const isWritten = useSyncExternalStore(
    never,
    () => localStorage.getItem(`notes:visitor:${lesson.slug}:here`) !== null,
    () => false,
  );
  const [asked, setAsked] = useState(false);
  // Nothing can be written on a locked lesson. What the learner wrote on it before stands on the page of all notes.
  if (lesson.locked || (hasRail !== null && hasRail !== (place === 'rail'))) return null;
  const invitation = <Invitation place={place} onPress={() => setAsked(true)} />;
  if (pk === undefined && !isWritten && !asked) return invitation;
  return (
    <Suspense fallback={invitation}>
      <NotesPanel key={`${pk}:${lesson.slug}`} lesson={lesson} done={done} focus={asked && pk === undefined} />
    </Suspense>
  );
}

/** In place of the notes of somebody who has none; for members it waits, unseen, until theirs are there. */
function Invitation({ place, onPress }: { place: Props['place']; onPress: () => void }) {
  useShortcut('w', 'Write notes', onPress);
  return (
    <section className={css.invitation} data-place={place} aria-label="My notes">
      <Label as="h2">My notes</Label>
      <Button size="sm" onClick={onPress}>
        Write notes
      </Button>
    </section>
  );
}

/** The width from which the lesson page has its rail. */
const wide = () => matchMedia('(width >= 1340px)');

function subscribe(listener: () => void) {
  const query = wide();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

const never = () => () => undefined;
