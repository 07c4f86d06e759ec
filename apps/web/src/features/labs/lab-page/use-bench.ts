import type { Instance, Lab } from '@hexpedition/contract';
import { useState } from 'react';
import { useReachesTier } from '#entities/account/tier-access.ts';
import { phaseOf } from '#entities/lab/instance/instance-state.ts';
import { useInstance, useWasStarted } from '#entities/lab/instance/use-instance.ts';
import { useSession } from '#lib/session.ts';

/** Milliseconds for which the bench stays open after its instance has expired. */
const KEEP_OPEN_MS = 60 * 60_000;

/**
 * Decides whether the page shows the bench: while an instance with a workspace starts or runs, after it has ended during
 * the visit, or for the repair.
 */
export function useBench(lab: Lab, isRepair: boolean) {
  const signedIn = useSession() !== null;
  const hasAccess = useReachesTier(lab.tier);
  const instance = useInstance(lab.slug);
  const wasStarted = useWasStarted(lab.slug);
  const [wasOpen, setWasOpen] = useState(false);
  /** Key of the ended instance whose bench the learner has left. */
  const [leftInstance, setLeftInstance] = useState<number>();
  const phase = phaseOf(instance);
  const isLive = lab.workspace !== null && (phase === 'starting' || phase === 'running' || phase === 'stopping');
  /** Whether the page was seen without a live instance. If so, the instance was started in this visit. */
  const [wasIdle, setWasIdle] = useState(false);
  if (isLive && !wasOpen) setWasOpen(true);
  if (instance !== undefined && !isLive && !wasIdle) setWasIdle(true);
  const hasEnded = phase === 'ended' && (wasOpen || isRecent(instance)) && instance?.pk !== leftInstance;
  const isRepairing = isRepair && lab.repair !== null && hasAccess;
  return {
    isOpen: signedIn && (isLive || isRepairing || (lab.workspace !== null && hasEnded)),
    instance: instance ?? null,
    // `wasStarted` covers a start before the page knew that there was no instance.
    isFresh: wasIdle || wasStarted,
    leave: () => setLeftInstance(instance?.pk),
  };
}

const isRecent = (instance: Instance | null | undefined) =>
  instance?.status === 'expired' &&
  instance.expires_at !== null &&
  Date.now() - Date.parse(instance.expires_at) < KEEP_OPEN_MS;
