import type { Lab } from '@hexpedition/contract';
import { Link, useHydrated } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { SignInPrompt } from '#entities/account/sign-in-prompt.tsx';
import { useReachesTier } from '#entities/account/tier-access.ts';
import { messageOf } from '#lib/api-error.ts';
import { tierName } from '#lib/format.ts';
import { readSession, useSession } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import css from './instance-panel.module.css';
import { accessOf, endedText, phaseOf, startingText } from './instance-state.ts';
import { RunningInstance } from './running-instance.tsx';
import { StartError, UnavailableLab } from './start-error.tsx';
import { useInstance, useInstanceAction } from './use-instance.ts';

// Loaded only when a lab is locked.
const PlanOffer = lazy(() => import('#entities/plan/plan-offer.tsx'));

interface Props {
  slug: string;
  /** The lab; undefined until it is loaded. */
  lab: Pick<Lab, 'tier' | 'unavailable' | 'serves' | 'workspace'> | undefined;
  inLesson?: boolean;
}

/** Panel of the learner's instance of a lab: start, open, extend, stop. */
export function InstancePanel({ slug, lab, inLesson }: Props) {
  const { tier, unavailable } = lab ?? { tier: 0, unavailable: null };
  const hydrated = useHydrated();
  const signedIn = useSession() !== null;
  const hasAccess = useReachesTier(tier);
  const [needsSignIn, setNeedsSignIn] = useState(false);
  const instance = useInstance(slug);
  const start = useInstanceAction(slug, 'start');
  const leaveQueue = useInstanceAction(slug, 'stop');
  const phase = phaseOf(instance);
  const startButton = useRef<HTMLButtonElement>(null);
  const stopped = useRef(false);
  // Moves the focus to the start button, because the stop button is gone.
  useEffect(() => {
    if (phase !== 'ended' || !stopped.current) return;
    stopped.current = false;
    startButton.current?.focus({ preventScroll: true });
  }, [phase]);

  if (unavailable !== null && phase !== 'running') return <UnavailableLab reason={unavailable} />;
  if (signedIn && !hasAccess) {
    return (
      <Suspense fallback={<Skeleton lines={2} />}>
        <p className={css.note}>
          Your tier does not include this lab.{' '}
          <PlanOffer tier={tier}>
            It requires {tierName(tier)}. <Link to="/subscription/vouchers">Redeem a voucher</Link>, or ask the operator
            of this site.
          </PlanOffer>
        </p>
      </Suspense>
    );
  }
  if (instance && phase === 'running') {
    return (
      <RunningInstance
        instance={instance}
        access={accessOf(lab)}
        variant="primary"
        inLesson={inLesson}
        onStop={() => {
          stopped.current = true;
        }}
      />
    );
  }

  const isStarting = phase === 'starting' || start.isPending;
  return (
    <div className={css.panel}>
      <div className={css.actions}>
        <Button
          ref={startButton}
          variant="primary"
          icon="play"
          busy={isStarting || phase === 'stopping'}
          // Reads the session directly: the page hydrates as logged out, and the click may come before `signedIn` updates.
          onClick={() => (readSession() ? start.mutate() : setNeedsSignIn(true))}
        >
          {isStarting
            ? instance?.status === 'queued'
              ? 'Queued'
              : 'Starting'
            : phase === 'stopping'
              ? 'Stopping'
              : 'Start lab'}
        </Button>
        {instance?.status === 'queued' && (
          <Button
            variant="quiet"
            busy={leaveQueue.isPending}
            onClick={() => {
              stopped.current = true;
              leaveQueue.mutate();
            }}
          >
            Leave the queue
          </Button>
        )}
        <p className={css.note} data-failed={(!isStarting && instance?.status === 'failed') || undefined} role="status">
          {isStarting && startingText(instance)}
          {!isStarting && phase === 'ended' && instance && endedText(instance)}
        </p>
      </div>
      {/* The page hydrates as logged out, so the offer waits: the learner's tier may include the lab. */}
      {hydrated && !hasAccess && (
        <Suspense>
          <p className={css.note}>
            <PlanOffer tier={tier} />
          </p>
        </Suspense>
      )}
      {needsSignIn && !signedIn && <SignInPrompt>Labs run just for you, so you need an account.</SignInPrompt>}
      {start.isError && !isStarting && <StartError error={start.error} />}
      {leaveQueue.isError && isStarting && (
        <p className={css.error} role="alert">
          {messageOf(leaveQueue.error)}
        </p>
      )}
    </div>
  );
}
