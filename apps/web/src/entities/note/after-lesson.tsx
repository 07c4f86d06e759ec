import type { Subchapter } from '@hexpedition/contract';
import css from './after-lesson/after-lesson.module.css';
import { FeedbackForm } from './after-lesson/feedback-form.tsx';
import { NotesReminder } from './after-lesson/notes-reminder.tsx';
import { PublishedNotes } from './after-lesson/published-notes.tsx';

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
