import type { FlagVerdict } from '@hexpedition/contract';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { readSession, useSession } from '#lib/session.ts';
import { useSecondsLeft } from '#lib/use-seconds-left.ts';
import { type Outcome, outcomeOf, outcomeOfError } from './flag-outcome.ts';
import { keepText, takeText } from './kept-text.ts';

export interface FlagSubmission {
  /** Names the box, for what was typed before signing in. */
  id: string;
  submit: (flag: string) => Promise<FlagVerdict>;
  onFound?: (() => void) | undefined;
}

export function useFlagBox({ id, submit, onFound }: FlagSubmission) {
  const signedIn = useSession() !== null;
  const [text, setText] = useState('');
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [asked, setAsked] = useState(false);
  const wait = useSecondsLeft(outcome?.kind === 'wait' ? outcome.until : null);
  const { mutate, isPending } = useMutation({
    mutationFn: submit,
    onSuccess: (verdict) => {
      const result = outcomeOf(verdict);
      setOutcome(result);
      if (result.kind === 'wrong') return;
      setText('');
      onFound?.();
    },
    onError: (error) => setOutcome(outcomeOfError(error)),
  });
  // The text that was typed before signing in is in the storage, which exists only in the browser. A visitor who is
  // still signed out keeps it there for the next page.
  useEffect(() => {
    if (readSession()) setText((typed) => typed || (takeText(id) ?? ''));
  }, [id]);

  return {
    text,
    outcome: outcome?.kind === 'wait' && wait === 0 ? null : outcome,
    /** Seconds until the next attempt. */
    wait,
    busy: isPending,
    askToSignIn: asked && !signedIn,
    change: (value: string) => {
      setText(value);
      if (outcome?.kind !== 'wait') setOutcome(null);
    },
    send: () => {
      const flag = text.trim();
      if (!flag || isPending || wait > 0) return;
      // Not `signedIn`: the page hydrates as a visitor's, and a press may come in that very moment.
      if (readSession()) return mutate(flag);
      keepText(id, flag);
      setAsked(true);
    },
  };
}
