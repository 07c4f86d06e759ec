import type { ReactNode } from 'react';
import { plural } from '#lib/words.ts';
import { Icon } from '#ui/icon.tsx';
import type { IconName } from '#ui/icon-paths.ts';
import css from './flag-box.module.css';
import type { Outcome } from './flag-outcome.ts';

interface Props {
  outcome: Outcome | null;
  /** Seconds left of a wait. */
  wait: number;
}

/** What the last attempt brought, in one line. */
export function FlagStatus({ outcome, wait }: Props) {
  switch (outcome?.kind) {
    case undefined:
      return null;
    case 'right':
      return (
        <Line tone="right" icon="tick">
          Right{outcome.name ? `: ${outcome.name}` : ''}. {plural(outcome.points, 'point')} more.
        </Line>
      );
    case 'solved':
      return (
        <Line tone="right" icon="tick">
          Right, and you had it already.
        </Line>
      );
    case 'wrong':
      return (
        <Line tone="wrong" icon="close">
          {outcome.hint ? `Nearly. ${outcome.hint}` : 'Not this one. Copy the whole flag, braces and all.'}
        </Line>
      );
    case 'wait':
      return (
        <Line tone="wait" icon="clock">
          Slow down, <span className={css.seconds}>{wait} s</span>. Guessing is not the way in.
        </Line>
      );
    case 'failed':
      return (
        <Line tone="wrong" icon="warning">
          {outcome.message}
        </Line>
      );
  }
}

function Line({ tone, icon, children }: { tone: 'right' | 'wrong' | 'wait'; icon: IconName; children: ReactNode }) {
  return (
    <p className={css.line} data-tone={tone}>
      <Icon name={icon} size={16} />
      <span>{children}</span>
    </p>
  );
}
