import type { AdminMailTemplate, WordingPart } from '@hexpedition/contract';
import { useFormDraft } from '#lib/drafts/use-form-draft.ts';
import { differingParts, type TemplateTexts, toTexts } from './template-texts.ts';

/** Draft of a mail template's text. */
export function useTemplateDraft(template: AdminMailTemplate) {
  const { draft, value, server, conflict, isChanged } = useFormDraft(['wording draft', template.kind], template, {
    toValue: ({ wording }: AdminMailTemplate): TemplateTexts => toTexts(wording),
    toVersion: ({ revision }) => revision,
    isSame: (a, b) => differingParts(a, b).length === 0,
  });
  return {
    words: value,
    isChanged,
    /** Another superuser has saved a newer revision than the draft's base. */
    isConflict: conflict !== undefined,
    revision: server.revision,
    write: (part: WordingPart, text: string) => draft.edit({ ...draft.read().value, [part]: text }),
    /** Keeps the draft and bases it on the saved revision. */
    rebase: () => draft.rebase(template),
    accept: (saved: AdminMailTemplate, sent: TemplateTexts) => draft.accept(saved, sent),
    /** Replaces the draft with the saved text. */
    settle: (saved: AdminMailTemplate = template) => draft.rebase(saved, toTexts(saved.wording)),
  };
}

export type TemplateDraft = ReturnType<typeof useTemplateDraft>;
