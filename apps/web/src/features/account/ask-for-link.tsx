import { Link } from '@tanstack/react-router';
import { useSession } from '#lib/session.ts';

/**
 * Replaces "check your inbox" on a site that sends no mail.
 * @param to purpose of the link, such as "to confirm it"
 */
export function AskForLink({ to }: { to: string }) {
  const isOperator = useSession()?.user.is_superuser === true;
  if (!isOperator) return <>This site sends no mail. Ask its operator for the link {to}.</>;
  return (
    <>
      This site sends no mail. You find the link {to} in <Link to="/admin/email/outbox">the outbox</Link>.
    </>
  );
}
