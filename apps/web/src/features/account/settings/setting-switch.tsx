import type { User } from '@hexpedition/contract';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { problemText } from '#lib/problem-text.ts';
import { storeUser } from '#lib/session.ts';
import { useOptimisticValue } from '#lib/use-optimistic-value.ts';
import { Switch } from '#ui/switch.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import css from './setting-switch.module.css';

interface Props {
  label: string;
  hint: ReactNode;
  /** Value on the server. */
  checked: boolean;
  disabled?: boolean;
  save: (on: boolean) => Promise<{ user: User }>;
}

/** A switch that saves immediately. If saving fails, it switches back and shows the error. */
export function SettingSwitch({ label, hint, checked, disabled = false, save }: Props) {
  const saving = useMutation({
    // One scope runs the mutations one after another: each response contains the whole account, so the newest must be
    // last.
    scope: { id: 'account-settings' },
    meta: { suppress: [429] },
    mutationFn: save,
    onSuccess: ({ user }) => storeUser(user),
  });
  const [isOn, flip] = useOptimisticValue(checked, saving.mutateAsync);
  return (
    <div>
      <Switch
        label={label}
        hint={hint}
        checked={isOn}
        disabled={disabled}
        onChange={(event) => flip(event.target.checked)}
      />
      <div role="status">
        {saving.error && (
          <p className={css.problem}>
            {problemText(saving.error)} It is still {checked ? 'on' : 'off'}.
          </p>
        )}
        {saving.isSuccess && <VisuallyHidden>Saved.</VisuallyHidden>}
      </div>
    </div>
  );
}
