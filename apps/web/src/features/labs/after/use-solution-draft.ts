import type { LabOpinion } from '@hexpedition/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

interface Draft {
  text: string;
  /** `updated_at` of the saved text on which the draft is based; undefined if there was none. */
  base: string | undefined;
}

/**
 * Unsaved text of the learner's solution. It is kept in memory while the tab is open, so that visiting another page does
 * not lose it. Without local changes, it shows the saved text.
 */
export function useSolutionDraft(slug: string, saved: LabOpinion['solution']) {
  const client = useQueryClient();
  const key = ['solution draft', slug];
  const [draft, setDraft] = useState(() => client.getQueryData<Draft | null>(key) ?? null);
  const savedText = saved?.text ?? '';
  const isChanged = draft !== null && draft.text !== savedText;
  // Asks before the page closes with unsaved changes.
  useEffect(() => {
    if (!isChanged) return;
    const confirmLeave = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', confirmLeave);
    return () => window.removeEventListener('beforeunload', confirmLeave);
  }, [isChanged]);

  const set = (next: Draft | null) => {
    client.setQueryDefaults(['solution draft'], { gcTime: Number.POSITIVE_INFINITY });
    client.setQueryData(key, next);
    setDraft(next);
  };
  return {
    text: draft?.text ?? savedText,
    isChanged,
    /** Whether another tab or device saved a text after this draft was started. */
    isConflict: isChanged && draft.base !== saved?.updated_at,
    setText: (text: string) => set({ text, base: isChanged ? draft.base : saved?.updated_at }),
    /** Discards the draft and shows the saved text. */
    discard: () => set(null),
    /** Handles a successful save: clears the draft, or rebases text that was typed meanwhile. */
    onSaved: (sent: string, solution: LabOpinion['solution']) => {
      const now = client.getQueryData<Draft | null>(key);
      set(now && now.text !== sent ? { text: now.text, base: solution?.updated_at } : null);
    },
  };
}
