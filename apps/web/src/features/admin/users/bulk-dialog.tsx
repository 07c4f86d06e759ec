import type { BulkUsersAnswer, BulkUsersBody } from '@hexpedition/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { plural } from '#lib/format.ts';
import { useApi } from '#lib/query.ts';
import { useSession } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { Callout } from '#ui/callout.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form, useForm } from '#ui/form.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import css from './users.module.css';

export type BulkDialogKind = 'grant' | 'beta' | 'end_sessions' | 'disable' | 'enable' | 'delete' | 'keep';

type Values = Record<'reason' | 'password' | 'tier' | 'months' | 'beta', string>;

interface Action {
  title: (users: string) => string;
  text: string;
  /** Label of the button. */
  button: string;
  /** Message after success. */
  done: (users: string) => string;
  danger?: boolean;
  needs?: readonly ('reason' | 'password' | 'grant' | 'beta')[];
  body: (users: number[], values: Values, hasPassword: boolean) => BulkUsersBody;
}

const actions: Record<BulkDialogKind, Action> = {
  grant: {
    title: (users) => `Grant a tier to ${users}?`,
    text: 'A higher tier that an account already has stays.',
    button: 'Grant tier',
    done: (users) => `Tier granted to ${users}.`,
    needs: ['grant'],
    body: (users, { tier, months }) => ({
      act: 'grant',
      users,
      tier: Number(tier) as 1 | 2 | 3,
      months: months === '' ? null : Number(months),
    }),
  },
  beta: {
    title: (users) => `Change the beta access of ${users}?`,
    text: 'Beta access shows the beta versions of the maps and of the feature switches.',
    button: 'Change beta access',
    done: (users) => `Beta access of ${users} changed.`,
    needs: ['beta'],
    body: (users, { beta }) => ({ act: 'beta', users, beta_access: beta === 'on' }),
  },
  end_sessions: {
    title: (users) => `Log out ${users}?`,
    text: 'All their sessions end immediately, on all devices. Their owners can log in again.',
    button: 'Log out',
    done: (users) => `${users} logged out.`,
    body: (users) => ({ act: 'end_sessions', users }),
  },
  disable: {
    title: (users) => `Disable ${users}?`,
    text: 'All their sessions end immediately, and their owners cannot log in. Content and progress are kept.',
    button: 'Disable',
    done: (users) => `${users} disabled.`,
    danger: true,
    needs: ['reason'],
    body: (users, { reason }) => ({ act: 'active', users, is_active: false, reason }),
  },
  enable: {
    title: (users) => `Enable ${users}?`,
    text: 'Their owners can log in again.',
    button: 'Enable',
    done: (users) => `${users} enabled.`,
    needs: ['reason'],
    body: (users, { reason }) => ({ act: 'active', users, is_active: true, reason }),
  },
  delete: {
    title: (users) => `Delete ${users}?`,
    text: 'Their sessions end now, and the accounts are deleted in 14 days with all progress, flags and notes. Until then their owners can keep them by logging in, and you can cancel the deletion.',
    button: 'Delete in 14 days',
    done: (users) => `Deletion of ${users} scheduled.`,
    danger: true,
    needs: ['reason', 'password'],
    body: (users, { reason, password }, hasPassword) => ({
      ...{ act: 'deletion', users, delete: true, reason },
      ...(hasPassword && { password }),
    }),
  },
  keep: {
    title: (users) => `Cancel the deletion of ${users}?`,
    text: 'The accounts stay as they are. Accounts that are not scheduled for deletion do not change.',
    button: 'Cancel deletion',
    done: (users) => `Deletion of ${users} cancelled.`,
    needs: ['reason'],
    body: (users, { reason }) => ({ act: 'deletion', users, delete: false, reason }),
  },
};

interface Props {
  kind: BulkDialogKind;
  /** Usernames by key. */
  selected: ReadonlyMap<number, string>;
  onClose: () => void;
  /** Receives the accounts for which the action was refused. */
  onDone: (failed: ReadonlySet<number>) => void;
}

