import type { Subchapter } from '@hexpedition/contract';
import { useEffect, useRef } from 'react';
import { SavedInBrowserNote } from '#entities/account/saved-in-browser-note.tsx';
import { useSession } from '#lib/session.ts';
import { useShortcut } from '#lib/shortcuts.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Label } from '#ui/label.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextArea } from '#ui/text-area.tsx';
import type { NotesState, NotesStore } from '../store/notes-store.ts';
import { useNotes } from '../store/use-notes.ts';
import { MarkList } from './mark-list.tsx';
import { NotesMergeForm } from './notes-merge-form.tsx';
import css from './notes-panel.module.css';
import { NotesSaveStatus } from './notes-save-status.tsx';
import { PublishSwitch } from './publish-switch.tsx';

interface Props {
  lesson: Subchapter;
  completed: boolean;
  /** Focuses the first field. */
  focus?: boolean;
  /** Leaves out the note for visitors that everything is saved in this browser only, because the page shows it already. */
  hideStorageNote?: boolean;
}

/** The user's own notes on the open lesson. */
export default function NotesPanel({ lesson, completed, focus = false, hideStorageNote = false }: Props) {
  const { store, state } = useNotes(lesson.slug);
  const isVisitor = useSession() === null;
  return (
    <section id="notes" className={css.panel} aria-label="My notes">
      <div className={css.head}>
        <Label as="h2">My notes</Label>
        <NotesSaveStatus state={state} />
      </div>
      {state.status === 'loading' ? (
        <Skeleton lines={4} />
      ) : (
        <Editor store={store} state={state} completed={completed} focus={focus} />
      )}
      {isVisitor && !hideStorageNote && <SavedInBrowserNote done className={css.storageNote} />}
    </section>
  );
}

interface EditorProps extends Required<Pick<Props, 'completed' | 'focus'>> {
  store: NotesStore;
  state: NotesState;
}

function Editor({ store, state, completed, focus }: EditorProps) {
  const first = useRef<HTMLTextAreaElement>(null);
  // The editor replaces the button that opened it, so it takes the focus.
  useEffect(() => {
    if (focus) first.current?.focus({ preventScroll: true });
  }, [focus]);
  useShortcut('w', 'Write notes', () => {
    first.current?.focus();
    first.current?.scrollIntoView({ block: 'center' });
  });
  const { content, theirs, status, error, notes } = state;
  const save = () => void store.flush();
  return (
    <>
      {(status === 'failed' || status === 'unreadable') && (
        <Callout kind="warning" role="alert">
          <p>{error}</p>
          <p className={css.storageNote}>Your text is stored in this browser.</p>
          <Button size="sm" onClick={save}>
            Try again
          </Button>
        </Callout>
      )}
      {theirs && <NotesMergeForm mine={content} theirs={theirs} onResolve={(texts) => void store.resolve(texts)} />}
      {!theirs && (
        <>
          <TextArea
            label="What I learned"
            ref={first}
            rows={3}
            maxLength={20_000}
            value={content.what_i_learned}
            onChange={(event) => store.edit({ what_i_learned: event.target.value })}
            onBlur={save}
          />
          <TextArea
            label="What I did not understand"
            rows={3}
            maxLength={20_000}
            value={content.did_not_understand}
            onChange={(event) => store.edit({ did_not_understand: event.target.value })}
            onBlur={save}
          />
        </>
      )}
      <MarkList marks={content.marks} onChange={(marks) => store.edit({ marks })} />
      {notes && content.what_i_learned !== '' && <PublishSwitch store={store} notes={notes} completed={completed} />}
    </>
  );
}
