import { useSession } from '#lib/session.ts';
import { LinkReturn } from '../provider/link-return.tsx';
import type { LinkOutcome } from '../provider/provider-outcome.ts';
import { ProviderSection } from '../provider/provider-section.tsx';
import { SecuritySection } from '../security/security-section.tsx';
import css from './account-page.module.css';
import { EmailForm } from './identity/email-form.tsx';
import { UsernameForm } from './identity/username-form.tsx';
import { InviteSection } from './invite-section.tsx';
import { DeleteAccount } from './own-data/delete-account.tsx';
import { DownloadData } from './own-data/download-data.tsx';
import { PasswordSection } from './password-section.tsx';
import { PreferencesSection } from './preferences-section.tsx';
import { SettingsPage } from './settings-page.tsx';
import { SettingsSection } from './settings-section.tsx';

/** @param provider whether the provider was connected, right after the visit to it */
export function AccountPage({ provider }: { provider: LinkOutcome | undefined }) {
  const user = useSession()?.user;
  if (!user) return null;
  const { settings, has_password } = user.account;
  return (
    <SettingsPage title="Account Settings" lead="Your name, sign-in and notifications.">
      <LinkReturn outcome={provider} className={css.link ?? ''} />
      <SettingsSection
        title="Name and email"
        lead="Who you are here, and where a link finds you if you lose your way in."
      >
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
