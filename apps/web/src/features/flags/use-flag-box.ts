import type { FlagVerdict } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isApiError, messageOf } from '#lib/api-error.ts';
import { readSession, useSession } from '#lib/session.ts';
import { useSecondsLeft } from '#lib/use-seconds-left.ts';

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
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: submit,
    onSuccess: (verdict) => {
      const result = outcomeOf(verdict);
      setOutcome(result);
      if (result.kind === 'wrong') return;
      setText('');
      // The account's overview, profile and places count points and days.
      void client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).includes(' /api/account/') });
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
    /** Takes the outcome away. */
    dismiss: () => setOutcome(null),
    /** @returns false when there is nothing to send */
    send: (): boolean => {
      const flag = text.trim();
      if (isPending || wait > 0) return true;
      if (!flag) {
        setOutcome({ kind: 'empty' });
        return false;
      }
      // This does not use `signedIn`, because the page hydrates as a visitor's and a press may come at that very
      // moment.
      if (readSession()) {
        mutate(flag);
      } else {
        keepText(id, flag);
        setAsked(true);
      }
      return true;
    },
  };
}

/** How a submission ended, as the box shows it. */
type Outcome =
  | { kind: 'right'; verdict: FlagVerdict }
  | { kind: 'solved' }
  | { kind: 'empty' }
  | { kind: 'wrong'; hint: string | null }
  /** `until`: milliseconds since 1970. */
  | { kind: 'wait'; until: number }
  | { kind: 'failed'; message: string };

export function outcomeOf(verdict: FlagVerdict): Outcome {
  switch (verdict.result) {
    case 'right':
      return { kind: 'right', verdict };
    case 'solved':
      return { kind: 'solved' };
    case 'wrong':
      return { kind: 'wrong', hint: verdict.hint };
  }
}

export function outcomeOfError(error: unknown, now = Date.now()): Outcome {
  if (isApiError(error, 'too_many_requests')) {
    return { kind: 'wait', until: now + (error.retryAfter ?? 30) * 1000 };
  }
  return { kind: 'failed', message: messageOf(error) };
}

/**
 * What a visitor typed before signing in, kept for this tab. Storage may be forbidden; then the text is lost, which is
 * no reason to fail.
 */
const keyOf = (id: string) => `typed:${id}`;

function keepText(id: string, text: string) {
  try {
    sessionStorage.setItem(keyOf(id), text);
  } catch {}
}

/** Reads it and forgets it. */
function takeText(id: string): string | null {
  try {
    const text = sessionStorage.getItem(keyOf(id));
    sessionStorage.removeItem(keyOf(id));
    return text;
  } catch {
    return null;
  }
}
