import type { User } from '@hexpedition/contract';
import { useSession } from '#lib/session.ts';
import { AvatarPicker } from '../../avatars/avatar-picker.tsx';
import { SettingsPage } from '../settings-page.tsx';
import { SettingsSection } from '../settings-section.tsx';
import { AboutForm } from './about-form.tsx';
import { ProfileSketch } from './profile-sketch.tsx';
import { SlugForm } from './slug-form.tsx';
import { useAboutDraft } from './use-about-draft.ts';
import { VisibilitySwitches } from './visibility-switches.tsx';

export function ProfilePage() {
  const user = useSession()?.user;
  return user && <Profile key={user.pk} user={user} />;
}

function Profile({ user }: { user: User }) {
  const profile = user.account.public_profile;
  const draft = useAboutDraft(user.pk, profile.about);
  return (
    <SettingsPage title="Public Profile Settings" lead="What others see of you, if you let them.">
      <SettingsSection
        title="Who sees it"
        lead="While it is public, anybody can see it, logged in or not. Otherwise only you can."
      >
        <VisibilitySwitches profile={profile} />
      </SettingsSection>
      <SettingsSection title="As others see it" lead="A sketch, with what you have switched on and written so far.">
        <ProfileSketch user={user} about={draft.about} />
      </SettingsSection>
      <SettingsSection title="Address" lead="Where your profile is. A link to the old address stops working at once.">
        <SlugForm profile={profile} />
      </SettingsSection>
      <SettingsSection title="About you" lead="Plain text, in your own words. Links stay text.">
        <AboutForm draft={draft} />
      </SettingsSection>
      <SettingsSection
        title="Picture"
        lead="It stands beside your name everywhere, even while your profile is not public."
      >
        <AvatarPicker />
      </SettingsSection>
    </SettingsPage>
  );
}
