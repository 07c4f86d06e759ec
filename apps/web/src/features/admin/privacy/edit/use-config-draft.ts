import type { ConsentConfig, PrivacyDesk } from '@hexpedition/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isSame } from '../same.ts';
import { readConfig } from './shape.ts';

/** What the server has: the draft, or what is active where there is no draft. */
interface Saved {
  config: ConsentConfig;
  /** Of the draft; 0 where there is none. */
  revision: number;
  /** The number of the active version. */
  version: number;
}

interface Kept {
  config: ConsentConfig;
  /** What the server had when the first change was made. */
  base: Saved;
  /** JSON that cannot be read yet. It is kept as it was typed, and `config` is what could be read last. */
  text?: string | undefined;
}

const key = ['consent draft'];

const savedOf = ({ active, draft }: PrivacyDesk): Saved => ({
  config: draft?.config ?? active.config,
  revision: draft?.revision ?? 0,
  version: active.number,
});

function keep(client: QueryClient, kept: Kept) {
  client.setQueryDefaults(key, { gcTime: Number.POSITIVE_INFINITY });
  client.setQueryData(key, kept);
}

/** Puts a configuration into the form, where it waits to be saved. */
export const putIntoForm = (client: QueryClient, desk: PrivacyDesk, config: ConsentConfig) =>
  keep(client, { config, base: savedOf(desk) });

/** Whether the form holds something that is not saved. */
export function hasUnsaved(client: QueryClient): boolean {
  const kept = client.getQueryData<Kept>(key);
  return kept !== undefined && (kept.text !== undefined || !isSame(kept.config, kept.base.config));
}

/**
 * The configuration while it is changed. Changes are kept while the tab is open, so that a look at another page loses
 * nothing. As long as nothing was changed here, what somebody else saves is simply shown.
 */
export function useConfigDraft(desk: PrivacyDesk) {
  const client = useQueryClient();
  const [kept, setKept] = useState(() => client.getQueryData<Kept>(key));
  const saved = savedOf(desk);
  const isWritten = kept !== undefined && (kept.text !== undefined || !isSame(kept.config, kept.base.config));
  const isChanged = isWritten && (kept.text !== undefined || !isSame(kept.config, saved.config));
  const { config, base, text } = isChanged ? kept : { config: saved.config, base: saved, text: undefined };

  // The page going away is outside React.
  useEffect(() => {
    if (!isChanged) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isChanged]);

  const set = (next: Kept) => {
    keep(client, next);
    setKept(next);
  };
  return {
    config,
    /** What was typed as JSON and cannot be read, and why. */
    text,
    problem: text === undefined ? undefined : problemOf(text),
    isChanged,
    /** Somebody else has changed the draft, or what is active, since the first change here. */
    isConflict: isChanged && (base.revision !== saved.revision || base.version !== saved.version),
    base,
    saved,
    change: (changes: Partial<ConsentConfig>) => set({ config: { ...config, ...changes }, base }),
    /** Takes what was typed as JSON, as soon as it can be read. */
    type: (typed: string) => {
      const read = readConfig(typed);
      set('config' in read ? { config: read.config, base } : { config, base, text: typed });
    },
    /** Throws JSON away that cannot be read. */
    dropText: () => set({ config, base }),
    /** Goes on with one's own changes from what is saved now. */
    rebase: () => set({ config, base: saved, text }),
    /** Goes on with what is saved, or with what was just saved. */
    settle: (now: PrivacyDesk = desk) => set({ config: savedOf(now).config, base: savedOf(now) }),
  };
}

const problemOf = (text: string): string | undefined => {
  const read = readConfig(text);
  return 'problem' in read ? read.problem : undefined;
};

export type ConfigDraft = ReturnType<typeof useConfigDraft>;
