import type { EndpointCall, User } from '@hexpedition/contract';
import { useFeatures } from '#entities/site/use-features.ts';
import { useApi } from '#lib/query.ts';
import { setShortcutsOn, useShortcutsOn } from '#lib/shortcuts.ts';
import { setTheme, useTheme } from '#lib/theme.ts';
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
    <SettingsSection title="Preferences" lead="Changes are saved immediately.">
      <div className={css.rows}>
        <SettingSwitch
          label="Appear on the leaderboard"
          hint="If off, others do not see your points or your rank."
          checked={settings.listed}
          save={(listed) => save({ listed })}
        />
        <SettingSwitch
          label="Mail me when a new device logs in"
          hint={
            !mail
              ? 'This site sends no mail at the moment.'
              : email
                ? 'So that you notice logins that are not yours.'
                : 'So that you notice logins that are not yours. Requires a confirmed email.'
          }
          checked={settings.sign_in_mails}
          save={(sign_in_mails) => save({ sign_in_mails })}
        />
        <SettingSwitch
          label="Announcements by mail"
          hint="News from the people who run this site. You always get mails about your account."
          checked={settings.announcement_mails}
          save={(announcement_mails) => save({ announcement_mails })}
        />
        <SettingSwitch
          label="Single-key shortcuts"
          hint={
            <>
              For example <Kbd>N</Kbd> for the next lesson; <Kbd>?</Kbd> lists them. Turn them off if they conflict with
              your voice control or screen reader.
            </>
          }
          checked={shortcuts}
          save={(wanted) => {
            // Overrides the setting that this device stored before.
            if (wanted) setShortcutsOn(true);
            return save({ shortcuts: wanted });
          }}
        />
        <Switch
          label="Dark theme"
          hint="Saved on this device only. Same as the sun and moon button at the top."
          checked={theme === 'dark'}
          onChange={(event) => setTheme(event.target.checked ? 'dark' : 'light')}
        />
      </div>
    </SettingsSection>
  );
}
