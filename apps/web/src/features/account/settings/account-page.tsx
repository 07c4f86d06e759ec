import { useMutation } from '@tanstack/react-query';
import { useFeatures } from '#entities/site/use-features.ts';
import { messageOf } from '#lib/api-error.ts';
import { useApi, usePersonalQuery } from '#lib/query.ts';
import { saveFile } from '#lib/save-file.ts';
import { useSession } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { securityQuery } from '../account-queries.ts';
import type { LinkOutcome } from '../provider/provider-outcome.ts';
import { ProviderSection } from '../provider/provider-section.tsx';
import { PasskeysPanel } from '../security/passkeys/passkeys-panel.tsx';
import { passkeyHeading, twoFactorHeading } from '../security/section-headings.ts';
import { TwoFactorPanel } from '../security/totp/two-factor-panel.tsx';
import css from './account-page.module.css';
import dataExportCss from './data-export/data-export.module.css';
import { DeleteAccount } from './data-export/delete-account.tsx';
import { EmailForm } from './identity/email-form.tsx';
import { UsernameForm } from './identity/username-form.tsx';
import { InviteSection } from './invite-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { PreferencesSection } from './preferences-section.tsx';
import { SettingsPage } from './settings-page.tsx';
import { SettingsSection } from './settings-section.tsx';

/** @param provider result of the provider redirect, if the user has just come back from it */
export function AccountPage({ provider }: { provider: LinkOutcome | undefined }) {
  const user = useSession()?.user;
  if (!user) return null;
  const { settings, has_password } = user.account;
  return (
    <SettingsPage title="Account Settings" lead="Your name, login and notifications.">
      <LinkReturn outcome={provider} className={css.link ?? ''} />
      <SettingsSection title="Name and email" lead="Your public name, and the email for password resets.">
        <UsernameForm username={user.username} />
        <EmailForm user={user} />
      </SettingsSection>
      <PasswordSection username={user.username} hasPassword={has_password} />
      <SecuritySection />
      <ProviderSection />
      <PreferencesSection settings={settings} email={user.email !== null} />
      <InviteSection />
      <DownloadData username={user.username} />
      <DeleteAccount user={user} />
    </SettingsPage>
  );
}

function DownloadData({ username }: { username: string }) {
  const api = useApi();
  const download = useMutation({
    meta: { suppress: [429] },
    mutationFn: () => api('GET /api/account/export'),
    onSuccess: (data) => {
      const today = new Date().toISOString().slice(0, 10);
      saveFile(`hexpedition-${username}-${today}.json`, 'application/json', JSON.stringify(data, null, 2));
    },
  });
  return (
    <SettingsSection
      title="Export your data"
      lead="A JSON file with everything stored about you: account, sessions, progress, flags, labs, notes. It contains no passwords or keys."
    >
      <div className={dataExportCss.part}>
        {download.error && (
          <Callout kind="danger" role="alert">
            <p>{messageOf(download.error)}</p>
          </Callout>
        )}
        <Button busy={download.isPending} onClick={() => download.mutate()}>
          Download your data
        </Button>
        <p role="status" className={dataExportCss.status}>
          {download.isSuccess && 'The file is in your downloads.'}
        </p>
      </div>
    </SettingsSection>
  );
}

/** Two sections of the account page: two-factor authentication and passkeys. */
function SecuritySection() {
  const { data, error, refetch, isFetching } = usePersonalQuery(securityQuery);
  if (data) {
    return (
      <>
        <TwoFactorPanel security={data} />
        <PasskeysPanel security={data} />
      </>
    );
  }
  return [twoFactorHeading, passkeyHeading].map((words) => (
    <SettingsSection key={words.title} {...words}>
      {error ? (
        <Callout
          kind="danger"
          title={messageOf(error)}
          action={
            <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          }
        />
      ) : (
        <Skeleton lines={3} />
      )}
    </SettingsSection>
  ));
}

/** Tells on the account page whether the provider was connected. */
function LinkReturn({ outcome, className }: { outcome: LinkOutcome | undefined; className?: string }) {
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
