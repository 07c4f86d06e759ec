import { dateFormat } from '#lib/format.ts';
import type { NotesState } from '../keeper/notes-keeper.ts';
import css from './notes-panel.module.css';

const clock = dateFormat({ hour: '2-digit', minute: '2-digit' });

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
      return notes?.updated_at ? `Saved ${when(new Date(notes.updated_at))}` : '';
  }
}

/** The time of today, or an earlier day. */
function when(at: Date): string {
  if (at.toDateString() === new Date().toDateString()) return `at ${clock(at)}`;
  return at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
}
