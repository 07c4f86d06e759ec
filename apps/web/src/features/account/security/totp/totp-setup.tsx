import { useEffect, useRef } from 'react';
import { useApi } from '#lib/query.ts';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Form, useForm } from '#ui/form.tsx';
import { TextField } from '#ui/text-field.tsx';
import { appCodeProblem } from '../../field-checks.ts';
import css from '../security.module.css';
import { QrCode } from './qr-code.tsx';

interface Props {
  secret: string;
  uri: string;
  onCancel: () => void;
  onDone: (recoveryCodes: string[]) => void;
}

/** Groups the secret as `ABCD EFGH …`, which is easier to type. */
const grouped = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

/** Setup from the QR code to the first verified code. */
export function TotpSetup({ secret, uri, onCancel, onDone }: Props) {
  const api = useApi();
  const heading = useRef<HTMLHeadingElement>(null);
  // The dialog that had the focus was closed.
  useEffect(() => heading.current?.focus(), []);
  const form = useForm({
    fields: ['code'],
    check: ({ code }) => ({ code: appCodeProblem(code) }),
    send: ({ code }) => api('POST /api/account/totp/enable', { body: { code } }),
    onSuccess: ({ recovery_codes }) => onDone(recovery_codes),
  });
  return (
    <div className={css.setup}>
      <div className={css.step}>
        <h3 ref={heading} tabIndex={-1} className={css.subtitle}>
          <span className={css.number}>1</span> Scan this with your app
        </h3>
        <div className={css.scan}>
          <QrCode text={uri} label="QR code for your authenticator app" />
          <div className={css.typed}>
            <p className={css.text}>No camera? Type this key into the app:</p>
            <code className={css.secret}>{grouped(secret)}</code>
            <div className={css.actions}>
              <CopyButton text={secret}>Copy the key</CopyButton>
            </div>
            <p className={css.text}>
              If the app is on this device, <a href={uri}>open it there</a>.
            </p>
          </div>
        </div>
      </div>
      <div className={css.step}>
        <h3 className={css.subtitle}>
          <span className={css.number}>2</span> Enter the six digits that it shows
        </h3>
        <Form form={form}>
          <div className={css.code}>
            <TextField
              label="Code from your app"
              name="code"
              mono
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={9}
              required
              error={form.problems.code}
            />
          </div>
          <div className={css.actions}>
            <Button type="submit" variant="primary" busy={form.isPending}>
              Turn on
            </Button>
            <Button variant="quiet" onClick={onCancel}>
              Cancel
            </Button>
          </div>
        </Form>
      </div>
    </div>
  );
}
