import type { Subchapter } from '@hexpedition/contract';
import { useEffect, useRef } from 'react';
import { SavedInBrowserNote } from '#features/account/saved-in-browser-note.public.tsx';
import { useSession } from '#lib/session.ts';
import { useShortcut } from '#lib/shortcuts.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Label } from '#ui/label.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextArea } from '#ui/text-area.tsx';
import type { NotesKeeper, NotesState } from '../keeper/notes-keeper.ts';
import { useNotes } from '../keeper/use-notes.ts';
import { MarkList } from './mark-list.tsx';
import { MergeNotes } from './merge-notes.tsx';
import css from './notes-panel.module.css';
import { PublishSwitch } from './publish-switch.tsx';
import { SaveState } from './save-state.tsx';

interface Props {
  lesson: Subchapter;
  done: boolean;
  /** It was opened to be written in. */
  focus?: boolean;
  /** The page says elsewhere where a visitor's things are kept. */
  quiet?: boolean;
}

/** The reader's own notes on the lesson that is open. */
export default function NotesPanel({ lesson, done, focus = false, quiet = false }: Props) {
  const { keeper, state } = useNotes(lesson.slug);
  const isVisitor = useSession() === null;
  return (
    <section id="notes" className={css.panel} aria-label="My notes">
      <div className={css.head}>
        <Label as="h2">My notes</Label>
        <SaveState state={state} />
      </div>
      {state.status === 'loading' ? (
        <Skeleton lines={4} />
      ) : (
        <Editor keeper={keeper} state={state} done={done} focus={focus} />
      )}
      {isVisitor && !quiet && <SavedInBrowserNote done className={css.kept} />}
    </section>
  );
}

interface EditorProps extends Required<Pick<Props, 'done' | 'focus'>> {
  keeper: NotesKeeper;
  state: NotesState;
}

function Editor({ keeper, state, done, focus }: EditorProps) {
  const first = useRef<HTMLTextAreaElement>(null);
  // It comes in place of the button that asked for it, and takes the focus over.
  useEffect(() => {
    if (focus) first.current?.focus({ preventScroll: true });
  }, [focus]);
  useShortcut('w', 'Write notes', () => {
    first.current?.focus();
    first.current?.scrollIntoView({ block: 'center' });
  });
  const { written, theirs, status, error, notes } = state;
  const save = () => void keeper.flush();
  return (
    <>
      {(status === 'failed' || status === 'unreadable') && (
        <Callout kind="warning" role="alert">
          <p>{error}</p>
          <p className={css.kept}>What you typed is kept in this browser.</p>
          <Button size="sm" onClick={save}>
            Try again
          </Button>
        </Callout>
      )}
      {theirs && <MergeNotes mine={written} theirs={theirs} onResolve={(texts) => void keeper.resolve(texts)} />}
      {!theirs && (
        <>
          <TextArea
            label="What I learned"
            ref={first}
            rows={3}
            maxLength={20_000}
            value={written.what_i_learned}
            onChange={(event) => keeper.edit({ what_i_learned: event.target.value })}
            onBlur={save}
          />
          <TextArea
            label="What I did not understand"
            rows={3}
            maxLength={20_000}
            value={written.did_not_understand}
            onChange={(event) => keeper.edit({ did_not_understand: event.target.value })}
            onBlur={save}
          />
        </>
      )}
      <MarkList marks={written.marks} onChange={(marks) => keeper.edit({ marks })} />
      {notes && written.what_i_learned !== '' && <PublishSwitch keeper={keeper} notes={notes} done={done} />}
    </>
  );
}
