import { useFeatures } from '#shell/features.ts';
import { Callout } from '#ui/callout.tsx';
import type { LinkOutcome } from './provider-outcome.ts';

/** Stands at the top of the account page and says whether the provider was connected. */
export function LinkReturn({ outcome, className }: { outcome: LinkOutcome | undefined; className?: string }) {
  const name = useFeatures().provider?.name ?? 'The provider';
  if (outcome === 'linked') {
    return (
      <Callout kind="tip" role="status" className={className ?? ''} title={`${name} is connected`}>
        <p>From now on you can log in through it.</p>
      </Callout>
    );
  }
  if (outcome === 'taken') {
    return (
      <Callout kind="danger" role="alert" className={className ?? ''} title={`${name} knows you as somebody else`}>
        <p>
          You can already log in to another account here with that identity. Choose another identity there, or
          disconnect this one from the other account.
        </p>
      </Callout>
    );
  }
  if (outcome === 'failed') {
    return (
      <Callout kind="danger" role="alert" className={className ?? ''} title={`${name} was not connected`}>
        <p>You said no there, it took longer than ten minutes, or it did not answer. Try again.</p>
      </Callout>
    );
  }
  return null;
}
