import type { Feedback } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { setQueryResult, useApi, usePersonalQuery } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Label } from '#ui/label.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { feedbackQuery } from '../note-queries.ts';
import css from './after-lesson.module.css';

const paces = [
  { value: 'slow', label: 'Too slow' },
  { value: 'right', label: 'Just right' },
  { value: 'fast', label: 'Too fast' },
] as const;
const ratings = [1, 2, 3, 4, 5].map((value) => ({ value, label: String(value) }));

/** Asks for feedback on a completed lesson. The text field appears only after a choice. */
export function FeedbackForm({ lesson }: { lesson: string }) {
  const { data } = usePersonalQuery(feedbackQuery(lesson));
  const [isOpen, setOpen] = useState(false);
  if (!data) return null;
  if (data.updated_at !== null && !isOpen) {
    return (
      <div className={css.thanks}>
        <p role="status">Thank you for your feedback.</p>
        <Button size="sm" variant="quiet" onClick={() => setOpen(true)}>
          Change your feedback
        </Button>
      </div>
    );
  }
  return <Form initial={data} onSent={() => setOpen(false)} />;
}

function Form({ initial, onSent }: { initial: Feedback; onSent: () => void }) {
  const api = useApi();
  const client = useQueryClient();
  const [feedback, setFeedback] = useState({ pace: initial.pace, rating: initial.rating, text: initial.text });
  const send = useMutation({
    mutationFn: () =>
      api('POST /api/subchapter/:slug/feedback', { params: { slug: initial.subchapter }, body: feedback }),
    onSuccess: async (answer) => {
      await setQueryResult(client, feedbackQuery(initial.subchapter), answer);
      onSent();
    },
  });
  const hasChoice = feedback.pace !== null || feedback.rating !== null;
  return (
    <form
      className={css.feedback}
      aria-label="Feedback on this lesson"
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate();
      }}
    >
      <Label as="h2">Feedback</Label>
      <RadioRow
        label="How was the pace?"
        name="pace"
        options={paces}
        value={feedback.pace}
        onChange={(pace) => setFeedback({ ...feedback, pace })}
      />
      <RadioRow
        label="How good is this lesson?"
        hint="1 is poor, 5 is excellent"
        name="rating"
        options={ratings}
        value={feedback.rating}
        onChange={(rating) => setFeedback({ ...feedback, rating })}
      />
      {hasChoice && (
        <>
          <TextArea
            label="What should we change?"
            optional
            rows={3}
            maxLength={4_000}
            value={feedback.text}
            onChange={(event) => setFeedback({ ...feedback, text: event.target.value })}
          />
          {send.error && (
            <p className={css.error} role="alert">
              {messageOf(send.error)}
            </p>
          )}
          <Button type="submit" busy={send.isPending}>
            Send feedback
          </Button>
        </>
      )}
    </form>
  );
}

interface RadioRowProps<Value extends string | number> {
  label: string;
  hint?: string;
  name: string;
  options: readonly { value: Value; label: string }[];
  value: Value | null;
  onChange: (value: Value) => void;
}

/** Radio buttons for a few short answers, side by side. */
function RadioRow<Value extends string | number>({
  label,
  hint,
  name,
  options,
  value,
  onChange,
}: RadioRowProps<Value>) {
  return (
    <fieldset className={css.choice}>
      <legend>
        {label}
        {hint && <span className={css.hint}> {hint}</span>}
      </legend>
      <div className={css.options}>
        {options.map((option) => (
          <label key={option.value} className={css.option}>
            <input type="radio" name={name} checked={value === option.value} onChange={() => onChange(option.value)} />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
