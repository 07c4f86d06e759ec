import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { useApi } from '#lib/query.ts';
import { storeSession } from '#lib/session.ts';
import { useFeatures } from '#shell/features.ts';
import { Callout } from '#ui/callout.tsx';
import type { LoginOutcome } from './provider-outcome.ts';

/**
 * Stands above the form of the log-in page and says how the visit to the provider ended. If it went well, this opens
 * the session, and the page goes on as after any other log-in.
 */
export function ProviderReturn({ outcome }: { outcome: LoginOutcome | undefined }) {
  const name = useFeatures().provider?.name ?? 'the provider';
  const { finish, error } = useFinish(outcome === 'finish');
  if (error) {
    return (
      <Callout kind="danger" role="alert" title="You are not logged in">
        <p>{messageOf(error)}</p>
      </Callout>
    );
  }
  if (finish) return <Callout role="status">Logging you in …</Callout>;
  if (outcome === 'exists') {
    return (
      <Callout kind="warning" role="alert" title="There is an account with your address">
        <p>Log in to it as usual. Then connect {name} in your account settings, and it opens the same account.</p>
      </Callout>
    );
  }
  if (outcome === 'failed') {
    return (
      <Callout kind="danger" role="alert" title={`${capital(name)} did not let you in`}>
        <p>You said no there, it took longer than ten minutes, or it did not answer. Try again, or log in below.</p>
      </Callout>
    );
  }
  return null;
}

function useFinish(wanted: boolean) {
  const api = useApi();
  const { mutate, isPending, isSuccess, error } = useMutation({
    meta: { suppress: [400] },
    mutationFn: () => api('POST /api/account/provider/finish'),
    onSuccess: storeSession,
  });
  const begun = useRef(false);
  // The server's word is good for one use: the page fetches it as soon as it is awake, and never a second time.
  useEffect(() => {
    if (!wanted || begun.current) return;
    begun.current = true;
    mutate();
  }, [wanted, mutate]);
  return { finish: isPending || isSuccess, error };
}

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
