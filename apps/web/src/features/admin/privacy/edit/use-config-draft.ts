import type { ConsentConfig, PrivacyConfigState } from '@hexpedition/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { Draft } from '#lib/drafts/draft.ts';
import { openFormDraft, useFormDraft } from '#lib/drafts/use-form-draft.ts';
import { isEqual } from '../config-values.ts';
import { parseConfig } from './config-schema.ts';

interface FormValue {
  config: ConsentConfig;
  /** Invalid JSON as typed. `config` is then the last valid configuration. */
  text?: string;
}

const key = ['consent draft'];

/** State on the server: the draft, or the active version if there is no draft. */
const savedOf = ({ active, draft }: PrivacyConfigState) => ({
  config: draft?.config ?? active.config,
  /** Revision of the draft, or 0 without a draft. */
  revision: draft?.revision ?? 0,
  /** Number of the active version. */
  version: active.number,
});

const options = {
  toValue: (configState: PrivacyConfigState): FormValue => ({ config: savedOf(configState).config }),
  toVersion: ({ active, draft }: PrivacyConfigState) => `${active.number}/${draft?.revision ?? 0}`,
  isSame: (a: FormValue, b: FormValue) => a.text === b.text && isEqual(a.config, b.config),
};

/** Puts a configuration into the form as an unsaved change. */
export const putIntoForm = (client: QueryClient, configState: PrivacyConfigState, config: ConsentConfig) =>
  openFormDraft(client, key, configState, options).rebase(configState, { config });

/** Whether the form has unsaved changes. */
export const hasUnsaved = (client: QueryClient): boolean =>
  client.getQueryData<Draft<FormValue, PrivacyConfigState, true>>(key)?.read().isChanged ?? false;

/** Draft of the consent configuration. */
export function useConfigDraft(configState: PrivacyConfigState) {
  const { draft, value, server, conflict, isChanged } = useFormDraft(key, configState, options);
  const { config, text } = value;
  return {
    config,
    /** Invalid JSON as typed; `problem` says why it is invalid. */
    text,
    problem: text === undefined ? undefined : problemOf(text),
    isChanged,
    /** Another superuser has changed the draft or the active version since the first local change. */
    isConflict: conflict !== undefined,
    /** State on the server when the first change was made. */
    base: savedOf(server),
    saved: savedOf(configState),
    change: (changes: Partial<ConsentConfig>) => draft.edit({ config: { ...draft.read().value.config, ...changes } }),
    /** Updates the typed JSON. Valid JSON becomes the configuration. */
    type: (typed: string) => {
      const read = parseConfig(typed);
      draft.edit('config' in read ? { config: read.config } : { config: draft.read().value.config, text: typed });
    },
    /** Discards invalid JSON. */
    dropText: () => draft.edit({ config }),
    /** Keeps the local changes and bases them on the saved state. */
    rebase: () => draft.rebase(configState),
    accept: (now: PrivacyConfigState, sent: ConsentConfig) => draft.accept(now, { config: sent }),
    /** Replaces the local changes with the saved state. */
    settle: () => draft.rebase(configState, options.toValue(configState)),
  };
}

const problemOf = (text: string): string | undefined => {
  const read = parseConfig(text);
  return 'problem' in read ? read.problem : undefined;
};

export type ConfigDraft = ReturnType<typeof useConfigDraft>;
