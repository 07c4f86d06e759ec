import type { TestOutVerdict } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Card } from '#ui/card.tsx';
import { Label } from '#ui/label.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { retryTimeText } from './retry-time.ts';
import css from './test-out.module.css';

interface Props {
  training: { slug: string; name: string };
  /** Verdict of this attempt; null if the learner passed earlier. */
  verdict: TestOutVerdict | null;
}

export function TestOutResult({ training, verdict }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const passed = verdict?.passed ?? true;
  // Moves the focus to the result, which replaces the form.
  useEffect(() => {
    if (verdict) heading.current?.focus();
  }, [verdict]);
  return (
    <Card as="section" tone={passed ? 'beacon' : 'plain'} className={css.result} aria-labelledby="test-result">
      <Label tone={passed ? 'phosphor' : 'quiet'}>
        {verdict ? `${verdict.right} of ${verdict.of} correct` : 'Passed earlier'}
      </Label>
      <h2 id="test-result" ref={heading} tabIndex={-1} className={css.title}>
        {passed ? `You know ${training.name}` : 'Not passed yet'}
      </h2>
      <p className={css.text}>
        {passed
          ? 'Every lesson is marked as complete, and courses that require this one are unlocked. You can still read the lessons and find their flags.'
          : `You can try again ${retryTimeText(verdict?.next_try_at ?? '')}. Until then, review the lessons.`}
      </p>
      <p className={css.actions}>
        <LinkButton variant="primary" to="/courses/$training" params={{ training: training.slug }}>
          {passed ? 'Back to the course' : 'Back to the lessons'}
        </LinkButton>
        <Link to="/map">Open the map</Link>
      </p>
    </Card>
  );
}
