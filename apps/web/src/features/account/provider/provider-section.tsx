import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmPassword } from '#entities/account/confirm-password.tsx';
import { useFeatures } from '#entities/site/use-features.ts';
import { dateFormat } from '#lib/format.ts';
import { useApi, usePersonalQuery } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { securityQuery } from '../account-queries.ts';
import { SettingsSection } from '../settings/settings-section.tsx';
import css from './provider.module.css';
import { useProviderRedirect } from './use-provider-redirect.ts';

/**
 * Section of the account page that connects or disconnects the provider. Renders nothing if no provider is configured.
 */
export function ProviderSection() {
  const { provider } = useFeatures();
  const { data, error } = usePersonalQuery(securityQuery);
  // The security sections use the same query and show its error.
  if (!provider || (error && !data)) return null;
  const { name } = provider;
  return (
    <SettingsSection title={`Log in with ${name}`} lead={`Connect ${name} to log in without a password.`}>
      {data ? <Connection name={name} linkedAt={data.provider?.linked_at} /> : <Skeleton lines={2} />}
    </SettingsSection>
  );
}

function Connection({ name, linkedAt }: { name: string; linkedAt: string | undefined }) {
  const [asking, setAsking] = useState(false);
  const dialog = { open: asking, name, onClose: () => setAsking(false) };
  return (
    <>
      <div className={css.line}>
        <p role="status" className={css.state}>
          {linkedAt ? (
            <>
              Connected since <time dateTime={linkedAt}>{longDay(linkedAt)}</time>.
            </>
          ) : (
            'Not connected.'
          )}
        </p>
        <Button onClick={() => setAsking(true)}>{linkedAt ? 'Disconnect' : 'Connect'}</Button>
      </div>
      {linkedAt ? <Disconnect {...dialog} /> : <Connect {...dialog} />}
    </>
  );
}

interface DialogProps {
  open: boolean;
  name: string;
  onClose: () => void;
}

function Connect({ open, name, onClose }: DialogProps) {
  const api = useApi();
  const { leave } = useProviderRedirect((password: string | undefined) =>
    api('POST /api/account/provider/link', { body: password === undefined ? {} : { password } }),
  );
  return (
    <ConfirmPassword
      open={open}
      title={`Connect ${name}`}
      text={<p>You log in at {name} and come back here.</p>}
      action={`Go to ${name}`}
      onClose={onClose}
      onConfirm={leave}
    />
  );
}

function Disconnect({ open, name, onClose }: DialogProps) {
  const api = useApi();
  const client = useQueryClient();
  return (
    <ConfirmPassword
      open={open}
      danger
      title={`Disconnect ${name}`}
      text={<p>You can no longer log in with {name}. Your progress and your other log-in methods stay.</p>}
      action="Disconnect"
      onClose={onClose}
      onConfirm={async (password) => {
        const body = password === undefined ? {} : { password };
        client.setQueryData(securityQuery.queryKey, await api('POST /api/account/provider/unlink', { body }));
      }}
    />
  );
}

const longDay = dateFormat({ day: 'numeric', month: 'long', year: 'numeric' });
