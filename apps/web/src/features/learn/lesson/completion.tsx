import type { TrainingProgress as ProgressAnswer, Subchapter } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { SignInPrompt } from '#features/account/sign-in-prompt.public.tsx';
import { messageOf } from '#lib/api-error.ts';
import { useApi } from '#lib/query.ts';
import { readSession, useSession } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { HexStep } from '#ui/hex-step.tsx';
import { keepProgress } from '../progress/keep-progress.ts';
import css from './lesson-foot.module.css';

interface Props {
  lesson: Subchapter;
  done: boolean;
  /** Finished, and rewritten since. */
  changed: boolean;
  onCompleted: (progress: ProgressAnswer) => void;
}

export function Completion({ lesson, done, changed, onCompleted }: Props) {
  const signedIn = useSession() !== null;
  const [asked, setAsked] = useState(false);
  const complete = useComplete(lesson);
  const mark = (completed: boolean) => {
    // This does not use `signedIn`, because the page hydrates as a visitor's and a press may come at that very moment.
    if (!readSession()) return setAsked(true);
    complete.mutate(completed, { onSuccess: (progress) => completed && onCompleted(progress) });
  };
  return (
    <div className={css.completion}>
      {done && !changed ? (
        <>
          <p className={css.done} role="status">
            <HexStep state="done" size={24} />
            Completed
          </p>
          <Button variant="quiet" size="sm" busy={complete.isPending} onClick={() => mark(false)}>
            Take it back
          </Button>
        </>
      ) : (
        <Button
          variant={signedIn ? 'primary' : 'secondary'}
          icon="tick"
          busy={complete.isPending}
          onClick={() => mark(true)}
        >
          {changed ? 'I have read it again' : 'Mark as complete'}
        </Button>
      )}
      {changed && <p className={css.note}>This lesson was rewritten since you finished it.</p>}
      {asked && !signedIn && <SignInPrompt>Keeping your progress needs an account.</SignInPrompt>}
      {complete.isError && (
        <p className={css.error} role="alert">
          {messageOf(complete.error)}
        </p>
      )}
    </div>
  );
}

/** Sets or clears the completion of a lesson. */
function useComplete({ slug, training }: Pick<Subchapter, 'slug' | 'training'>) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (completed: boolean) =>
      api('POST /api/progress/:training', {
        params: { training: training.slug },
        body: { subchapter: slug, completed },
      }),
    onSuccess: (progress) => keepProgress(client, progress),
  });
}
