import type { Person } from '@hexpedition/contract';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ConfirmPassword } from '#features/account/confirm-password.public.tsx';
import { useApi } from '#lib/query.ts';
import { beginView, useSession } from '#lib/session.ts';
import { useAhead } from '#lib/use-ahead.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form, useForm } from '#ui/form.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import { Switch } from '#ui/switch.tsx';
import { TextField } from '#ui/text-field.tsx';
import css from '../admin.module.css';
import { useAct } from './use-act.ts';

type Question = 'active' | 'superuser' | 'second_factor';

/** What a superuser may do to an account, each with the question that it needs. */
export function AccountActs({ person }: { person: Person }) {
  const { username, is_superuser, is_active } = person;
  const [question, setQuestion] = useState<Question>();
  const beta = useAct('POST /api/admin/people/:username/beta', username);
  const [hasBeta, giveBeta] = useAhead(person.beta_access, (beta_access) => beta.mutateAsync({ beta_access }));
  const superuser = useAct('POST /api/admin/people/:username/superuser', username);
  const secondFactor = useAct('POST /api/admin/people/:username/second_factor', username);
  const isOwn = useSession()?.user.pk === person.pk;
  const close = () => setQuestion(undefined);
  return (
    <section className={css.section} aria-labelledby="acts">
      <h2 id="acts" className={css.title}>
        What you can do
      </h2>
      <Switch
        label="Beta access"
        hint="Sees the beta versions of the maps and of what is switched on."
        checked={hasBeta}
        disabled={beta.isPending}
        onChange={(event) => giveBeta(event.target.checked)}
      />
      <FormStatus error={beta.error} />
      <div className={css.actions}>
        {person.sign_in.two_factor && <Button onClick={() => setQuestion('second_factor')}>Reset second factor</Button>}
        {!isOwn && (
          <>
            <Button onClick={() => setQuestion('superuser')}>
              {is_superuser ? 'Make an ordinary account' : 'Make a superuser'}
            </Button>
            <Button variant={is_active ? 'danger' : 'secondary'} onClick={() => setQuestion('active')}>
              {is_active ? 'Disable' : 'Enable'}
            </Button>
          </>
        )}
        {!is_superuser && <SeeWhatTheySee username={username} />}
      </div>
      {question === 'active' && <ActiveDialog person={person} onClose={close} />}
      <ConfirmPassword
        open={question === 'superuser'}
        title={is_superuser ? `${username} stays no superuser?` : `Make ${username} a superuser?`}
        text={
          is_superuser
            ? 'They reach what their tier opens, and nothing of the admin area.'
            : 'Superusers read and change everything here, other superusers too.'
        }
        action={is_superuser ? 'Make an ordinary account' : 'Make a superuser'}
        danger={!is_superuser}
        onClose={close}
        onConfirm={async (password) => {
          await superuser.mutateAsync({ is_superuser: !is_superuser, ...(password && { password }) });
        }}
      />
      <ConfirmPassword
        open={question === 'second_factor'}
        title={`Reset the second factor of ${username}?`}
        text="The password alone opens the account then. Be sure that its owner asks for it."
        action="Reset it"
        danger
        onClose={close}
        onConfirm={async (password) => {
          await secondFactor.mutateAsync(password ? { password } : {});
        }}
      />
    </section>
  );
}

function SeeWhatTheySee({ username }: { username: string }) {
  const api = useApi();
  const view = useMutation({
    mutationFn: () => api('POST /api/admin/people/:username/view', { params: { username } }),
    onSuccess: beginView,
  });
  return (
    <>
      <Button icon="eye" busy={view.isPending} onClick={() => view.mutate()}>
        See what they see
      </Button>
      <FormStatus error={view.error} />
    </>
  );
}

function ActiveDialog({ person: { username, is_active }, onClose }: { person: Person; onClose: () => void }) {
  const id = useId();
  const act = useAct('POST /api/admin/people/:username/active', username);
  const form = useForm({
    fields: ['reason'],
    check: ({ reason }) => ({ reason: reason.length < 3 ? 'Say why, for those who read the log.' : undefined }),
    send: ({ reason }) => act.mutateAsync({ is_active: !is_active, reason }),
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
            ? 'Every session ends at once, and nobody can log in. What the account has done stays.'
            : 'Its owner can log in again.'}
        </p>
        <TextField
          label="Reason"
          name="reason"
          hint="Stands in the audit log."
          autoComplete="off"
          maxLength={300}
          required
          error={form.problems.reason}
        />
      </Form>
    </Dialog>
  );
}
