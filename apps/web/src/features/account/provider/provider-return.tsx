import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useFeatures } from '#entities/site/use-features.ts';
import { messageOf } from '#lib/api-error.ts';
import { useApi } from '#lib/query.ts';
import { storeSession } from '#lib/session.ts';
import { Callout } from '#ui/callout.tsx';
import type { LoginOutcome } from './provider-outcome.ts';

/**
 * Shows the result of the provider redirect above the log-in form. After a success it opens the session, and the page
 * continues as after any other log-in.
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
      <Callout kind="warning" role="alert" title="An account with your email already exists">
        <p>Log in to it as usual, then connect {name} in your account settings.</p>
      </Callout>
    );
  }
  if (outcome === 'closed') {
    return (
      <Callout kind="warning" role="alert" title="This site accepts no new accounts at the moment">
        <p>No account here is connected to your account at {name}. If you have one here, log in to it below.</p>
      </Callout>
    );
  }
  if (outcome === 'failed') {
    return (
      <Callout kind="danger" role="alert" title={`${capital(name)} did not log you in`}>
        <p>You declined, it took longer than ten minutes, or {name} did not answer. Try again, or log in below.</p>
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
  // The server accepts this call once: the page makes it right after hydration and never repeats it.
  useEffect(() => {
    if (!wanted || begun.current) return;
    begun.current = true;
    mutate();
  }, [wanted, mutate]);
  return { finish: isPending || isSuccess, error };
}

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
