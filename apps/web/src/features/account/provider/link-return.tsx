import { useFeatures } from '#shell/features.ts';
import { Callout } from '#ui/callout.tsx';
import type { LinkOutcome } from './provider-outcome.ts';

/** On the account page, above everything: what came of the visit to the provider that was to be connected. */
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
          That identity opens another account here already. Choose another one there, or disconnect it from that
          account.
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
