import type { Subchapter } from '@hexpedition/contract';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '#lib/api-error.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import css from './after-lesson/after-lesson.module.css';
import { FeedbackForm } from './after-lesson/feedback-form.tsx';
import { PublishedNotes } from './after-lesson/published-notes.tsx';
import { useNotes } from './store/use-notes.ts';

/** Shown after a completed lesson: a reminder to write notes, the feedback form, and the notes of other learners. */
export default function AfterLesson({ lesson }: { lesson: Subchapter }) {
  return (
    <div className={css.after}>
      <NotesReminder lesson={lesson.slug} />
      <FeedbackForm lesson={lesson.slug} />
      <PublishedNotes lesson={lesson.slug} />
    </div>
  );
}

/** Reminds the learner to write notes, until there are some or the reminder is postponed by a day. */
function NotesReminder({ lesson }: { lesson: string }) {
  const notes = useNotes(lesson);
  const snooze = useMutation({ mutationFn: () => notes.store.snooze() });
  if (!notes.state.notes) return null;
  const { content } = notes.state;
  const { updated_at, snoozed_until } = notes.state.notes;
  if (snooze.isSuccess) {
    return (
      <p className={css.quiet} role="status">
        From tomorrow on, the notes page reminds you of this lesson.
      </p>
    );
  }
  const isPostponed = snoozed_until !== null && new Date(snoozed_until) > new Date();
  if (updated_at !== null || isPostponed || content.what_i_learned || content.did_not_understand) return null;
  return (
    <Callout kind="tip" title="Write down what you learned">
      <p>What did you learn in this lesson? Your notes come back for review shortly before you would forget them.</p>
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

/** The notes panel is elsewhere on the page, at a position that depends on the width. */
function focusNotes() {
  const field = document.querySelector<HTMLTextAreaElement>('#notes textarea');
  field?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'center' });
}
