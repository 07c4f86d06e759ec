import type { AdminMailTemplate, WordingPart } from '@hexpedition/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { differingParts, type TemplateTexts, toTexts } from './template-texts.ts';

interface Draft {
  words: TemplateTexts;
  /** Template that the draft was started from. */
  base: AdminMailTemplate;
}

/**
 * Draft of a mail template's text. The query cache keeps it while the tab is open, so that opening another page loses
 * nothing. Without local changes, the hook shows what other superusers save.
 */
export function useWordingDraft(letter: AdminMailTemplate) {
  const client = useQueryClient();
  const key = ['wording draft', letter.kind];
  const [draft, setDraft] = useState(() => client.getQueryData<Draft>(key));
  const isChanged = draft !== undefined && differingParts(draft.words, toTexts(draft.base.wording)).length > 0;
  const isCurrent = isChanged || draft?.base.revision === letter.revision;
  const { words, base } = draft && isCurrent ? draft : { words: toTexts(letter.wording), base: letter };

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
    /** Another superuser has saved a newer revision than the draft's base. */
    isConflict: isChanged && base.revision !== letter.revision,
    revision: base.revision,
    write: (part: WordingPart, text: string) => set({ words: { ...words, [part]: text }, base }),
    /** Keeps the draft and bases it on the saved revision. */
    rebase: () => set({ words, base: letter }),
    /** Replaces the draft with the saved text. */
    settle: (saved: AdminMailTemplate = letter) => set({ words: toTexts(saved.wording), base: saved }),
  };
}

export type WordingDraft = ReturnType<typeof useWordingDraft>;
