import type { ConsentConfig, PrivacyConfigState } from '@hexpedition/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isEqual } from '../config-values.ts';
import { parseConfig } from './config-schema.ts';

/** State on the server: the draft, or the active version if there is no draft. */
interface Saved {
  config: ConsentConfig;
  /** Revision of the draft, or 0 without a draft. */
  revision: number;
  /** Number of the active version. */
  version: number;
}

interface Kept {
  config: ConsentConfig;
  /** State on the server when the first change was made. */
  base: Saved;
  /** Invalid JSON as typed. `config` is then the last valid configuration. */
  text?: string | undefined;
}

const key = ['consent draft'];

const savedOf = ({ active, draft }: PrivacyConfigState): Saved => ({
  config: draft?.config ?? active.config,
  revision: draft?.revision ?? 0,
  version: active.number,
});

function keep(client: QueryClient, kept: Kept) {
  client.setQueryDefaults(key, { gcTime: Number.POSITIVE_INFINITY });
  client.setQueryData(key, kept);
}

/** Puts a configuration into the form as an unsaved change. */
export const putIntoForm = (client: QueryClient, configState: PrivacyConfigState, config: ConsentConfig) =>
  keep(client, { config, base: savedOf(configState) });

/** Whether the form has unsaved changes. */
export function hasUnsaved(client: QueryClient): boolean {
  const kept = client.getQueryData<Kept>(key);
  return kept !== undefined && (kept.text !== undefined || !isEqual(kept.config, kept.base.config));
}

/**
 * Draft of the consent configuration. The query cache keeps it while the tab is open, so that opening another page loses
 * nothing. Without local changes, the hook shows what other superusers save.
 */
export function useConfigDraft(configState: PrivacyConfigState) {
  const client = useQueryClient();
  const [kept, setKept] = useState(() => client.getQueryData<Kept>(key));
  const saved = savedOf(configState);
  const isWritten = kept !== undefined && (kept.text !== undefined || !isEqual(kept.config, kept.base.config));
  const isChanged = isWritten && (kept.text !== undefined || !isEqual(kept.config, saved.config));
  const { config, base, text } = isChanged ? kept : { config: saved.config, base: saved, text: undefined };

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
    /** Invalid JSON as typed; `problem` says why it is invalid. */
    text,
    problem: text === undefined ? undefined : problemOf(text),
    isChanged,
    /** Another superuser has changed the draft or the active version since the first local change. */
    isConflict: isChanged && (base.revision !== saved.revision || base.version !== saved.version),
    base,
    saved,
    change: (changes: Partial<ConsentConfig>) => set({ config: { ...config, ...changes }, base }),
    /** Updates the typed JSON. Valid JSON becomes the configuration. */
    type: (typed: string) => {
      const read = parseConfig(typed);
      set('config' in read ? { config: read.config, base } : { config, base, text: typed });
    },
    /** Discards invalid JSON. */
    dropText: () => set({ config, base }),
    /** Keeps the local changes and bases them on the saved state. */
    rebase: () => set({ config, base: saved, text }),
    /** Replaces the local changes with the saved state. */
    settle: (now: PrivacyConfigState = configState) => set({ config: savedOf(now).config, base: savedOf(now) }),
  };
}

const problemOf = (text: string): string | undefined => {
  const read = parseConfig(text);
  return 'problem' in read ? read.problem : undefined;
};

export type ConfigDraft = ReturnType<typeof useConfigDraft>;
