import type { Letter, WordingPart } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isApiError } from '#lib/api-error.ts';
import { useApi } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextField } from '#ui/text-field.tsx';
import { lettersQuery } from '../queries.ts';
import css from './letters.module.css';
import { PlaceholderBar } from './placeholder-list.tsx';
import type { WordingDraft } from './use-wording-draft.ts';
import { parts, problemsOf, toWording, type Words } from './words.ts';

interface Props {
  letter: Letter;
  draft: WordingDraft;
  /** What the preview has found, by part. */
  problems: Partial<Words>;
  /** Somebody was faster, and what they saved is here to be seen. */
  onConflict: () => void;
}

/** The texts of a letter, and what can be done with them. */
export function WordingForm({ letter, draft, problems: found, onConflict }: Props) {
  const { kind, revision } = letter;
  const api = useApi();
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [into, setInto] = useState<WordingPart>('paragraphs');
  const [isAsking, setAsking] = useState(false);
  const params = { kind };
  const wording = toWording(draft.words);

  const replace = ({ letter: saved }: { letter: Letter }) => {
    client.setQueryData(lettersQuery.queryKey, (before) =>
      before ? { letters: before.letters.map((one) => (one.kind === kind ? saved : one)) } : before,
    );
    draft.settle(saved);
    test.reset();
  };
  // What somebody else has saved is fetched, and shown beside one's own.
  const onError = async (error: Error) => {
    setAsking(false);
    if (!isApiError(error, 'conflict')) return;
    await client.invalidateQueries({ queryKey: lettersQuery.queryKey });
    onConflict();
  };
  const meta = { suppress: [400, 409, 429] };
  const save = useMutation({
    meta,
    mutationFn: (base: number) => api('PUT /api/admin/letters/:kind', { params, body: { ...wording, revision: base } }),
    onSuccess: replace,
    onError,
  });
  const restore = useMutation({
    meta,
    mutationFn: () => api('DELETE /api/admin/letters/:kind', { params, query: { revision } }),
    onSuccess: (answer) => {
      setAsking(false);
      save.reset();
      replace(answer);
    },
    onError,
  });
  const test = useMutation({
    meta,
    mutationFn: () => api('POST /api/admin/letters/:kind/test', { params, body: wording }),
  });

  // A conflict is over as soon as somebody goes on from what is saved now.
  const refused = (save.variables === draft.revision ? save.error : null) ?? test.error;
  const problems = { ...found, ...problemsOf(refused) };
  // Moving the focus is a call, not a property.
  useEffect(() => {
    if (refused) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refused]);

  const forget = () => {
    save.reset();
    test.reset();
    restore.reset();
  };
  const write = (part: WordingPart, text: string) => {
    draft.write(part, text);
    forget();
  };
  const discard = () => {
    draft.settle();
    forget();
  };
  const insert = (name: string) => {
    const field = form.current?.elements.namedItem(into);
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
    const [start, end] = [field.selectionStart ?? 0, field.selectionEnd ?? 0];
    const put = `{${name}}`;
    // The text has to be there before the cursor can stand behind what was put in.
    flushSync(() => write(into, field.value.slice(0, start) + put + field.value.slice(end)));
    field.focus();
    field.setSelectionRange(start + put.length, start + put.length);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canSave) save.mutate(draft.revision);
  };
  // Whoever has seen that ours are others now, or that theirs cannot be used, may save them as they are.
  const isOpen = Object.keys(letter.ours_then).length > 0 || Object.keys(letter.faults).length > 0;
  const canSave = !draft.isConflict && !save.isPending && (draft.isChanged || isOpen);

  return (
    <>
      <form ref={form} method="post" className={css.form} noValidate onSubmit={submit}>
        <PlaceholderBar placeholders={letter.placeholders} into={into} onInsert={insert} />
        {parts.map(({ part, label, rows, most }) => {
          const field = {
            ...{ label, name: part, value: draft.words[part], error: problems[part], required: true },
            ...(most === undefined ? {} : { maxLength: most }),
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
          {letter.changed.length > 0 && !draft.isChanged && (
            <Button variant="quiet" onClick={() => setAsking(true)}>
              Back to our words
            </Button>
          )}
        </div>
        <FormStatus
          error={refused ?? restore.error}
          done={
            test.data
              ? `Sent to ${test.data.to}.`
              : save.isSuccess
                ? 'Saved. The next mail says it.'
                : restore.isSuccess && 'Our words are back.'
          }
        />
      </form>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Back to our words"
        footer={
          <>
            <Button onClick={() => setAsking(false)}>Keep mine</Button>
            <Button variant="primary" busy={restore.isPending} onClick={() => restore.mutate()}>
              Back to our words
            </Button>
          </>
        }
      >
        <p>The next mail says what came with the platform. What was saved here stays in the audit log alone.</p>
      </Dialog>
    </>
  );
}

const previewHint = 'Stands behind the subject in a list of mails.';
const paragraphsHint = 'Plain text. An empty line begins a new paragraph.';
