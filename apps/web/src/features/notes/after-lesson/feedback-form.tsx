import type { Feedback } from '@hexpedition/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { setQueryResult, useApi, usePersonalQuery } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Label } from '#ui/label.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { feedbackQuery } from '../queries.ts';
import css from './after-lesson.module.css';

const paces = [
  { value: 'slow', label: 'Too slow' },
  { value: 'right', label: 'Just right' },
  { value: 'fast', label: 'Too fast' },
] as const;
const ratings = [1, 2, 3, 4, 5].map((value) => ({ value, label: String(value) }));

/** Asks how a finished lesson went. The form is small until somebody wants to say more. */
export function FeedbackForm({ lesson }: { lesson: string }) {
  const { data } = usePersonalQuery(feedbackQuery(lesson));
  const [isOpen, setOpen] = useState(false);
  if (!data) return null;
  if (data.updated_at !== null && !isOpen) {
    return (
      <div className={css.thanks}>
        <p role="status">Thank you for telling us how it went.</p>
        <Button size="sm" variant="quiet" onClick={() => setOpen(true)}>
          Change your feedback
        </Button>
      </div>
    );
  }
  return <Form before={data} onSent={() => setOpen(false)} />;
}

function Form({ before, onSent }: { before: Feedback; onSent: () => void }) {
  const api = useApi();
  const client = useQueryClient();
  const [given, setGiven] = useState({ pace: before.pace, rating: before.rating, text: before.text });
  const send = useMutation({
    mutationFn: () => api('POST /api/subchapter/:slug/feedback', { params: { slug: before.subchapter }, body: given }),
    onSuccess: async (answer) => {
      await setQueryResult(client, feedbackQuery(before.subchapter), answer);
      onSent();
    },
  });
  const isTouched = given.pace !== null || given.rating !== null;
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
      <Choice
        label="How was the pace?"
        name="pace"
        options={paces}
        value={given.pace}
        onChange={(pace) => setGiven({ ...given, pace })}
      />
      <Choice
        label="How good is this lesson?"
        hint="1 is poor, 5 is excellent"
        name="rating"
        options={ratings}
        value={given.rating}
        onChange={(rating) => setGiven({ ...given, rating })}
      />
      {isTouched && (
        <>
          <TextArea
            label="What should we change?"
            optional
            rows={3}
            maxLength={4_000}
            value={given.text}
            onChange={(event) => setGiven({ ...given, text: event.target.value })}
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

interface ChoiceProps<Value extends string | number> {
  label: string;
  hint?: string;
  name: string;
  options: readonly { value: Value; label: string }[];
  value: Value | null;
  onChange: (value: Value) => void;
}

/** One of a few short answers, side by side: radio buttons under their words. */
function Choice<Value extends string | number>({ label, hint, name, options, value, onChange }: ChoiceProps<Value>) {
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
