import type { User, UserSettingsBody } from '@hexpedition/contract';
import { useState } from 'react';
import { tierName } from '#lib/format.ts';
import { useApi } from '#lib/query.ts';
import { storeUser, useSession } from '#lib/session.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Card } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { Form, FormActions, useForm } from '#ui/form.tsx';
import { Icon } from '#ui/icon.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { AvatarPicker } from '../../avatars/avatar-picker.tsx';
import { aboutLength, aboutProblem } from '../../field-checks.ts';
import settingSwitchCss from '../setting-switch.module.css';
import { SettingSwitch } from '../setting-switch.tsx';
import { SettingsPage } from '../settings-page.tsx';
import { SettingsSection } from '../settings-section.tsx';
import css from './profile-preview.module.css';
import { type PublicProfile, profileSections } from './profile-sections.ts';
import { SlugForm } from './slug-form.tsx';

export function ProfileSettingsPage() {
  const user = useSession()?.user;
  return user && <Profile key={user.pk} user={user} />;
}

/** localStorage key. `lib/session` removes it when the user logs out. */
const entry = 'about';

interface Draft {
  /** User id of the owner, so that other users of this browser never see the draft. */
  pk: number;
  text: string;
}

/**
 * Draft of the user's "about" text. It is kept in localStorage until it is saved or discarded, so that neither a closed
 * tab nor an expired session loses it.
 * @param stored text on the server
 */
function useAboutDraft(pk: number, stored: string) {
  const [kept] = useState(() => read(pk));
  const [about, setAbout] = useState(kept ?? stored);
  const isUnsaved = about.trim() !== stored;
  return {
    about,
    isUnsaved,
    /** Whether the text was typed during an earlier visit. */
    isOld: isUnsaved && about === kept,
    write: (text: string) => {
      setAbout(text);
      if (text.trim() === stored) forget();
      else keep({ pk, text });
    },
    /** Restores the text on the server. */
    discard: () => {
      setAbout(stored);
      forget();
    },
    /** Removes the draft after saving, unless the user has typed more since. */
    saved: (text: string) => {
      if (read(pk)?.trim() === text) forget();
    },
  };
}

function read(pk: number): string | undefined {
  try {
    const draft = JSON.parse(localStorage.getItem(entry) ?? 'null') as Partial<Draft> | null;
    return draft?.pk === pk && typeof draft.text === 'string' ? draft.text : undefined;
  } catch {
    return undefined;
  }
}

function keep(draft: Draft): void {
  try {
    localStorage.setItem(entry, JSON.stringify(draft));
  } catch {
    // Storage is full or blocked: the text stays in the field only.
  }
}

function forget(): void {
  try {
    localStorage.removeItem(entry);
  } catch {
    // Storage is blocked: no draft was saved.
  }
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

/** Switches for the profile's visibility and its sections. */
function VisibilitySwitches({ profile: { is_public, sections } }: { profile: PublicProfile }) {
  const api = useApi();
  const save = (body: UserSettingsBody) => api('POST /api/account/user_settings', { body });
  return (
    <div className={settingSwitchCss.rows}>
      <SettingSwitch
        label="Public"
        hint={
          is_public
            ? 'Anyone can see your name, picture, tier, text about you, and the sections below.'
            : 'Only you can see your profile. Make it public to choose the sections below.'
        }
        checked={is_public}
        save={(on) => save({ is_public: on })}
      />
      {profileSections.map(({ key, label, hint }) => (
        <SettingSwitch
          key={key}
          label={label}
          hint={hint}
          checked={sections[key]}
          disabled={!is_public}
          save={(on) => save({ sections: { [key]: on } })}
        />
      ))}
    </div>
  );
}

function AboutForm({ draft }: { draft: ReturnType<typeof useAboutDraft> }) {
  const { about, isUnsaved, isOld } = draft;
  const api = useApi();
  const form = useForm({
    fields: ['about'],
    check: (values) => ({ about: aboutProblem(values.about) }),
    send: (body) => api('POST /api/account/user_settings', { body }),
    onSuccess: ({ user }) => {
      storeUser(user);
      draft.saved(user.account.public_profile.about);
    },
  });
  return (
    <Form form={form}>
      {isOld && <Callout title="You have unsaved changes from an earlier visit." />}
      <TextArea
        label="Bio"
        name="about"
        optional
        rows={5}
        value={about}
        onChange={(event) => draft.write(event.target.value)}
        hint={`${about.trim().length} of ${aboutLength} characters`}
        // Shows while typing that the text is too long.
        error={aboutProblem(about) ?? form.problems.about}
      />
      <FormActions done={form.isSuccess && !isUnsaved && 'Saved.'}>
        <Button type="submit" busy={form.isPending}>
          Save text
        </Button>
        {isUnsaved && (
          <Button variant="quiet" onClick={draft.discard}>
            Discard changes
          </Button>
        )}
      </FormActions>
    </Form>
  );
}

/** Small preview of the profile: which sections are shown and which are hidden. */
function ProfilePreview({ user, about }: { user: User; about: string }) {
  const { image, tier, public_profile } = user.account;
  const { is_public, sections } = public_profile;
  return (
    <Card className={css.sketch}>
      <p className={css.state} data-public={is_public || undefined}>
        <Icon name={is_public ? 'globe' : 'lock'} size={14} />
        {is_public ? `Public: /profile/${public_profile.slug}` : 'Not public: visible only to you'}
      </p>
      <div className={css.head}>
        <Avatar username={user.username} image={image} size={56} />
        <div className={css.who}>
          <p className={css.name}>{user.username}</p>
          <Chip>{tierName(tier)}</Chip>
        </div>
      </div>
      <p className={about.trim() ? css.about : css.nothing}>{about.trim() || 'No text yet.'}</p>
      <ul className={css.parts}>
        {profileSections.map(({ key, label, icon }) => {
          const shown = is_public && sections[key];
          return (
            <li key={key} className={css.part} data-shown={shown || undefined}>
              <Icon name={icon} size={16} />
              <span>{label}</span>
              <span className={css.eye}>
                <Icon name={shown ? 'eye' : 'eye-off'} size={16} />
                {shown ? 'shown' : 'hidden'}
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
