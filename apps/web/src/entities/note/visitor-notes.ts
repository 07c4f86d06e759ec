import type { Api } from '#lib/api.ts';
import { claimDrafts } from './store/note-drafts.ts';
import { saveDrafts } from './store/use-notes.ts';

/**
 * Moves the notes written without an account into the learner's account. Each is saved like the draft of a closed page:
 * if the account already has notes on the lesson, the two are merged, if necessary by the learner.
 */
export function claimNotes(api: Api, userPk: number): void {
  for (const lesson of claimDrafts(userPk)) void saveDrafts(api, userPk, lesson);
}
