import type { SignupMode } from '@hexpedition/contract';
import { useState } from 'react';
import { safeLocalStorage } from '#lib/safe-storage.ts';
import { type SiteKind, siteKinds } from './site-kinds.ts';

export const stepNames = ['kind', 'site', 'mail', 'account'] as const;
export type StepName = (typeof stepNames)[number];

/** Entries of the wizard that wait for its last step. Never the password. */
export interface SetupDraft {
  step: StepName;
  kind: SiteKind;
  name: string;
  /** Undefined: as the kind of site suggests. */
  register: SignupMode | undefined;
  username: string;
}

const key = 'setup';
const start: SetupDraft = { step: 'kind', kind: 'club', name: '', register: undefined, username: '' };

/** Reads the draft of this browser. Anything else in its place counts as none. */
function readDraft(): SetupDraft {
  try {
    const stored = JSON.parse(safeLocalStorage.getItem(key) ?? '{}') as Partial<SetupDraft>;
    const text = (value: unknown) => (typeof value === 'string' ? value : '');
    return {
      step: stepNames.find((step) => step === stored.step) ?? start.step,
      kind: siteKinds.find(({ kind }) => kind === stored.kind)?.kind ?? start.kind,
      name: text(stored.name),
      register: (['open', 'invite', 'closed'] as const).find((mode) => mode === stored.register),
      username: text(stored.username),
    };
  } catch {
    return start;
  }
}

/** The draft, kept in this browser so that the wizard can be left and continued. */
export function useSetupDraft() {
  const [draft, setDraft] = useState(readDraft);
  return {
    draft,
    change(changes: Partial<SetupDraft>): void {
      const next = { ...draft, ...changes };
      setDraft(next);
      safeLocalStorage.setItem('setup', JSON.stringify(next));
    },
    forget: () => safeLocalStorage.removeItem(key),
  };
}
