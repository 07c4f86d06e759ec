import { sql } from 'kysely';

/**
 * SQL expression for the reason why an account gets no announcements; null for accounts that get them. The surrounding
 * query must include `users`. The audience count, the selection of recipients, and the check before each mail use it.
 */
export const exclusionReason = sql<
  'disabled' | 'deletion_scheduled' | 'no_address' | 'unsubscribed' | 'bounced' | null
>`case
  when not users.is_active then 'disabled'
  when users.delete_at is not null then 'deletion_scheduled'
  when users.email is null then 'no_address'
  when not users.announcement_mails then 'unsubscribed'
  when exists (
    select from mail_bounces where mail_bounces.user_pk = users.pk and mail_bounces.permanent
      and lower(mail_bounces.address) = lower(users.email)
  ) then 'bounced'
end`;
