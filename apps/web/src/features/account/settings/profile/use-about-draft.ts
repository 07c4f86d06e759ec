import { useState } from 'react';

/** localStorage key. `lib/session` removes it when the user logs out. */
const entry = 'about';

interface Draft {
  /** User id of the owner, so that other users of this browser never see the draft. */
  pk: number;
  text: string;
}

/**
 * Draft of the user's "about" text. It is kept in localStorage until it is saved or discarded, so that neither a closed
 * tab nor an expired session loses it.
 * @param stored text on the server
 */
export function useAboutDraft(pk: number, stored: string) {
  const [kept] = useState(() => read(pk));
  const [about, setAbout] = useState(kept ?? stored);
  const isUnsaved = about.trim() !== stored;
  return {
    about,
    isUnsaved,
    /** Whether the text was typed during an earlier visit. */
    isOld: isUnsaved && about === kept,
    write: (text: string) => {
      setAbout(text);
      if (text.trim() === stored) forget();
      else keep({ pk, text });
    },
    /** Restores the text on the server. */
    discard: () => {
      setAbout(stored);
      forget();
    },
    /** Removes the draft after saving, unless the user has typed more since. */
    saved: (text: string) => {
      if (read(pk)?.trim() === text) forget();
    },
  };
}

function read(pk: number): string | undefined {
  try {
    const draft = JSON.parse(localStorage.getItem(entry) ?? 'null') as Partial<Draft> | null;
    return draft?.pk === pk && typeof draft.text === 'string' ? draft.text : undefined;
  } catch {
    return undefined;
  }
}

function keep(draft: Draft): void {
  try {
    localStorage.setItem(entry, JSON.stringify(draft));
  } catch {
    // Storage is full or blocked: the text stays in the field only.
  }
}

function forget(): void {
  try {
    localStorage.removeItem(entry);
  } catch {
    // Storage is blocked: no draft was saved.
  }
}
