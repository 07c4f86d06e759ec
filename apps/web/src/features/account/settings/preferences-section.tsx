import type { EndpointCall, User } from '@hexpedition/contract';
import { useApi } from '#lib/query.ts';
import { setShortcutsOn, useShortcutsOn } from '#lib/shortcuts.ts';
import { setTheme, useTheme } from '#lib/theme.ts';
import { useFeatures } from '#shell/features.ts';
import { Kbd } from '#ui/kbd.tsx';
import { Switch } from '#ui/switch.tsx';
import css from './setting-switch.module.css';
import { SettingSwitch } from './setting-switch.tsx';
import { SettingsSection } from './settings-section.tsx';

type Settings = EndpointCall<'POST /api/account/settings'>['body'];

export function PreferencesSection({ settings, email }: { settings: User['account']['settings']; email: boolean }) {
  const api = useApi();
  const { mail } = useFeatures();
  const theme = useTheme();
  const shortcuts = useShortcutsOn();
  const save = (body: Settings) => api('POST /api/account/settings', { body });
  return (
    <SettingsSection title="Preferences" lead="Each is saved as soon as you switch it.">
      <div className={css.rows}>
        <SettingSwitch
          label="Appear on the leaderboard"
          hint="If this is off, your points count for you alone, and nobody sees your place."
          checked={settings.listed}
          save={(listed) => save({ listed })}
        />
        <SettingSwitch
          label="A mail when a new device logs in"
          hint={
            !mail
              ? 'This site sends no mail at the moment, so none comes.'
              : email
                ? 'So that you know if it was not you.'
                : 'So that you know if it was not you. It needs a confirmed email.'
          }
          checked={settings.sign_in_mails}
          save={(sign_in_mails) => save({ sign_in_mails })}
        />
        <SettingSwitch
          label="Announcements by mail"
          hint="News of the people who run this site. Mails about your account itself come in any case."
          checked={settings.announcement_mails}
          save={(announcement_mails) => save({ announcement_mails })}
        />
        <SettingSwitch
          label="Single-key shortcuts"
          hint={
            <>
              Such as <Kbd>N</Kbd> for the next lesson; <Kbd>?</Kbd> lists them. Turn them off if they get in the way of
              your voice control or screen reader.
            </>
          }
          checked={shortcuts}
          save={(wanted) => {
            // This overrides what was set on this device before.
            if (wanted) setShortcutsOn(true);
            return save({ shortcuts: wanted });
          }}
        />
        <Switch
          label="Dark theme"
          hint="Kept on this device alone; the sun and the moon at the top do the same."
          checked={theme === 'dark'}
          onChange={(event) => setTheme(event.target.checked ? 'dark' : 'light')}
        />
      </div>
    </SettingsSection>
  );
}
