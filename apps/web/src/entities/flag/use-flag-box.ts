import type { FlagVerdict } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isApiError, messageOf } from '#lib/api-error.ts';
import { readSession, useSession } from '#lib/session.ts';
import { useSecondsLeft } from '#lib/use-seconds-left.ts';

export interface FlagSubmission {
  /** Identifies the box. The text typed before signing in is stored under this id. */
  id: string;
  submit: (flag: string) => Promise<FlagVerdict>;
  onFound?: (() => void) | undefined;
  /** Keeps a visitor's correct flag for a later account. Without it, submitting needs an account. */
  keep?: ((flag: string) => void) | undefined;
}

export function useFlagBox({ id, submit, onFound, keep }: FlagSubmission) {
  const signedIn = useSession() !== null;
  const [text, setText] = useState('');
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [sentByVisitor, setSentByVisitor] = useState(false);
  const wait = useSecondsLeft(outcome?.kind === 'wait' ? outcome.until : null);
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async (flag: string) => ({ flag, byVisitor: !readSession(), verdict: await submit(flag) }),
    onSuccess: ({ flag, byVisitor, verdict }) => {
      const result = outcomeOf(verdict, byVisitor);
      setOutcome(result);
      if (result.kind === 'wrong') return;
      setText('');
      if (byVisitor) return keep?.(flag);
      // The account's overview, profile and ranks depend on points and days.
      void client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).includes(' /api/account/') });
      onFound?.();
    },
    onError: (error) => setOutcome(outcomeOfError(error)),
  });
  // The text that was typed before signing in is in sessionStorage, which exists only in the browser. For a visitor
  // who is still signed out, it stays there for the next page.
  useEffect(() => {
    if (readSession()) setText((typed) => typed || (takeTypedFlag(id) ?? ''));
  }, [id]);

  return {
    text,
    outcome: outcome?.kind === 'wait' && wait === 0 ? null : outcome,
    /** Seconds until the next attempt. */
    wait,
    busy: isPending,
    needsSignIn: sentByVisitor && !signedIn,
    change: (value: string) => {
      setText(value);
      if (outcome?.kind !== 'wait') setOutcome(null);
    },
    /** Removes the outcome. */
    dismiss: () => setOutcome(null),
    /** @returns false if the field is empty */
    send: (): boolean => {
      const flag = text.trim();
      if (isPending || wait > 0) return true;
      if (!flag) {
        setOutcome({ kind: 'empty' });
        return false;
      }
      // This does not use `signedIn`: the page hydrates in the signed-out state, and a click may come during
      // hydration.
      if (keep || readSession()) {
        mutate(flag);
      } else {
        storeTypedFlag(id, flag);
        setSentByVisitor(true);
      }
      return true;
    },
  };
}

/** The result of a submission, as the box shows it. */
type Outcome =
  | { kind: 'right'; verdict: FlagVerdict }
  | { kind: 'solved' }
  /** Correct, without an account. */
  | { kind: 'kept' }
  | { kind: 'empty' }
  | { kind: 'wrong'; hint: string | null }
  /** `until`: milliseconds since 1970. */
  | { kind: 'wait'; until: number }
  | { kind: 'failed'; message: string };

export function outcomeOf(verdict: FlagVerdict, byVisitor = false): Outcome {
  switch (verdict.result) {
    case 'right':
      return byVisitor ? { kind: 'kept' } : { kind: 'right', verdict };
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
 * The key of the text that a visitor typed before signing in. It is stored for this tab. If storage is forbidden, the
 * text is lost, but nothing fails.
 */
const keyOf = (id: string) => `typed:${id}`;

function storeTypedFlag(id: string, text: string) {
  try {
    sessionStorage.setItem(keyOf(id), text);
  } catch {}
}

/** Reads and removes the stored text. */
function takeTypedFlag(id: string): string | null {
  try {
    const text = sessionStorage.getItem(keyOf(id));
    sessionStorage.removeItem(keyOf(id));
    return text;
  } catch {
    return null;
  }
}
