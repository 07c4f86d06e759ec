import type { LabOpinion } from '@hexpedition/contract';
import { useFormDraft } from '#lib/drafts/use-form-draft.ts';

type Solution = LabOpinion['solution'];

const toText = (solution: Solution) => solution?.text ?? '';

/** Draft of the text of the learner's solution. */
export function useSolutionDraft(slug: string, saved: Solution) {
  const { draft, value, conflict, isChanged } = useFormDraft(['solution draft', slug], saved, {
    toValue: toText,
    toVersion: (solution) => solution?.updated_at,
    isSame: (a, b) => a === b,
  });
  return {
    text: value,
    isChanged,
    /** Whether another tab or device saved a text after this draft was started. */
    isConflict: conflict !== undefined,
    setText: (text: string) => draft.edit(text),
    /** Discards the draft and shows the saved text. */
    discard: () => draft.rebase(saved, toText(saved)),
    accept: (solution: Solution, sent: string) => draft.accept(solution, sent),
  };
}
