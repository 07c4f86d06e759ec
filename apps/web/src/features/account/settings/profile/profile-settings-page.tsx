import type { User } from '@hexpedition/contract';
import { useSession } from '#lib/session.ts';
import { AvatarPicker } from '../../avatars/avatar-picker.tsx';
import { SettingsPage } from '../settings-page.tsx';
import { SettingsSection } from '../settings-section.tsx';
import { AboutForm } from './about-form.tsx';
import { ProfilePreview } from './profile-preview.tsx';
import { SlugForm } from './slug-form.tsx';
import { useAboutDraft } from './use-about-draft.ts';
import { VisibilitySwitches } from './visibility-switches.tsx';

export function ProfileSettingsPage() {
  const user = useSession()?.user;
  return user && <Profile key={user.pk} user={user} />;
}

function Profile({ user }: { user: User }) {
  const profile = user.account.public_profile;
  const draft = useAboutDraft(user.pk, profile.about);
  return (
    <SettingsPage title="Public Profile Settings" lead="Your profile, as other people see it.">
      <SettingsSection
        title="Visibility"
        lead="Anyone can see a public profile, without logging in. Otherwise only you can."
      >
        <VisibilitySwitches profile={profile} />
      </SettingsSection>
      <SettingsSection title="Preview" lead="How others see your profile with the current settings and text.">
        <ProfilePreview user={user} about={draft.about} />
      </SettingsSection>
      <SettingsSection
        title="Address"
        lead="The URL of your profile. Links to the old address stop working immediately."
      >
        <SlugForm profile={profile} />
      </SettingsSection>
      <SettingsSection title="About you" lead="Plain text. Links are not clickable.">
        <AboutForm draft={draft} />
      </SettingsSection>
      <SettingsSection title="Picture" lead="Shown beside your name everywhere, even if your profile is not public.">
        <AvatarPicker />
      </SettingsSection>
    </SettingsPage>
  );
}
