import type { Subchapter, Training } from '@hexpedition/contract';
import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { visitorKey } from '#features/notes/visitor-key.public.ts';
import { useSession } from '#lib/session.ts';
import { useShortcut } from '#lib/shortcuts.ts';
import { Button } from '#ui/button.tsx';
import { Label } from '#ui/label.tsx';
import { useTrainingProgress } from '../progress/use-training-progress.ts';
import css from './lesson-notes.module.css';

const NotesPanel = lazy(() => import('#features/notes/panel/notes-panel.public.tsx'));

interface Props {
  lesson: Subchapter;
  training: Training;
  place: 'rail' | 'article';
}

/** The reader's notes on a lesson: beside the text where there is room, else below it, never both. */
export function LessonNotes({ lesson, training, place }: Props) {
  const pk = useSession()?.user.pk;
  const { progress } = useTrainingProgress(training);
  // The server knows neither the width nor the reader: it keeps room in both places, and the style sheet shows one.
  const hasRail = useSyncExternalStore<boolean | null>(
    subscribe,
    () => wide().matches,
    () => null,
  );
  const isWritten = useSyncExternalStore(
    never,
    () => localStorage.getItem(visitorKey(lesson.slug)) !== null,
    () => false,
  );
  const [asked, setAsked] = useState(false);
  // Nothing can be written on a locked lesson. What the learner wrote on it before stands on the page of all notes.
  if (lesson.locked || (hasRail !== null && hasRail !== (place === 'rail'))) return null;
  const isVisitor = pk === undefined;
  return (
    <div className={css.notes} data-place={place}>
      {hasRail === null ? null : isVisitor && !isWritten && !asked ? (
        <Invitation onPress={() => setAsked(true)} />
      ) : (
        <Suspense>
          <NotesPanel
            key={`${pk}:${lesson.slug}`}
            lesson={lesson}
            done={progress.has(lesson.slug)}
            focus={asked && isVisitor}
            quiet={place === 'article'}
          />
        </Suspense>
      )}
    </div>
  );
}

/** In place of the notes of a visitor who has none. */
function Invitation({ onPress }: { onPress: () => void }) {
  useShortcut('w', 'Write notes', onPress);
  return (
    <section className={css.invitation} aria-label="My notes">
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
