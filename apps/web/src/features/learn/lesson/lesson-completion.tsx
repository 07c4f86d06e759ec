import type { TrainingProgress as ProgressAnswer, Subchapter } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { SavedInBrowserNote } from '#entities/account/saved-in-browser-note.tsx';
import { SignInPrompt } from '#entities/account/sign-in-prompt.tsx';
import { storeProgress } from '#entities/progress/store-progress.ts';
import { useStoredAnswers } from '#entities/progress/use-stored-answers.ts';
import { changeVisitorProgress, useVisitorProgress, withoutEmptyParts } from '#entities/progress/visitor-progress.ts';
import { isApiError, messageOf } from '#lib/api-error.ts';
import { useApi } from '#lib/query.ts';
import { readSession, useSession } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { HexStep } from '#ui/hex-step.tsx';
import css from './lesson-footer.module.css';

interface Props {
  lesson: Subchapter;
  done: boolean;
  /** Whether the lesson was rewritten since the learner completed it. */
  changed: boolean;
  complete: ReturnType<typeof useComplete>;
}

/** Completion state of a lesson. The line is always there, so that it causes no layout shift when the state loads. */
export function LessonCompletion({ lesson, done, changed, complete }: Props) {
  const isVisitor = useSession() === null;
  const isStoredLocally = lesson.slug in useVisitorProgress();
  const isDone = done && !changed;
  return (
    <div className={css.completion}>
      <p className={css.state} data-done={isDone || undefined} role="status">
        <HexStep state={changed ? 'changed' : isDone ? 'done' : 'open'} size={20} />
        {changed ? 'This lesson has changed since you completed it.' : isDone ? 'Completed' : 'Not completed yet'}
      </p>
      <AnswerCount lesson={lesson} />
      {isDone && (
        <Button variant="quiet" size="sm" busy={complete.isPending} onClick={() => complete.mutate(false)}>
          Mark as incomplete
        </Button>
      )}
      {isVisitor && <SavedInBrowserNote done={isStoredLocally} className={css.storageNote} />}
      {!isVisitor && isStoredLocally && (
        <p className={css.storageNote} role="status">
          The server is unreachable. Your progress is saved in this browser and sent when the server is back.
        </p>
      )}
      {isVisitor && complete.data === 'full' && <SignInPrompt>This browser cannot store your progress.</SignInPrompt>}
      {complete.isError && (
        <p className={css.error} role="alert">
          {messageOf(complete.error)}
        </p>
      )}
    </div>
  );
}

/** Shows `2 of 3 answered`, with a link to the first open question. */
function AnswerCount({ lesson: { slug, revision, modules } }: { lesson: Subchapter }) {
  const quizzes = modules.filter(({ kind }) => kind === 'quiz');
  const stored = useStoredAnswers(slug, revision, quizzes.length > 0);
  const [first, ...others] = quizzes.filter(({ id }) => !stored.get(id)?.correct);
  if (quizzes.length === 0) return null;
  const count = quizzes.length - (first ? others.length + 1 : 0);
  const text = `${count} of ${quizzes.length} answered`;
  return <p className={css.answered}>{first ? <a href={`#quiz-${first.id}`}>{text}</a> : text}</p>;
}

/**
 * Sets or clears the completion of a lesson: on the server, or in this browser for a visitor. Returns the progress from
 * the server, `local` if this browser stored it, or `full` if the browser cannot store it.
 */
export function useComplete({ slug, revision, training }: Pick<Subchapter, 'slug' | 'revision' | 'training'>) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (completed: boolean): Promise<ProgressAnswer | 'local' | 'full'> => {
      // Reads the session directly: the page hydrates as logged out, and the click may come before `useSession` updates.
      if (readSession()) {
        try {
          const progress = await api('POST /api/progress/:training', {
            params: { training: training.slug },
            body: { subchapter: slug, completed },
          });
          await storeProgress(client, progress);
          if (completed) return progress;
        } catch (error) {
          // Offline: stores the completion locally, as for a visitor, and uploads it when the connection is back.
          if (!completed || !isApiError(error, 'network')) throw error;
        }
      }
      const isStored = changeVisitorProgress(slug, (visit) => {
        if (completed) return { ...visit, training: training.slug, completed: revision };
        const { completed: _, ...rest } = visit ?? { training: training.slug };
        return withoutEmptyParts(rest);
      });
      return isStored ? 'local' : 'full';
    },
  });
}
