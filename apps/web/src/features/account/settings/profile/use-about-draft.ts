import { useState } from 'react';

/** Also in `lib/session`, which removes it when its owner logs out. */
const entry = 'about';

interface Draft {
  /** Whose: somebody else at this browser never sees it. */
  pk: number;
  text: string;
}

/**
 * The text about oneself while it is written. It is kept in the browser until it is saved or given up, so that neither a
 * closed tab nor a session that ended loses it.
 * @param stored what the server has
 */
export function useAboutDraft(pk: number, stored: string) {
  const [kept] = useState(() => read(pk));
  const [about, setAbout] = useState(kept ?? stored);
  const isUnsaved = about.trim() !== stored;
  return {
    about,
    isUnsaved,
    /** It was typed during an earlier visit. */
    isOld: isUnsaved && about === kept,
    write: (text: string) => {
      setAbout(text);
      if (text.trim() === stored) forget();
      else keep({ pk, text });
    },
    /** Goes back to what the server has. */
    discard: () => {
      setAbout(stored);
      forget();
    },
    /** What was typed while it was on its way stays. */
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
    // The storage is full or forbidden: the text stays in the field.
  }
}

function forget(): void {
  try {
    localStorage.removeItem(entry);
  } catch {
    // Without a storage nothing was kept.
  }
}
