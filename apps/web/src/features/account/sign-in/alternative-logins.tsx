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

/** Log-in methods without a password. */
export function AlternativeLogins({
  next,
  onSignedIn,
}: {
  next: string | undefined;
  onSignedIn: (answer: SignedIn) => void;
}) {
  // Rendered on the server too, because nearly every browser supports passkeys; the button then does not pop in.
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
      // Null: the visitor cancelled, which needs no message.
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
