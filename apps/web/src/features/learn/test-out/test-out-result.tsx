import type { TestOutVerdict } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Card } from '#ui/card.tsx';
import { Label } from '#ui/label.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import css from './test-out.module.css';
import { until } from './until.ts';

interface Props {
  training: { slug: string; name: string };
  /** What the server said a moment ago; null for one who passed before. */
  verdict: TestOutVerdict | null;
}

export function TestOutResult({ training, verdict }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const passed = verdict?.passed ?? true;
  // It has come in place of the form and of the button that had the focus.
  useEffect(() => {
    if (verdict) heading.current?.focus();
  }, [verdict]);
  return (
    <Card as="section" tone={passed ? 'beacon' : 'plain'} className={css.result} aria-labelledby="test-result">
      <Label tone={passed ? 'phosphor' : 'quiet'}>
        {verdict ? `${verdict.right} of ${verdict.of} right` : 'Passed before'}
      </Label>
      <h2 id="test-result" ref={heading} tabIndex={-1} className={css.title}>
        {passed ? `You know ${training.name}` : 'Not enough yet'}
      </h2>
      <p className={css.text}>
        {passed
          ? 'Every lesson counts as done, and what builds on it is open. The lessons stay there to read, with their flags.'
          : `The next try is possible ${until(verdict?.next_try_at ?? '')}. The lessons cover what it asks.`}
      </p>
      <p className={css.actions}>
        <LinkButton variant="primary" to="/courses/$training" params={{ training: training.slug }}>
          {passed ? 'To the course' : 'To the lessons'}
        </LinkButton>
        <Link to="/map">The map</Link>
      </p>
    </Card>
  );
}
