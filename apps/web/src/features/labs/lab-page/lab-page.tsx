import type { Instance, Lab } from '@hexpedition/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useReachesTier } from '#entities/account/tier-access.ts';
import { phaseOf } from '#entities/lab/instance/instance-state.ts';
import { useInstance, useWasStarted } from '#entities/lab/instance/use-instance.ts';
import { labQuery } from '#entities/lab/lab-queries.ts';
import { useSession } from '#lib/session.ts';
import { LabOverview } from './lab-overview.tsx';

// Loaded only while the bench is open.
const Bench = lazy(() => import('../bench/bench.tsx'));

interface Props {
  slug: string;
  /** Whether to open the repair. */
  isRepair?: boolean;
}

/** Milliseconds for which the bench stays open after its instance has expired. */
const KEEP_OPEN_MS = 60 * 60_000;

/**
 * Decides whether the page shows the bench: while an instance with a workspace starts or runs, after it has ended during
 * the visit, or for the repair.
 */
function useBench(lab: Lab, isRepair: boolean) {
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

/** Page of a lab. Shows the bench while an instance with a shell runs or the repair is open, and the overview otherwise. */
export function LabPage({ slug, isRepair = false }: Props) {
  const { data: lab } = useSuspenseQuery(labQuery(slug));
  const navigate = useNavigate();
  const { isOpen, instance, isFresh, leave } = useBench(lab, isRepair);
  const show = (search: { bench?: 'repair' }) =>
    void navigate({ to: '/lab/$slug', params: { slug }, search, replace: true });
  const overview = <LabOverview key={slug} lab={lab} onRepair={() => show({ bench: 'repair' })} />;
  if (!isOpen) return overview;
  return (
    <Suspense fallback={overview}>
      <Bench
        lab={lab}
        instance={instance}
        isRepair={isRepair}
        isFresh={isFresh}
        onLeave={() => {
          leave();
          show({});
        }}
      />
    </Suspense>
  );
}
