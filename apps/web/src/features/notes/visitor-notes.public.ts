import type { Api } from '#lib/api.ts';
import { claimDrafts } from './keeper/drafts.ts';
import { saveDrafts } from './keeper/use-notes.ts';

/**
 * Makes the notes that were written without an account the learner's own. Each is saved like a draft that another page
 * left behind: where the account has notes on the lesson already, the two are put together, by their author if need be.
 */
export function claimNotes(api: Api, userPk: number): void {
  for (const lesson of claimDrafts(userPk)) void saveDrafts(api, userPk, lesson);
}
