import type { UserSettingsBody } from '@hexpedition/contract';
import { useApi } from '#lib/query.ts';
import css from '../setting-switch.module.css';
import { SettingSwitch } from '../setting-switch.tsx';
import { type PublicProfile, profileSections } from './profile-sections.ts';

/** Whether there is a profile for others at all, and what is on it. */
export function VisibilitySwitches({ profile: { is_public, sections } }: { profile: PublicProfile }) {
  const api = useApi();
  const save = (body: UserSettingsBody) => api('POST /api/account/user_settings', { body });
  return (
    <div className={css.rows}>
      <SettingSwitch
        label="Public"
        hint={
          is_public
            ? 'Anybody can see your name, your picture, your tier, what you wrote about yourself, and the parts below.'
            : 'Only you see your profile. The parts below can be chosen once it is public.'
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
