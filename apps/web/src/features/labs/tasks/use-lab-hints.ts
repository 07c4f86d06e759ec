import type { Lab, OpenHints } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { hintsQuery } from '#entities/lab/lab-queries.ts';
import { setQueryResult, useApi, usePersonalQuery } from '#lib/query.ts';
import { readSession, useSession } from '#lib/session.ts';

/**
 * Loads and opens the hints of a lab. The server stores the open hints of a learner, the browser those of a visitor. They
 * move to the account when the visitor logs in.
 */
export function useLabHints({ slug, hints: all }: Pick<Lab, 'slug' | 'hints'>) {
  const api = useApi();
  const client = useQueryClient();
  const signedIn = useSession() !== null;
  const own = usePersonalQuery(hintsQuery(slug));
  const [visitorHints, setVisitorHints] = useState<OpenHints['hints']>([]);
  const { mutate, isPending, variables, error } = useMutation({
    // One request after the other, because each response contains the hints that were opened before.
    scope: { id: `hints ${slug}` },
    mutationFn: (number: number) => api('POST /api/lab/:slug/hints', { params: { slug }, body: { number } }),
    onSuccess: async (answer, number) => {
      // Reads the session directly, because the click may come before `signedIn` updates.
      if (readSession()) {
        await setQueryResult(client, hintsQuery(slug), answer);
        forget(slug, number);
      } else {
        setVisitorHints((before) => [...before.filter((one) => !answer.hints.some(isSame(one))), ...answer.hints]);
        // The server also opens the hints before it.
        const flag = all[number - 1]?.flag;
        remember(slug, number, (other) => all[other - 1]?.flag === flag);
      }
    },
  });
  // Opens the hints that a visitor has in the local storage.
  useEffect(() => {
    // The page hydrates as logged out. Waits until `signedIn` matches the session.
    if ((readSession() !== null) !== signedIn) return;
    for (const number of readOpenedHints()[slug] ?? []) mutate(number);
  }, [slug, signedIn, mutate]);
  return {
    /** Texts of the open hints, by number. */
    texts: new Map<number, string>(
      ((signedIn ? own.data?.hints : visitorHints) ?? []).map(({ number, html }) => [number, html]),
    ),
    open: (number: number, onOpen: () => void) => mutate(number, { onSuccess: onOpen }),
    /** The number of the hint that is being opened. */
    opening: isPending ? variables : undefined,
    /** Error of the last hint that could not be opened, with its number. */
    failed: error && variables !== undefined ? { number: variables, error } : undefined,
  };
}

const isSame = (one: OpenHints['hints'][number]) => (other: OpenHints['hints'][number]) => one.number === other.number;

const storageKey = 'hints';

/**
 * Reads the hints that a visitor has opened: the last hint of each flag, by lab. Storage may be blocked or hold invalid
 * data. It may also hold a single number, from when a lab had one list of hints.
 */
function readOpenedHints(): Record<string, number[]> {
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
    (readOpenedHints()[slug] ?? []).filter((other) => other !== number),
  );

const remember = (slug: string, number: number, isOfSameFlag: (other: number) => boolean) =>
  store(slug, [...(readOpenedHints()[slug] ?? []).filter((other) => other > number || !isOfSameFlag(other)), number]);

function store(slug: string, numbers: readonly number[]) {
  try {
    const { [slug]: _before, ...others } = readOpenedHints();
    const after = numbers.length > 0 ? { ...others, [slug]: numbers } : others;
    if (Object.keys(after).length > 0) localStorage.setItem(storageKey, JSON.stringify(after));
    else localStorage.removeItem(storageKey);
  } catch {
    // Storage is blocked, so the hint is not remembered.
  }
}
