import type { Instance, Lab } from '@hexpedition/contract';
import { useState } from 'react';
import { useSession } from '#lib/session.ts';
import { useReaches } from '#shell/reach.ts';
import { phaseOf } from '../instance/instance-state.ts';
import { useInstance, useWasStarted } from '../instance/use-instance.ts';

/** How long the bench of an instance that has run out is still what one comes back to; milliseconds. */
const afterwards = 60 * 60_000;

/**
 * Whether the page is the bench: while an instance with a workspace starts or runs, and when it has ended under the
 * learner's hands; and where they have come to repair the lab.
 */
export function useBench(lab: Lab, isRepair: boolean) {
  const signedIn = useSession() !== null;
  const isReached = useReaches(lab.tier);
  const instance = useInstance(lab.slug);
  const wasStarted = useWasStarted(lab.slug);
  const [wasOpen, setWasOpen] = useState(false);
  /** The ended instance whose bench the learner has left. */
  const [left, setLeft] = useState<number>();
  const phase = phaseOf(instance);
  const isLive = lab.workspace !== null && (phase === 'waking' || phase === 'running' || phase === 'stopping');
  /** Whether it was seen without one: then it was started here, and not found running. */
  const [wasIdle, setWasIdle] = useState(false);
  if (isLive && !wasOpen) setWasOpen(true);
  if (instance !== undefined && !isLive && !wasIdle) setWasIdle(true);
  const hasEnded = phase === 'ended' && (wasOpen || isRecent(instance)) && instance?.pk !== left;
  const isRepairing = isRepair && lab.repair !== null && isReached;
  return {
    isOpen: signedIn && (isLive || isRepairing || (lab.workspace !== null && hasEnded)),
    instance: instance ?? null,
    // Who presses at once starts it before it is known that there was none.
    isFresh: wasIdle || wasStarted,
    leave: () => setLeft(instance?.pk),
  };
}

const isRecent = (instance: Instance | null | undefined) =>
  instance?.status === 'expired' &&
  instance.expires_at !== null &&
  Date.now() - Date.parse(instance.expires_at) < afterwards;
