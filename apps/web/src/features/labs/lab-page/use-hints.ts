import type { OpenHints } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useApi, usePersonalQuery } from '#lib/query.ts';
import { readSession, useSession } from '#lib/session.ts';
import { hintsQuery } from '../queries.public.ts';

/**
 * The hints of a lab that are open: the server knows a learner's, the browser a visitor's. What a visitor has opened
 * goes to the account that they sign in to.
 */
export function useHints(slug: string) {
  const api = useApi();
  const client = useQueryClient();
  const signedIn = useSession() !== null;
  const own = usePersonalQuery(hintsQuery(slug));
  const [visitors, setVisitors] = useState<OpenHints['hints']>([]);
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (number: number) => api('POST /api/lab/:slug/hints', { params: { slug }, body: { number } }),
    onSuccess: async (answer, number) => {
      // This does not use `signedIn`, because a press may come before the page knows.
      if (readSession()) {
        const { queryKey } = hintsQuery(slug);
        // A question that is on its way may carry the state from before.
        await client.cancelQueries({ queryKey });
        client.setQueryData(queryKey, answer);
        remember(slug, 0);
      } else {
        setVisitors(answer.hints);
        remember(slug, number);
      }
    },
  });
  // What a visitor has opened is in the storage, which exists only in the browser.
  useEffect(() => {
    const opened = readOpened()[slug] ?? 0;
    // The page hydrates as a visitor's: a learner is known a moment later.
    if (opened > 0 && (readSession() !== null) === signedIn) mutate(opened);
  }, [slug, signedIn, mutate]);
  return {
    hints: (signedIn ? own.data?.hints : visitors) ?? [],
    open: (number: number, onOpen: () => void) => mutate(number, { onSuccess: onOpen }),
    /** The number of the hint that is being opened. */
    opening: isPending ? variables : undefined,
    error,
  };
}

const storageKey = 'hints';

/** How many hints of each lab were opened here by a visitor. Storage may be forbidden, or hold rubbish. */
function readOpened(): Record<string, number> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    if (typeof value !== 'object' || value === null) return {};
    return Object.fromEntries(Object.entries(value).filter(([, count]) => Number.isInteger(count)));
  } catch {
    return {};
  }
}

function remember(slug: string, count: number) {
  try {
    const { [slug]: _before, ...others } = readOpened();
    const after = count > 0 ? { ...others, [slug]: count } : others;
    if (Object.keys(after).length > 0) localStorage.setItem(storageKey, JSON.stringify(after));
    else localStorage.removeItem(storageKey);
  } catch {
    // Then it is not remembered, which is no reason to fail.
  }
}
