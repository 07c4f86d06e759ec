import type { User } from '@hexpedition/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useFeatures } from '#entities/site/use-features.ts';
import { isApiError } from '#lib/api-error.ts';
import { detailsQuery } from '#lib/guards.ts';
import { storeUser } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { FormStatus } from '#ui/form-status.tsx';
import { AskForLink } from '../../ask-for-link.tsx';
import { useResend } from '../../mail-links/use-resend.ts';
import css from './email-state.module.css';

interface Props {
  email: string | null;
  pending: string | null;
  onKeep: (email: string) => void;
}

/** Shows whether the email is confirmed, and what to do if not. */
export function EmailState({ email, pending, onKeep }: Props) {
  const { mail } = useFeatures();
  if (pending) {
    return (
      <div className={css.state}>
        <Chip tone="beacon" icon="clock">
          Unconfirmed
        </Chip>
        <p className={css.text}>
          {mail ? (
            <>
              Open the link in the mail to <strong>{pending}</strong>.
            </>
          ) : (
            <AskForLink to={`to confirm ${pending}`} />
          )}{' '}
          {email ? `Until then ${email} stays active.` : "Until then this email isn't active."}
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
          <p className={css.text}>You have confirmed this email.</p>
        </>
      ) : (
        <>
          <Chip tone="coral" icon="warning">
            None
          </Chip>
          <p className={css.text}>Without an email you cannot reset a forgotten password.</p>
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
        // The email was confirmed meanwhile, for example in another window: reload the account.
        if (isApiError(error, 'already_done')) void client.fetchQuery({ ...detailsQuery, staleTime: 0 }).then(keepUser);
      },
    });
  return (
    <div className={css.actions}>
      <Button size="sm" busy={resend.isPending} onClick={send}>
        {mail ? 'Resend link' : 'Request a new link'}
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
          (mail
            ? `A new link is on its way to ${pending}. Check the spam folder too.`
            : 'A new link is ready. Ask the site’s operator for it.')
        }
      />
    </div>
  );
}

const keepUser = ({ user }: { user: User }) => storeUser(user);
