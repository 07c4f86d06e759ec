import type { User } from '@hexpedition/contract';
import { EmailForm } from './identity/email-form.tsx';
import { UsernameForm } from './identity/username-form.tsx';
import { SettingsSection } from './settings-section.tsx';

export function IdentitySection({ user }: { user: User }) {
  return (
    <SettingsSection
      title="Name and email"
      lead="Who you are here, and where a link finds you if you lose your way in."
    >
      <UsernameForm username={user.username} />
      <EmailForm user={user} />
    </SettingsSection>
  );
}
