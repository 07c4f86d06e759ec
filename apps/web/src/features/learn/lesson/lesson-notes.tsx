import type { Subchapter, Training } from '@hexpedition/contract';
import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { visitorKey } from '#entities/note/visitor-key.ts';
import { useTrainingProgress } from '#entities/progress/use-training-progress.ts';
import { safeLocalStorage } from '#lib/safe-storage.ts';
import { useSession } from '#lib/session.ts';
import { useShortcut } from '#lib/shortcuts.ts';
import { Button } from '#ui/button.tsx';
import { Label } from '#ui/label.tsx';
import css from './lesson-notes.module.css';

const NotesPanel = lazy(() => import('#entities/note/panel/notes-panel.tsx'));

interface Props {
  lesson: Subchapter;
  training: Training;
  place: 'sidebar' | 'article';
}

/** The learner's notes on a lesson: beside the text if there is room, otherwise below it. */
export function LessonNotes({ lesson, training, place }: Props) {
  const pk = useSession()?.user.pk;
  const { progress } = useTrainingProgress(training);
  // The server knows neither the width nor the user. It reserves space in both places, and the style sheet shows one.
  const hasSidebar = useSyncExternalStore<boolean | null>(
    subscribe,
    () => sidebarQuery().matches,
    () => null,
  );
  const hasStoredNotes = useSyncExternalStore(
    noSubscription,
    () => safeLocalStorage.getItem(visitorKey(lesson.slug)) !== null,
    () => false,
  );
  const [isOpened, setOpened] = useState(false);
  // A locked lesson has no notes editor. The page with all notes still shows earlier notes.
  if (lesson.locked || (hasSidebar !== null && hasSidebar !== (place === 'sidebar'))) return null;
  const isVisitor = pk === undefined;
  return (
    <div className={css.notes} data-place={place}>
      {hasSidebar === null ? null : isVisitor && !hasStoredNotes && !isOpened ? (
        <WriteNotesButton onPress={() => setOpened(true)} />
      ) : (
        <Suspense>
          <NotesPanel
            key={`${pk}:${lesson.slug}`}
            lesson={lesson}
            completed={progress.has(lesson.slug)}
            focus={isOpened && isVisitor}
            hideStorageNote={place === 'article'}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Shown to a visitor without notes instead of the editor. */
function WriteNotesButton({ onPress }: { onPress: () => void }) {
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

/** Media query for the width from which the lesson page has a sidebar. */
const sidebarQuery = () => matchMedia('(width >= 1340px)');

function subscribe(listener: () => void) {
  const query = sidebarQuery();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

const noSubscription = () => () => undefined;
