import type { Mail } from '#platform/mail';

/**
 * Sends a mail to the calling superuser, to check it in a real mailbox.
 * @param subject subject of the audit event
 * @throws AppError conflict without a confirmed address, unavailable when the mail server does not accept the mail
 */
export type SendTestMail = (
  actor: number,
  subject: string,
  renderMail: (recipient: { user: number; username: string; address: string }) => Promise<Mail>,
) => Promise<{ to: string }>;
