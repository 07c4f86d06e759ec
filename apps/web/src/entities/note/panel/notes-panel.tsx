import type { NoteMark, Notes, Subchapter } from '@hexpedition/contract';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { SavedInBrowserNote } from '#entities/account/saved-in-browser-note.tsx';
import { messageOf } from '#lib/api-error.ts';
import { clockText } from '#lib/clock-text.ts';
import { when } from '#lib/format.ts';
import { useSession } from '#lib/session.ts';
import { useShortcut } from '#lib/shortcuts.ts';
import { useOptimisticValue } from '#lib/use-optimistic-value.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Icon } from '#ui/icon.tsx';
import { Label } from '#ui/label.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Switch } from '#ui/switch.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { withoutMark } from '../store/merge-notes.ts';
import type { NotesState, NotesStore } from '../store/notes-store.ts';
import { useNotes } from '../store/use-notes.ts';
import { NotesMergeForm } from './notes-merge-form.tsx';
import css from './notes-panel.module.css';

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

/** Shows in small text whether the notes are saved. */
function NotesSaveStatus({ state }: { state: NotesState }) {
  return (
    <p className={css.state} role="status" data-status={state.status}>
      {statusText(state)}
    </p>
  );
}

function statusText({ status, notes }: NotesState): string {
  switch (status) {
    case 'loading':
      return '';
    case 'typing':
    case 'saving':
      return 'Saving';
    case 'failed':
    case 'unreadable':
      return 'Not saved';
    case 'conflict':
      return 'Changed elsewhere';
    case 'saved':
      return notes?.updated_at ? `Saved ${when(notes.updated_at)}` : '';
  }
}

interface EditorProps extends Required<Pick<Props, 'completed' | 'focus'>> {
  store: NotesStore;
  state: NotesState;
}

interface MarkListProps {
  marks: NoteMark[];
  onChange: (marks: NoteMark[]) => void;
}

/** The learner's bookmarks in the videos of the lesson. Each is a button that moves the video to that time. */
function MarkList({ marks, onChange }: MarkListProps) {
  if (marks.length === 0) return null;
  return (
    <div className={css.marks}>
      <Label>Bookmarks</Label>
      <ul>
        {marks.map((mark) => (
          <li key={`${mark.module} ${mark.at} ${mark.text}`} className={css.mark}>
            <button type="button" className={css.seek} onClick={() => seekTo({ module: mark.module, at: mark.at })}>
              <span className={css.time}>{clockText(mark.at)}</span>
              <span>{mark.text || 'No note'}</span>
            </button>
            <button
              type="button"
              className={css.remove}
              aria-label={`Remove the bookmark at ${clockText(mark.at)}`}
              onClick={() => onChange(withoutMark(marks, mark))}
            >
              <Icon name="close" size={14} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Makes the player of a module jump to a time in seconds. The player listens for `hex:seek` on `document`. */
const seekTo = (detail: { module: string; at: number }) =>
  document.dispatchEvent(new CustomEvent('hex:seek', { detail }));

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

interface PublishSwitchProps {
  store: NotesStore;
  notes: Notes;
  completed: boolean;
}

/** Switch for publishing "What I learned" to other learners who completed the lesson. */
function PublishSwitch({ store, notes, completed }: PublishSwitchProps) {
  const publish = useMutation({ mutationFn: (published: boolean) => store.publish(published) });
  const [isPublished, setPublished] = useOptimisticValue(notes.published, publish.mutateAsync);
  return (
    <div className={css.publish}>
      <Switch
        label="Publish what I learned"
        hint={hintOf(notes, completed)}
        checked={isPublished}
        disabled={!completed && !notes.published}
        onChange={(event) => setPublished(event.target.checked)}
      />
      {publish.error && (
        <p className={css.error} role="alert">
          {messageOf(publish.error)}
        </p>
      )}
    </div>
  );
}

function hintOf({ published, hidden }: Notes, completed: boolean): string {
  if (hidden) return 'A superuser has hidden this. Other learners cannot see it.';
  if (!completed && !published) return 'Available once you have completed the lesson.';
  return 'Visible to learners who have completed this lesson, with your username.';
}
