import { when } from '#lib/format.ts';
import type { NotesState } from '../keeper/notes-keeper.ts';
import css from './notes-panel.module.css';

/** Says in small print whether what was typed is saved. */
export function SaveState({ state }: { state: NotesState }) {
  return (
    <p className={css.state} role="status" data-status={state.status}>
      {words(state)}
    </p>
  );
}

function words({ status, notes }: NotesState): string {
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
