import type { AdminMailTemplate, WordingPart } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFeatures } from '#entities/site/use-features.ts';
import { isApiError } from '#lib/api-error.ts';
import { useApi } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextField } from '#ui/text-field.tsx';
import { mailTemplatesQuery } from '../../admin-queries.ts';
import { testResult } from '../announcement-states.ts';
import css from './mail-templates.module.css';
import { PlaceholderBar } from './placeholder-list.tsx';
import { parts, problemsOf, type TemplateTexts, toWording } from './template-texts.ts';
import type { TemplateDraft } from './use-template-draft.ts';

interface Props {
  template: AdminMailTemplate;
  draft: TemplateDraft;
  /** Problems that the preview found, by part. */
  problems: Partial<TemplateTexts>;
  /** Called after a conflict, once the other superuser's version is loaded. */
  onConflict: () => void;
}

/** Form of a mail template's texts. It saves them, sends a test, and restores the default text. */
export function MailTemplateForm({ template, draft, problems: found, onConflict }: Props) {
  const { kind, revision } = template;
  const { mail } = useFeatures();
  const api = useApi();
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [into, setInto] = useState<WordingPart>('paragraphs');
  const [isConfirming, setConfirming] = useState(false);
  const params = { kind };
  const wording = toWording(draft.words);

  const onSaved = (saved: AdminMailTemplate) => {
    client.setQueryData(mailTemplatesQuery.queryKey, (before) =>
      before ? { templates: before.templates.map((one) => (one.kind === kind ? saved : one)) } : before,
    );
    test.reset();
  };
  // Fetches the conflicting version, which the page shows beside the draft.
  const onError = async (error: Error) => {
    setConfirming(false);
    if (!isApiError(error, 'conflict')) return;
    await client.invalidateQueries({ queryKey: mailTemplatesQuery.queryKey });
    onConflict();
  };
  const meta = { suppress: [400, 409, 429] };
  const save = useMutation({
    meta,
    mutationFn: ({ base, texts }: { base: number; texts: TemplateTexts }) =>
      api('PUT /api/admin/mail_templates/:kind', { params, body: { ...toWording(texts), revision: base } }),
    onSuccess: ({ template: saved }, { texts }) => {
      draft.accept(saved, texts);
      onSaved(saved);
    },
    onError,
  });
  const restore = useMutation({
    meta,
    mutationFn: () => api('DELETE /api/admin/mail_templates/:kind', { params, query: { revision } }),
    onSuccess: ({ template: saved }) => {
      setConfirming(false);
      save.reset();
      draft.settle(saved);
      onSaved(saved);
    },
    onError,
  });
  const test = useMutation({
    meta,
    mutationFn: () => api('POST /api/admin/mail_templates/:kind/test', { params, body: wording }),
  });

  // A conflict is resolved as soon as the draft is based on the saved revision.
  const error = (save.variables?.base === draft.revision ? save.error : null) ?? test.error;
  const problems = { ...found, ...problemsOf(error) };
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);

  const resetMutations = () => {
    save.reset();
    test.reset();
    restore.reset();
  };
  const write = (part: WordingPart, text: string) => {
    draft.write(part, text);
    resetMutations();
  };
  const discard = () => {
    draft.settle();
    resetMutations();
  };
  const insert = (name: string) => {
    const field = form.current?.elements.namedItem(into);
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
    const [start, end] = [field.selectionStart ?? 0, field.selectionEnd ?? 0];
    const placeholder = `{${name}}`;
    // The text must be in the field before the cursor can move behind the placeholder.
    flushSync(() => write(into, field.value.slice(0, start) + placeholder + field.value.slice(end)));
    field.focus();
    field.setSelectionRange(start + placeholder.length, start + placeholder.length);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canSave) save.mutate({ base: draft.revision, texts: draft.words });
  };
  // A template with a changed default or an invalid text can be saved without changes.
  const needsReview = Object.keys(template.former_default).length > 0 || Object.keys(template.problems).length > 0;
  const canSave = !draft.isConflict && !save.isPending && (draft.isChanged || needsReview);

  return (
    <>
      <form ref={form} method="post" className={css.form} noValidate onSubmit={submit}>
        <PlaceholderBar placeholders={template.placeholders} into={into} onInsert={insert} />
        {parts.map(({ part, label, rows, maxLength }) => {
          const field = {
            ...{ label, name: part, value: draft.words[part], error: problems[part], required: true },
            ...(maxLength === undefined ? {} : { maxLength }),
            onChange: (event: { target: { value: string } }) => write(part, event.target.value),
            onFocus: () => setInto(part),
          };
          return rows > 0 ? (
            <TextArea key={part} {...field} rows={rows} {...(part === 'paragraphs' ? { hint: paragraphsHint } : {})} />
          ) : (
            <TextField
              key={part}
              {...field}
              autoComplete="off"
              {...(part === 'preview' ? { hint: previewHint } : {})}
            />
          );
        })}
        <div className={css.actions}>
          <Button type="submit" variant="primary" busy={save.isPending} disabled={!canSave && !save.isPending}>
            Save
          </Button>
          <Button busy={test.isPending} onClick={() => test.mutate()}>
            Send me a test
          </Button>
          {draft.isChanged && (
            <Button variant="quiet" onClick={discard}>
              Discard changes
            </Button>
          )}
          {template.changed.length > 0 && !draft.isChanged && (
            <Button variant="quiet" onClick={() => setConfirming(true)}>
              Restore default
            </Button>
          )}
        </div>
        <FormStatus
          error={error ?? restore.error}
          done={
            test.data
              ? testResult(test.data.to, mail)
              : save.isSuccess
                ? 'Saved. The next mail uses this text.'
                : restore.isSuccess && 'The default text is restored.'
          }
        />
      </form>
      <Dialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title="Restore the default text?"
        footer={
          <>
            <Button onClick={() => setConfirming(false)}>Cancel</Button>
            <Button variant="primary" busy={restore.isPending} onClick={() => restore.mutate()}>
              Restore default
            </Button>
          </>
        }
      >
        <p>The next mail uses the default text. Your text remains only in the audit log.</p>
      </Dialog>
    </>
  );
}

const previewHint = 'Shown after the subject in a list of mails.';
const paragraphsHint = 'Plain text. An empty line starts a new paragraph.';
