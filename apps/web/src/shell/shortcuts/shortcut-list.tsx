import { useMutation } from '@tanstack/react-query';
import { messageOf } from '#lib/api-error.ts';
import { useApi } from '#lib/query.ts';
import { storeUser, useSession } from '#lib/session.ts';
import { setShortcutsOn, useShortcuts, useShortcutsOn } from '#lib/shortcuts.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { Kbd } from '#ui/kbd.tsx';
import css from './shortcut-sheet.module.css';

/** Content of the shortcut sheet: all shortcuts of this page, and a switch for them. */
export default function ShortcutList() {
  const on = useShortcutsOn();
  const api = useApi();
  const session = useSession();
  const saving = useMutation({
    mutationFn: (shortcuts: boolean) => api('POST /api/account/settings', { body: { shortcuts } }),
    onSuccess: ({ user }) => storeUser(user),
  });
  const change = (wanted: boolean) => {
    // For a logged-in user the account stores the setting for all devices; it overrides the one of this device.
    if (wanted || !session) setShortcutsOn(wanted);
    if (session) saving.mutate(wanted);
  };
  const shortcuts = useShortcuts();
  return (
    <>
      <dl className={css.list}>
        {shortcuts.map(({ keys, label }) => (
          <div key={keys} className={css.row}>
            <dt>{label}</dt>
            <dd className={css.keys}>
              {keys.split(' ').map((key) => (
                <Kbd key={key}>{key.length === 1 ? key.toUpperCase() : key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <Checkbox checked={on} onChange={(event) => change(event.target.checked)}>
        Single-key shortcuts. Turn them off if they conflict with your voice control or screen reader.
      </Checkbox>
      {saving.error && <p role="alert">{messageOf(saving.error)}</p>}
    </>
  );
}
