import type { AdminUser } from '@hexpedition/contract';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ConfirmPassword } from '#entities/account/confirm-password.tsx';
import { copyText } from '#lib/copy-text.ts';
import { day } from '#lib/format.ts';
import { useApi } from '#lib/query.ts';
import { startImpersonation, useSession } from '#lib/session.ts';
import { useOptimisticValue } from '#lib/use-optimistic-value.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form, useForm } from '#ui/form.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import { Switch } from '#ui/switch.tsx';
import { TextField } from '#ui/text-field.tsx';
import css from '../admin.module.css';
import { BulkDialog } from './bulk-dialog.tsx';
import { useAccountAction } from './use-account-action.ts';

type Confirmation = 'active' | 'deletion' | 'superuser' | 'second_factor';

/** Actions of a superuser on an account, with their confirmations. */
export function AccountActions({ person }: { person: AdminUser }) {
  const { username, is_superuser, is_active } = person;
  const [confirming, setConfirming] = useState<Confirmation>();
  const beta = useAccountAction('POST /api/admin/users/:username/beta', username);
  const [hasBeta, setBeta] = useOptimisticValue(person.beta_access, (beta_access) => beta.mutateAsync({ beta_access }));
  const superuser = useAccountAction('POST /api/admin/users/:username/superuser', username);
  const secondFactor = useAccountAction('POST /api/admin/users/:username/second_factor', username);
  const isOwn = useSession()?.user.pk === person.pk;
  const close = () => setConfirming(undefined);
  return (
    <section className={css.section} aria-labelledby="actions">
      <h2 id="actions" className={css.title}>
        Actions
      </h2>
      <Switch
        label="Beta access"
        hint="Shows the beta versions of the maps and of the feature switches."
        checked={hasBeta}
        disabled={beta.isPending}
        onChange={(event) => setBeta(event.target.checked)}
      />
      <FormStatus error={beta.error} />
      <div className={css.actions}>
        {person.sign_in.two_factor && (
          <Button onClick={() => setConfirming('second_factor')}>Reset second factor</Button>
        )}
        {!isOwn && (
          <>
            <Button onClick={() => setConfirming('superuser')}>
              {is_superuser ? 'Remove superuser rights' : 'Make superuser'}
            </Button>
            <Button variant={is_active ? 'danger' : 'secondary'} onClick={() => setConfirming('active')}>
              {is_active ? 'Disable' : 'Enable'}
            </Button>
          </>
        )}
        {!is_superuser && <ViewAsButton username={username} />}
        {!isOwn && (
          <Button variant={person.delete_at ? 'secondary' : 'danger'} onClick={() => setConfirming('deletion')}>
            {person.delete_at ? 'Cancel deletion' : 'Delete'}
          </Button>
        )}
      </div>
      {hasNoLogin(person.sign_in) && <PasswordLinkButton username={username} />}
      {confirming === 'deletion' && (
        <BulkDialog
          kind={person.delete_at ? 'keep' : 'delete'}
          selected={new Map([[person.pk, username]])}
          onClose={close}
          onDone={() => undefined}
        />
      )}
      {confirming === 'active' && <ActiveDialog person={person} onClose={close} />}
      <ConfirmPassword
        open={confirming === 'superuser'}
        title={is_superuser ? `Remove superuser rights from ${username}?` : `Make ${username} a superuser?`}
        text={
          is_superuser
            ? 'They keep the content of their tier and lose access to the admin area.'
            : 'Superusers can read and change everything, including other superusers.'
        }
        action={is_superuser ? 'Remove superuser rights' : 'Make superuser'}
        danger={!is_superuser}
        onClose={close}
        onConfirm={async (password) => {
          await superuser.mutateAsync({ is_superuser: !is_superuser, ...(password && { password }) });
        }}
      />
      <ConfirmPassword
        open={confirming === 'second_factor'}
        title={`Reset the second factor of ${username}?`}
        text="The password alone then gives access to the account. Make sure that the owner asked for this."
        action="Reset second factor"
        danger
        onClose={close}
        onConfirm={async (password) => {
          await secondFactor.mutateAsync(password ? { password } : {});
        }}
      />
    </section>
  );
}

const hasNoLogin = ({ has_password, passkeys, provider }: AdminUser['sign_in']): boolean =>
  !has_password && passkeys === 0 && !provider;

/** Creates another link to choose the first password, for an account that was added and is not in use yet. */
function PasswordLinkButton({ username }: { username: string }) {
  const api = useApi();
  const [message, setMessage] = useState('');
  const link = useMutation({
    meta: { suppress: [404, 409] },
    mutationFn: () => api('POST /api/admin/users/:username/password_link', { params: { username } }),
  });
  const { data } = link;
  return (
    <>
      <div className={css.actions}>
        <Button icon="key" busy={link.isPending} onClick={() => link.mutate()}>
          Create a password link
        </Button>
        <FormStatus error={link.error} done={message} />
      </div>
      {data && (
        <Callout kind="warning" title="Shown only once">
          <p>
            <code className={css.link}>{data.url}</code>
          </p>
          <p>
            Give it only to {username}. It works once, until {day(data.expires_at)}.
          </p>
          <Button
            size="sm"
            icon="copy"
            onClick={async () =>
              setMessage((await copyText(data.url)) ? 'Link copied.' : 'Your browser blocked copying. Select the link.')
            }
          >
            Copy link
          </Button>
        </Callout>
      )}
    </>
  );
}

function ViewAsButton({ username }: { username: string }) {
  const api = useApi();
  const view = useMutation({
    mutationFn: () => api('POST /api/admin/users/:username/view', { params: { username } }),
    onSuccess: startImpersonation,
  });
  return (
    <>
      <Button icon="eye" busy={view.isPending} onClick={() => view.mutate()}>
        View as {username}
      </Button>
      <FormStatus error={view.error} />
    </>
  );
}

function ActiveDialog({ person: { username, is_active }, onClose }: { person: AdminUser; onClose: () => void }) {
  const id = useId();
  const setActive = useAccountAction('POST /api/admin/users/:username/active', username);
  const form = useForm({
    fields: ['reason'],
    check: ({ reason }) => ({ reason: reason.length < 3 ? 'Enter a reason for the audit log.' : undefined }),
    send: ({ reason }) => setActive.mutateAsync({ is_active: !is_active, reason }),
    onSuccess: onClose,
  });
  const action = is_active ? 'Disable' : 'Enable';
  return (
    <Dialog
      open
      title={`${action} ${username}?`}
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} variant={is_active ? 'danger' : 'primary'} busy={form.isPending}>
            {action}
          </Button>
        </>
      }
    >
      <Form form={form} id={id}>
        <p>
          {is_active
            ? 'All its sessions end immediately, and its owner cannot log in. Its content and progress are kept.'
            : 'Its owner can log in again.'}
        </p>
        <TextField
          label="Reason"
          name="reason"
          hint="Recorded in the audit log."
          autoComplete="off"
          maxLength={300}
          required
          error={form.problems.reason}
        />
      </Form>
    </Dialog>
  );
}
