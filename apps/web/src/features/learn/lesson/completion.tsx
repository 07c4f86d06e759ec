import type { TrainingProgress as ProgressAnswer, Subchapter } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { SavedInBrowserNote } from '#features/account/saved-in-browser-note.public.tsx';
import { SignInPrompt } from '#features/account/sign-in-prompt.public.tsx';
import { isApiError, messageOf } from '#lib/api-error.ts';
import { useApi } from '#lib/query.ts';
import { readSession, useSession } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { HexStep } from '#ui/hex-step.tsx';
import { keepProgress } from '../progress/keep-progress.ts';
import { useKeptAnswers } from '../visit/use-kept-answers.ts';
import { changeVisit, useVisits } from '../visit/visits.public.ts';
import css from './lesson-foot.module.css';

interface Props {
  lesson: Subchapter;
  done: boolean;
  /** Finished, and rewritten since. */
  changed: boolean;
  complete: ReturnType<typeof useComplete>;
}

/** How far the reader is in a lesson, in a line that is there before anything is known of them. */
export function Completion({ lesson, done, changed, complete }: Props) {
  const isVisitor = useSession() === null;
  const isKeptHere = lesson.slug in useVisits();
  const isDone = done && !changed;
  return (
    <div className={css.completion}>
      <p className={css.state} data-done={isDone || undefined} role="status">
        <HexStep state={changed ? 'changed' : isDone ? 'done' : 'open'} size={20} />
        {changed ? 'This lesson was rewritten since you finished it.' : isDone ? 'Completed' : 'Not completed yet'}
      </p>
      <Answered lesson={lesson} />
      {isDone && (
        <Button variant="quiet" size="sm" busy={complete.isPending} onClick={() => complete.mutate(false)}>
          Mark as not done
        </Button>
      )}
      {isVisitor && <SavedInBrowserNote done={isKeptHere} className={css.kept} />}
      {!isVisitor && isKeptHere && (
        <p className={css.kept} role="status">
          The server cannot be reached. This is kept here, and sent when it answers again.
        </p>
      )}
      {isVisitor && complete.data === 'full' && <SignInPrompt>This browser keeps nothing for us.</SignInPrompt>}
      {complete.isError && (
        <p className={css.error} role="alert">
          {messageOf(complete.error)}
        </p>
      )}
    </div>
  );
}

/** `2 of 3 questions answered`, which leads to the first that is not. */
function Answered({ lesson: { slug, revision, modules } }: { lesson: Subchapter }) {
  const quizzes = modules.filter(({ kind }) => kind === 'quiz');
  const kept = useKeptAnswers(slug, revision, quizzes.length > 0);
  const [first, ...others] = quizzes.filter(({ id }) => !kept.get(id)?.correct);
  if (quizzes.length === 0) return null;
  const count = quizzes.length - (first ? others.length + 1 : 0);
  const words = `${count} of ${quizzes.length} answered`;
  return <p className={css.answered}>{first ? <a href={`#quiz-${first.id}`}>{words}</a> : words}</p>;
}

/**
 * Sets or clears the completion of a lesson; for a visitor in this browser. Gives the progress in the training as far as
 * the server has one, or `full` where the browser keeps nothing.
 */
export function useComplete({ slug, revision, training }: Pick<Subchapter, 'slug' | 'revision' | 'training'>) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (completed: boolean): Promise<ProgressAnswer | 'here' | 'full'> => {
      // This does not use the page's session: the page hydrates as a visitor's, and a press may come at that moment.
      if (readSession()) {
        try {
          const progress = await api('POST /api/progress/:training', {
            params: { training: training.slug },
            body: { subchapter: slug, completed },
          });
          await keepProgress(client, progress);
          if (completed) return progress;
        } catch (error) {
          // Without a connection it is kept here as a visitor's is, and goes to the account when there is one again.
          if (!completed || !isApiError(error, 'network')) throw error;
        }
      }
      const isKept = changeVisit(slug, (visit) => {
        if (completed) return { ...visit, training: training.slug, completed: revision };
        const { completed: _, ...rest } = visit ?? { training: training.slug };
        return rest.answers && rest;
      });
      return isKept ? 'here' : 'full';
    },
  });
}
