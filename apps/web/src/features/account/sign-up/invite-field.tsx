import { useState } from 'react';
import { TextField } from '#ui/text-field.tsx';
import css from '../form-frame.module.css';

/** Asked for where one is needed; elsewhere only those who have one open it. */
export function InviteField({ required = false, error }: { required?: boolean; error: string | undefined }) {
  const [open, setOpen] = useState(false);
  const field = (
    <TextField
      label="Invitation code"
      name="invite_code"
      mono
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      required={required}
      maxLength={120}
      hint={required ? 'Accounts here are by invitation. The code is in yours.' : undefined}
      error={error}
    />
  );
  if (required) return field;
  return (
    <details
      className={css.invite}
      open={open || error !== undefined}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>I have an invitation code</summary>
      {field}
    </details>
  );
}
