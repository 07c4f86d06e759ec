import { Link } from '@tanstack/react-router';
import { useSession } from '#lib/session.ts';

/**
 * What stands in place of "Look into your mailbox" where the site sends no mail.
 * @param to what the link does: "to confirm it"
 */
export function AskForLink({ to }: { to: string }) {
  const isOperator = useSession()?.user.is_superuser === true;
  if (!isOperator) return <>This site sends no mail. Ask whoever runs it for the link {to}.</>;
  return (
    <>
      This site sends no mail. The link {to} lies in <Link to="/admin/email/outbox">the outbox</Link>.
    </>
  );
}
