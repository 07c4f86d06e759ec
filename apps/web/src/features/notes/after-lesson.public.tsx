import type { Subchapter } from '@hexpedition/contract';
import css from './after-lesson/after-lesson.module.css';
import { FeedbackForm } from './after-lesson/feedback-form.tsx';
import { NotesReminder } from './after-lesson/notes-reminder.tsx';
import { PublishedNotes } from './after-lesson/published-notes.tsx';

/** What there is to do with a lesson once it is finished: write, read what others wrote, say how it was. */
export default function AfterLesson({ lesson }: { lesson: Subchapter }) {
  return (
    <div className={css.after}>
      <NotesReminder lesson={lesson.slug} />
      <FeedbackForm lesson={lesson.slug} />
      <PublishedNotes lesson={lesson.slug} />
    </div>
  );
}
