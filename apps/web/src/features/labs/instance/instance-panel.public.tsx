import type { Lab } from '@hexpedition/contract';
import { Link, useHydrated } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { SignInPrompt } from '#features/account/sign-in-prompt.public.tsx';
import { isApiError, messageOf } from '#lib/api-error.ts';
import { tierName } from '#lib/format.ts';
import { readSession, useSession } from '#lib/session.ts';
import { useReaches } from '#shell/reach.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import css from './instance-panel.module.css';
import { endedWords, phaseOf, wakingWords, waysOf } from './instance-state.ts';
import { RunningInstance } from './running-instance.tsx';
import { useInstance, useInstanceAction } from './use-instance.ts';

// What is sold is asked for when a lab is locked.
const PlanOffer = lazy(() => import('#features/subscription/plan-offer.public.tsx'));

interface Props {
  slug: string;
  /** What is known of it. */
  lab: Pick<Lab, 'tier' | 'unavailable' | 'serves' | 'workspace'> | undefined;
  /** `quiet`: another button of the page is the main one. */
  look?: 'primary' | 'secondary';
  inLesson?: boolean;
}

/** The learner's own copy of a lab: start, open, extend, stop. */
export function InstancePanel({ slug, lab, look = 'primary', inLesson }: Props) {
  const { tier, unavailable } = lab ?? { tier: 0, unavailable: null };
  const hydrated = useHydrated();
  const signedIn = useSession() !== null;
  const reached = useReaches(tier);
  const [asked, setAsked] = useState(false);
  const instance = useInstance(slug);
  const start = useInstanceAction(slug, 'start');
  const leave = useInstanceAction(slug, 'stop');
  const phase = phaseOf(instance);
  const startButton = useRef<HTMLButtonElement>(null);
  const stopped = useRef(false);
  // The button that stopped the lab is gone with it; the focus goes on to what stands in its place.
  useEffect(() => {
    if (phase !== 'ended' || !stopped.current) return;
    stopped.current = false;
    startButton.current?.focus({ preventScroll: true });
  }, [phase]);

  if (unavailable !== null && phase !== 'running') return <Unavailable reason={unavailable} />;
  if (signedIn && !reached) {
    return (
      <Suspense fallback={<Skeleton lines={2} />}>
        <p className={css.note}>
          Your tier does not include this lab.{' '}
          <PlanOffer tier={tier}>
            It needs {tierName(tier)}. <Link to="/subscription/vouchers">Redeem a voucher</Link>, or ask whoever runs
            this site.
          </PlanOffer>
        </p>
      </Suspense>
    );
  }
  if (instance && phase === 'running') {
    return (
      <RunningInstance
        instance={instance}
        ways={waysOf(lab)}
        look={look}
        inLesson={inLesson}
        onStop={() => {
          stopped.current = true;
        }}
      />
    );
  }

  const waking = phase === 'waking' || start.isPending;
  return (
    <div className={css.panel}>
      <div className={css.actions}>
        <Button
          ref={startButton}
          variant={look}
          icon="play"
          busy={waking || phase === 'stopping'}
          // This does not use `signedIn`, because the page hydrates as a visitor's and a press may come at that very
          // moment.
          onClick={() => (readSession() ? start.mutate() : setAsked(true))}
        >
          {waking
            ? instance?.status === 'queued'
              ? 'In line'
              : 'Starting'
            : phase === 'stopping'
              ? 'Stopping'
              : 'Start lab'}
        </Button>
        {instance?.status === 'queued' && (
          <Button
            variant="quiet"
            busy={leave.isPending}
            onClick={() => {
              stopped.current = true;
              leave.mutate();
            }}
          >
            Leave the queue
          </Button>
        )}
        <p className={css.note} data-failed={(!waking && instance?.status === 'failed') || undefined} role="status">
          {waking && wakingWords(instance)}
          {!waking && phase === 'ended' && instance && endedWords(instance)}
        </p>
      </div>
      {/* A learner's page hydrates as a visitor's, and their tier may reach the lab. */}
      {hydrated && !reached && (
        <Suspense>
          <p className={css.note}>
            <PlanOffer tier={tier} />
          </p>
        </Suspense>
      )}
      {asked && !signedIn && (
        <SignInPrompt>A lab is started for one person alone, so it needs an account.</SignInPrompt>
      )}
      {start.isError && !waking && <StartError error={start.error} />}
      {leave.isError && waking && (
        <p className={css.error} role="alert">
          {messageOf(leave.error)}
        </p>
      )}
    </div>
  );
}

function StartError({ error }: { error: Error }) {
  if (isApiError(error, 'isolation_unavailable')) return <Unavailable reason={error.msg} />;
  return (
    <Callout kind="danger" role="alert" title="It did not start">
      <p>{messageOf(error)}</p>
    </Callout>
  );
}

const Unavailable = ({ reason }: { reason: string }) => (
  <Callout kind="warning" title="This lab can’t start here yet">
    <p>{reason}</p>
  </Callout>
);
