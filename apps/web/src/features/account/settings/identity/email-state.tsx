import type { User } from '@hexpedition/contract';
import { useQueryClient } from '@tanstack/react-query';
import { isApiError } from '#lib/api-error.ts';
import { detailsQuery } from '#lib/guards.ts';
import { storeUser } from '#lib/session.ts';
import { useFeatures } from '#shell/features.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import { useResend } from '../../mail-links/use-resend.ts';
import { AskForLink } from '../../no-mail.tsx';
import css from './email-state.module.css';

interface Props {
  email: string | null;
  pending: string | null;
  onKeep: (email: string) => void;
}

/** Whether the address is confirmed, and what to do while it is not. */
export function EmailState({ email, pending, onKeep }: Props) {
  const { mail } = useFeatures();
  if (pending) {
    return (
      <div className={css.state}>
        <Chip tone="beacon" icon="clock">
          Waiting
        </Chip>
        <p className={css.text}>
          {mail ? (
            <>
              Open the link in the mail to <strong>{pending}</strong>.
            </>
          ) : (
            <AskForLink to={`to confirm ${pending}`} />
          )}{' '}
          {email ? `Until then ${email} stays your address.` : "Until then this address isn't active."}
        </p>
        <Resend key={pending} pending={pending} email={email} onKeep={onKeep} />
      </div>
    );
  }
  return (
    <div className={css.state}>
      {email ? (
        <>
          <Chip tone="phosphor" icon="tick">
            Confirmed
          </Chip>
          <p className={css.text}>
            {mail ? 'You have opened the link that was sent there.' : 'You have opened its link.'}
          </p>
        </>
      ) : (
        <>
          <Chip tone="coral" icon="warning">
            None
          </Chip>
          <p className={css.text}>Without an address a forgotten password locks you out.</p>
        </>
      )}
    </div>
  );
}

function Resend({ pending, email, onKeep }: Props & { pending: string }) {
  const client = useQueryClient();
  const { mail } = useFeatures();
  const resend = useResend();
  const send = () =>
    resend.mutate(undefined, {
      onError: (error) => {
        // The address was confirmed meanwhile, perhaps in another window: this page is out of date.
        if (isApiError(error, 'already_done')) void client.fetchQuery({ ...detailsQuery, staleTime: 0 }).then(keepUser);
      },
    });
  return (
    <div className={css.actions}>
      <Button size="sm" busy={resend.isPending} onClick={send}>
        {mail ? 'Send the link again' : 'Ask for a new link'}
      </Button>
      {email && (
        <Button size="sm" variant="quiet" onClick={() => onKeep(email)}>
          Keep {email}
        </Button>
      )}
      <FormStatus
        busy={resend.status}
        error={resend.error}
        done={
          resend.isSuccess &&
          (mail ? `Sent. Look for it at ${pending}, among the spam too.` : 'There is a new link. Ask for it.')
        }
      />
    </div>
  );
}

const keepUser = ({ user }: { user: User }) => storeUser(user);
