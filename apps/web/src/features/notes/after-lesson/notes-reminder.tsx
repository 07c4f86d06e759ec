import { useMutation } from '@tanstack/react-query';
import { messageOf } from '#lib/api-error.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { useNotes } from '../keeper/use-notes.ts';
import css from './after-lesson.module.css';

/** Asks for a line or two while the lesson is fresh, until some are written or the learner wants to wait a day. */
export function NotesReminder({ lesson }: { lesson: string }) {
  const notes = useNotes(lesson);
  const snooze = useMutation({ mutationFn: () => notes.keeper.snooze() });
  if (!notes.state.notes) return null;
  const { written } = notes.state;
  const { updated_at, snoozed_until } = notes.state.notes;
  if (snooze.isSuccess) {
    return (
      <p className={css.quiet} role="status">
        Tomorrow it is: the lesson will wait among your notes.
      </p>
    );
  }
  const isOff = snoozed_until !== null && new Date(snoozed_until) > new Date();
  if (updated_at !== null || isOff || written.what_i_learned || written.did_not_understand) return null;
  return (
    <Callout kind="tip" title="Two lines now save an hour later">
      <p>What did you take from this lesson? What you note comes back for review when you are about to forget it.</p>
      <div className={css.actions}>
        <Button size="sm" onClick={focusNotes}>
          Write notes
        </Button>
        <Button size="sm" variant="quiet" busy={snooze.isPending} onClick={() => snooze.mutate()}>
          Remind me tomorrow
        </Button>
      </div>
      {snooze.error && (
        <p className={css.error} role="alert">
          {messageOf(snooze.error)}
        </p>
      )}
    </Callout>
  );
}

/** The panel stands elsewhere on the page; where depends on the width. */
function focusNotes() {
  const field = document.querySelector<HTMLTextAreaElement>('#notes textarea');
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'center' });
}
