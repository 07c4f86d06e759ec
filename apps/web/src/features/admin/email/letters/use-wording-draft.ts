import type { Letter, WordingPart } from '@hexpedition/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { differingParts, toWords, type Words } from './words.ts';

interface Draft {
  words: Words;
  /** The letter as it was when the first word of the draft was written. */
  base: Letter;
}

/**
 * The words of a letter while they are written. They are kept while the tab is open, so that a look at another page
 * loses nothing. As long as nothing was written here, what somebody else saves is simply shown.
 */
export function useWordingDraft(letter: Letter) {
  const client = useQueryClient();
  const key = ['wording draft', letter.kind];
  const [draft, setDraft] = useState(() => client.getQueryData<Draft>(key));
  const isChanged = draft !== undefined && differingParts(draft.words, toWords(draft.base.wording)).length > 0;
  const isCurrent = isChanged || draft?.base.revision === letter.revision;
  const { words, base } = draft && isCurrent ? draft : { words: toWords(letter.wording), base: letter };

  // The page going away is outside React.
  useEffect(() => {
    if (!isChanged) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isChanged]);

  const set = (next: Draft) => {
    client.setQueryDefaults(['wording draft'], { gcTime: Number.POSITIVE_INFINITY });
    client.setQueryData(key, next);
    setDraft(next);
  };
  return {
    words,
    isChanged,
    /** Somebody else has saved other words than those that these began with. */
    isConflict: isChanged && base.revision !== letter.revision,
    revision: base.revision,
    write: (part: WordingPart, text: string) => set({ words: { ...words, [part]: text }, base }),
    /** Goes on with one's own words from what is saved now. */
    rebase: () => set({ words, base: letter }),
    /** Goes on with what is saved, or with what was just saved. */
    settle: (saved: Letter = letter) => set({ words: toWords(saved.wording), base: saved }),
  };
}

export type WordingDraft = ReturnType<typeof useWordingDraft>;
