import type { LabOpinion } from '@hexpedition/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

interface Draft {
  text: string;
  /** When what it began with was saved; undefined where there was nothing. */
  base: string | undefined;
}

/**
 * The text of a solution while it is written. It is kept while the tab is open, so that a look at another page loses
 * nothing. As long as nothing was written here, what was saved elsewhere is simply shown.
 */
export function useSolutionDraft(slug: string, saved: LabOpinion['solution']) {
  const client = useQueryClient();
  const key = ['solution draft', slug];
  const [draft, setDraft] = useState(() => client.getQueryData<Draft | null>(key) ?? null);
  const savedText = saved?.text ?? '';
  const isChanged = draft !== null && draft.text !== savedText;
  // The page going away is outside React.
  useEffect(() => {
    if (!isChanged) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isChanged]);

  const set = (next: Draft | null) => {
    client.setQueryDefaults(['solution draft'], { gcTime: Number.POSITIVE_INFINITY });
    client.setQueryData(key, next);
    setDraft(next);
  };
  return {
    text: draft?.text ?? savedText,
    isChanged,
    /** Another text was saved, in another tab or on another device, since this one was begun. */
    isConflict: isChanged && draft.base !== saved?.updated_at,
    write: (text: string) => set({ text, base: isChanged ? draft.base : saved?.updated_at }),
    /** Goes on with what is saved. */
    settle: () => set(null),
    /** A text of this draft was saved; what was written meanwhile goes on from there. */
    keep: (sent: string, solution: LabOpinion['solution']) => {
      const now = client.getQueryData<Draft | null>(key);
      set(now && now.text !== sent ? { text: now.text, base: solution?.updated_at } : null);
    },
  };
}
