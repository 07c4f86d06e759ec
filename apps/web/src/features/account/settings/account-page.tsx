import { useSession } from '#lib/session.ts';
import { LinkReturn } from '../provider/link-return.tsx';
import type { LinkOutcome } from '../provider/provider-outcome.ts';
import { ProviderSection } from '../provider/provider-section.tsx';
import { SecuritySection } from '../security/security-section.tsx';
import css from './account-page.module.css';
import { IdentitySection } from './identity-section.tsx';
import { InviteSection } from './invite-section.tsx';
import { OwnDataSection } from './own-data/own-data-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { PreferencesSection } from './preferences-section.tsx';
import { SettingsPage } from './settings-page.tsx';

/** @param provider what came of the visit to the provider that was to be connected, right after it */
export function AccountPage({ provider }: { provider: LinkOutcome | undefined }) {
  const user = useSession()?.user;
  if (!user) return null;
  const { settings, has_password } = user.account;
  return (
    <SettingsPage title="Account Settings" lead="How you are called, how you get in, and what you want to hear of.">
      <LinkReturn outcome={provider} className={css.link ?? ''} />
      <IdentitySection user={user} />
      <PasswordSection username={user.username} hasPassword={has_password} />
      <SecuritySection />
      <ProviderSection />
      <PreferencesSection settings={settings} email={user.email !== null} />
      <InviteSection />
      <OwnDataSection />
    </SettingsPage>
  );
}
