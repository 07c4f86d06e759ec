import { useFeatures } from '#entities/site/use-features.ts';
import { Callout } from '#ui/callout.tsx';
import type { LinkOutcome } from './provider-outcome.ts';

/** Tells on the account page whether the provider was connected. */
export function LinkReturn({ outcome, className }: { outcome: LinkOutcome | undefined; className?: string }) {
  const name = useFeatures().provider?.name ?? 'The provider';
  if (outcome === 'linked') {
    return (
      <Callout kind="tip" role="status" className={className ?? ''} title={`${name} is connected`}>
        <p>You can now log in with it.</p>
      </Callout>
    );
  }
  if (outcome === 'taken') {
    return (
      <Callout kind="danger" role="alert" className={className ?? ''} title={`${name} belongs to another account`}>
        <p>
          You can already log in to another account here with this identity. Choose another identity, or disconnect this
          one from the other account.
        </p>
      </Callout>
    );
  }
  if (outcome === 'failed') {
    return (
      <Callout kind="danger" role="alert" className={className ?? ''} title={`${name} was not connected`}>
        <p>You declined, it took longer than ten minutes, or the provider did not answer. Try again.</p>
      </Callout>
    );
  }
  return null;
}
