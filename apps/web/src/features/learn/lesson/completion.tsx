import type { TrainingProgress as ProgressAnswer, Subchapter } from '@hexpedition/contract';
import { useState } from 'react';
import { SignInPrompt } from '#features/account/sign-in-prompt.public.tsx';
import { messageOf } from '#lib/api-error.ts';
import { readSession, useSession } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { HexStep } from '#ui/hex-step.tsx';
import css from './lesson-foot.module.css';
import { useComplete } from './use-complete.ts';

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
    // Not `signedIn`: the page hydrates as a visitor's, and a press may come in that very moment.
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
