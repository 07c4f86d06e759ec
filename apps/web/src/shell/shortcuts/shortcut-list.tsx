import { useMutation } from '@tanstack/react-query';
import { messageOf } from '#lib/api-error.ts';
import { useApi } from '#lib/query.ts';
import { storeUser, useSession } from '#lib/session.ts';
import { setShortcutsOn, useShortcuts, useShortcutsOn } from '#lib/shortcuts.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { Kbd } from '#ui/kbd.tsx';
import css from './shortcut-sheet.module.css';

/** What the sheet says: every shortcut that works here, and the switch for all of them. */
export default function ShortcutList() {
  const on = useShortcutsOn();
  const api = useApi();
  const session = useSession();
  const keep = useMutation({
    mutationFn: (shortcuts: boolean) => api('POST /api/account/settings', { body: { shortcuts } }),
    onSuccess: ({ user }) => storeUser(user),
  });
  const change = (wanted: boolean) => {
    // Signed in it is the account's choice, on every device; what this one may have said before gives way.
    if (wanted || !session) setShortcutsOn(wanted);
    if (session) keep.mutate(wanted);
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
        Single-key shortcuts. Turn them off if they get in the way of your voice control or screen reader.
      </Checkbox>
      {keep.error && <p role="alert">{messageOf(keep.error)}</p>}
    </>
  );
}
