import type { Db } from '#platform/db/db';
import type { Letter, Recipient } from './letter.ts';
import { composeLetter, type LetterKind } from './letter-kind.ts';
import { readSaved } from './saved-wording.ts';
import { findSavedWording } from './wordings.read-model.ts';

export type WriteLetter = <About>(kind: LetterKind<About>, recipient: Recipient, about: About) => Promise<Letter>;

/**
 * Writes letters in the wording that a superuser has saved. It is read for each mail, so that a change holds at once on
 * every node. One that cannot be used stops no mail: ours goes out.
 * @param warn told why
 */
export const createWriteLetter =
  ({
    db,
    warn,
  }: {
    db: Db;
    warn: (problem: { letter: string; faults: Record<string, string> }) => void;
  }): WriteLetter =>
  async (kind, recipient, about) => {
    const saved = await findSavedWording(db, kind.kind);
    if (!saved) return composeLetter(kind, recipient, about);
    const { wording, faults } = readSaved(kind, saved.wording);
    if (Object.keys(faults).length === 0) return composeLetter(kind, recipient, about, wording);
    warn({ letter: kind.kind, faults });
    return composeLetter(kind, recipient, about);
  };
