import { when } from '#lib/format.ts';
import type { NotesState } from '../store/notes-store.ts';
import css from './notes-panel.module.css';

/** Shows in small text whether the notes are saved. */
export function NotesSaveStatus({ state }: { state: NotesState }) {
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
