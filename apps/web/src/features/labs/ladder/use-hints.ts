import type { Lab, OpenHints } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { putAnswer, useApi, usePersonalQuery } from '#lib/query.ts';
import { readSession, useSession } from '#lib/session.ts';
import { hintsQuery } from '../queries.public.ts';

/**
 * The hints of a lab that are open: the server knows a learner's, the browser a visitor's. What a visitor has opened
 * goes to the account that they sign in to.
 */
export function useHints({ slug, hints: all }: Pick<Lab, 'slug' | 'hints'>) {
  const api = useApi();
  const client = useQueryClient();
  const signedIn = useSession() !== null;
  const own = usePersonalQuery(hintsQuery(slug));
  const [visitors, setVisitors] = useState<OpenHints['hints']>([]);
  const { mutate, isPending, variables, error } = useMutation({
    // One after the other: each answer holds what was opened before it.
    scope: { id: `hints ${slug}` },
    mutationFn: (number: number) => api('POST /api/lab/:slug/hints', { params: { slug }, body: { number } }),
    onSuccess: async (answer, number) => {
      // This does not use `signedIn`, because a press may come before the page knows.
      if (readSession()) {
        await putAnswer(client, hintsQuery(slug), answer);
        forget(slug, number);
      } else {
        setVisitors((before) => [...before.filter((one) => !answer.hints.some(isSame(one))), ...answer.hints]);
        // The server opens those before it as well.
        const flag = all[number - 1]?.flag;
        remember(slug, number, (other) => all[other - 1]?.flag === flag);
      }
    },
  });
  // What a visitor has opened is in the storage, which exists only in the browser.
  useEffect(() => {
    // The page hydrates as a visitor's: a learner is known a moment later.
    if ((readSession() !== null) !== signedIn) return;
    for (const number of readOpened()[slug] ?? []) mutate(number);
  }, [slug, signedIn, mutate]);
  return {
    /** What they say, by their number. */
    texts: new Map<number, string>(
      ((signedIn ? own.data?.hints : visitors) ?? []).map(({ number, html }) => [number, html]),
    ),
    open: (number: number, onOpen: () => void) => mutate(number, { onSuccess: onOpen }),
    /** The number of the hint that is being opened. */
    opening: isPending ? variables : undefined,
    /** Why a hint could not be opened, and which. */
    failed: error && variables !== undefined ? { number: variables, error } : undefined,
  };
}

const isSame = (one: OpenHints['hints'][number]) => (other: OpenHints['hints'][number]) => one.number === other.number;

const storageKey = 'hints';

/**
 * What a visitor has opened here of each lab: the last hint of each flag. Storage may be forbidden, or hold rubbish; it
 * may also hold one number from when a lab had one row of hints.
 */
function readOpened(): Record<string, number[]> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    if (typeof value !== 'object' || value === null) return {};
    return Object.fromEntries(
      Object.entries(value).map(([slug, opened]) => [slug, [opened].flat().filter(Number.isInteger)]),
    );
  } catch {
    return {};
  }
}

const forget = (slug: string, number: number) =>
  store(
    slug,
    (readOpened()[slug] ?? []).filter((other) => other !== number),
  );

const remember = (slug: string, number: number, isOfSameFlag: (other: number) => boolean) =>
  store(slug, [...(readOpened()[slug] ?? []).filter((other) => other > number || !isOfSameFlag(other)), number]);

function store(slug: string, numbers: readonly number[]) {
  try {
    const { [slug]: _before, ...others } = readOpened();
    const after = numbers.length > 0 ? { ...others, [slug]: numbers } : others;
    if (Object.keys(after).length > 0) localStorage.setItem(storageKey, JSON.stringify(after));
    else localStorage.removeItem(storageKey);
  } catch {
    // Then it is not remembered, which is no reason to fail.
  }
}
