import { useSession } from '#lib/session.ts';
import { LinkReturn } from '../provider/link-return.tsx';
import type { LinkOutcome } from '../provider/provider-outcome.ts';
import { ProviderSection } from '../provider/provider-section.tsx';
import { SecuritySection } from '../security/security-section.tsx';
import css from './account-page.module.css';
import { DeleteAccount } from './data-export/delete-account.tsx';
import { DownloadData } from './data-export/download-data.tsx';
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
