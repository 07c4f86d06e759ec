import type { UserSettingsBody } from '@hexpedition/contract';
import { useApi } from '#lib/query.ts';
import css from '../setting-switch.module.css';
import { SettingSwitch } from '../setting-switch.tsx';
import { type PublicProfile, profileSections } from './profile-sections.ts';

/** Switches for the profile's visibility and its sections. */
export function VisibilitySwitches({ profile: { is_public, sections } }: { profile: PublicProfile }) {
  const api = useApi();
  const save = (body: UserSettingsBody) => api('POST /api/account/user_settings', { body });
  return (
    <div className={css.rows}>
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