/** Confirms an action on several accounts, runs it, and lists the accounts for which it was refused. */
export function BulkDialog({ kind, selected, onClose, onDone }: Props) {
  const action = actions[kind];
  const api = useApi();
  const client = useQueryClient();
  const id = useId();
  const user = useSession()?.user;
  const hasPassword = user?.account.has_password ?? true;
  const [failed, setFailed] = useState<BulkUsersAnswer['results']>();
  const needs = action.needs ?? [];
  const form = useForm({
    fields: ['reason', 'password', 'tier', 'months', 'beta'],
    check: ({ reason, months }) => ({
      reason: needs.includes('reason') && reason.length < 3 ? 'Enter a reason for the audit log.' : undefined,
      months: /^\d*$/.test(months) ? undefined : 'Enter a whole number of months.',
    }),
    send: (values) =>
      api('POST /api/admin/users/bulk', { body: action.body([...selected.keys()], values, hasPassword) }),
    onSuccess: ({ results }) => {
      void client.invalidateQueries({ queryKey: ['GET /api/admin/users'] });
      void client.invalidateQueries({ queryKey: ['GET /api/admin/users/:username'] });
      const problems = results.filter(({ error }) => error !== null);
      if (problems.length === 0) {
        onClose();
        toast(action.done(describe(selected)));
      } else setFailed(problems);
      onDone(new Set(problems.map(({ pk }) => pk)));
    },
  });
  if (failed) return <Failed failed={failed} onClose={onClose} />;
  return (
    <Dialog
      open
      title={action.title(describe(selected))}
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={id} variant={action.danger ? 'danger' : 'primary'} busy={form.isPending}>
            {action.button}
          </Button>
        </>
      }
    >
      <Form form={form} id={id}>
        <p>{action.text}</p>
        <p className={css.names}>{[...selected.values()].join(', ')}</p>
        {needs.includes('grant') && <GrantFields problem={form.problems.months} />}
        {needs.includes('beta') && (
          <SelectField label="Beta access" name="beta">
            <option value="on">Give beta access</option>
            <option value="off">Take beta access away</option>
          </SelectField>
        )}
        {needs.includes('reason') && (
          <TextField
            label="Reason"
            name="reason"
            hint="Recorded in the audit log."
            autoComplete="off"
            maxLength={300}
            required
            error={form.problems.reason}
          />
        )}
        {needs.includes('password') && hasPassword && (
          <>
            {/* Tells the password manager which account the password belongs to. */}
            <input type="text" autoComplete="username" value={user?.username ?? ''} readOnly hidden />
            <PasswordField
              label="Your password"
              name="password"
              autoComplete="current-password"
              required
              error={form.problems.password}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}

const GrantFields = ({ problem }: { problem: string | undefined }) => (
  <>
    <SelectField label="Tier" name="tier">
      <option value="1">Foundational</option>
      <option value="2">Specialization</option>
      <option value="3">Beta</option>
    </SelectField>
    <TextField
      label="Months"
      name="months"
      inputMode="numeric"
      autoComplete="off"
      hint="Empty: without an end."
      optional
      maxLength={3}
      error={problem}
    />
  </>
);

function Failed({ failed, onClose }: { failed: BulkUsersAnswer['results']; onClose: () => void }) {
  return (
    <Dialog
      open
      title={`${plural(failed.length, 'user')} not changed`}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <Callout kind="warning" title="All others are changed">
        <p>These users are still selected.</p>
      </Callout>
      <ul className={css.failed}>
        {failed.map(({ pk, username, error }) => (
          <li key={pk}>
            <FailedName>{username ?? `user:${pk}`}</FailedName> {error}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

const FailedName = ({ children }: { children: ReactNode }) => <strong>{children}:</strong>;

/** Returns the name of one account, or the number of several. */
const describe = (selected: ReadonlyMap<number, string>): string =>
  selected.size === 1 ? ([...selected.values()][0] ?? '') : plural(selected.size, 'user');
