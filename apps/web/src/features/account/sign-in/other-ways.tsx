import type { SignedIn } from '@hexpedition/contract';
import { useMutation } from '@tanstack/react-query';
import { useHydrated } from '@tanstack/react-router';
import { messageOf } from '#lib/api-error.ts';
import { useApi } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import css from '../form-frame.module.css';
import { ProviderButton } from '../provider/provider-button.tsx';
import { passkeysSupported, signInWithPasskey } from '../security/passkeys/passkey-device.ts';

/** The ways in without a password, below the one that most take. */
export function OtherWays({ next, onSignedIn }: { next: string | undefined; onSignedIn: (answer: SignedIn) => void }) {
  // Nearly every browser knows passkeys: the server's page has the button, so that it does not come in late.
  const hydrated = useHydrated();
  return (
    <div className={css.ways}>
      {(!hydrated || passkeysSupported()) && <PasskeyButton onSignedIn={onSignedIn} />}
      <ProviderButton next={next} />
    </div>
  );
}

function PasskeyButton({ onSignedIn }: { onSignedIn: (answer: SignedIn) => void }) {
  const api = useApi();
  const signIn = useMutation({
    meta: { suppress: [0, 400, 401, 429] },
    mutationFn: () => signInWithPasskey(api),
    onSuccess: (answer) => {
      // Null: the visitor has cancelled, which needs no comment.
      if (answer) onSignedIn(answer);
    },
  });
  return (
    <>
      {signIn.error && <Callout kind="danger" role="alert" title={messageOf(signIn.error)} />}
      <Button icon="key" wide busy={signIn.isPending} onClick={() => signIn.mutate()}>
        Log in with a passkey
      </Button>
    </>
  );
}
