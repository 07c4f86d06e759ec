import type { DueNotes, ReviewRating } from '@hexpedition/contract';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { NoteText } from '#entities/note/note-text.tsx';
import { isApiError, messageOf } from '#lib/api-error.ts';
import { plural } from '#lib/format.ts';
import { useApi } from '#lib/query.ts';
import { useShortcut, useShortcutsOn } from '#lib/shortcuts.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Card } from '#ui/card.tsx';
import { Kbd } from '#ui/kbd.tsx';
import { Label } from '#ui/label.tsx';
import css from './reviews-page.module.css';

type DueCard = DueNotes['cards'][number];

interface Props {
  card: DueCard;
  onAnswered: () => void;
  /** Called when the card has changed since it was fetched. */
  onChanged: () => void;
}

const ratings: { rating: ReviewRating; label: string }[] = [
  { rating: 'again', label: 'Forgotten' },
  { rating: 'hard', label: 'Hard' },
  { rating: 'good', label: 'Good' },
  { rating: 'easy', label: 'Easy' },
];

/** Shows the lesson's name first, so that the learner tries to remember; then their notes and the rating buttons. */
export function ReviewCard({ card, onAnswered, onChanged }: Props) {
  const api = useApi();
  const [isOpen, setOpen] = useState(false);
  const prompt = useRef<HTMLHeadingElement>(null);
  const answer = useRef<HTMLDivElement>(null);
  const review = useMutation({
    mutationFn: (rating: ReviewRating) =>
      api('POST /api/notes/review', { body: { subchapter: card.subchapter.slug, rating, due: card.due } }),
    onSuccess: onAnswered,
    // The card was answered in another tab meanwhile.
    onError: (error) => isApiError(error, 'conflict') && onChanged(),
  });
  const rate = (rating: ReviewRating) => {
    if (isOpen && !review.isPending) review.mutate(rating);
  };
  const hasShortcuts = useShortcutsOn();
  useShortcut('1', 'Review: forgotten', () => rate('again'));
  useShortcut('2', 'Review: hard', () => rate('hard'));
  useShortcut('3', 'Review: good', () => rate('good'));
  useShortcut('4', 'Review: easy', () => rate('easy'));
  useSpaceKey(() => (isOpen ? rate('good') : setOpen(true)));
  // Each card and each answer replaces the button that had the focus, so it takes the focus.
  useEffect(() => {
    (isOpen ? answer : prompt).current?.focus({ preventScroll: true });
  }, [isOpen]);
  const { name, summary, training, path } = card.subchapter;
  return (
    <Card as="article" className={css.card} aria-label={name}>
      <div className={css.prompt}>
        <Label tone="beacon">{training.name}</Label>
        <h2 ref={prompt} tabIndex={-1}>
          {name}
        </h2>
        <p>{summary}</p>
      </div>
      {isOpen ? (
        <div ref={answer} tabIndex={-1} className={css.answer}>
          {card.what_i_learned && <NoteText title="What I learned" text={card.what_i_learned} />}
          {card.did_not_understand && <OpenQuestion card={card} onChanged={onChanged} />}
          {path && (
            <p>
              <Link to={path}>Open the lesson</Link>
            </p>
          )}
          <fieldset className={css.ratings}>
            <legend>How well did you remember?</legend>
            {ratings.map(({ rating, label }, index) => (
              <Button
                key={rating}
                className={css.rating}
                aria-disabled={review.isPending}
                busy={review.isPending && review.variables === rating}
                onClick={() => rate(rating)}
              >
                <span>
                  {label} {hasShortcuts && <Kbd hint>{index + 1}</Kbd>}
                </span>
                <span className={css.days}>in {plural(card.days[rating], 'day')}</span>
              </Button>
            ))}
          </fieldset>
        </div>
      ) : (
        <div className={css.ask}>
          <p className={css.question}>What did you write down? Try to remember before you look.</p>
          <Button variant="primary" onClick={() => setOpen(true)}>
            Show my notes {hasShortcuts && <Kbd hint>Space</Kbd>}
          </Button>
        </div>
      )}
      {review.error && (
        <Callout kind="danger" role="alert">
          <p>{messageOf(review.error)}</p>
        </Callout>
      )}
    </Card>
  );
}

/** Runs a function on the space bar, unless a control has the focus. The list of shortcuts does not show this key. */
function useSpaceKey(run: () => void): void {
  const isOn = useShortcutsOn();
  const latest = useRef(run);
  // Stores the latest closure, so that the listener does not have to be added again.
  useEffect(() => {
    latest.current = run;
  });
  // The keyboard is outside React.
  useEffect(() => {
    if (!isOn) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      const isOnControl =
        target instanceof HTMLElement && target.closest('a, button, input, textarea, select, summary, dialog') !== null;
      if (event.key !== ' ' || event.repeat || event.ctrlKey || event.metaKey || event.altKey || isOnControl) return;
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isOn]);
}

interface OpenQuestionProps {
  card: DueNotes['cards'][number];
  onChanged: () => void;
}

/** An open question of the learner. One click moves its text to the field "What I learned". */
function OpenQuestion({ card, onChanged }: OpenQuestionProps) {
  const api = useApi();
  const { what_i_learned, did_not_understand, updated_at, subchapter } = card;
  const close = useMutation({
    mutationFn: () =>
      api('POST /api/subchapter/:slug/notes', {
        params: { slug: subchapter.slug },
        body: {
          what_i_learned: [what_i_learned, did_not_understand].filter(Boolean).join('\n\n'),
          did_not_understand: '',
          base: updated_at,
        },
      }),
    onSuccess: onChanged,
  });
  return (
    <Callout
      kind="warning"
      title="Still open"
      action={
        subchapter.path && (
          <Button size="sm" busy={close.isPending} onClick={() => close.mutate()}>
            I understand it now
          </Button>
        )
      }
    >
      <NoteText text={did_not_understand} />
      {close.error && <p role="alert">{messageOf(close.error)}</p>}
    </Callout>
  );
}
