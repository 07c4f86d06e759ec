import { sql } from 'kysely';

/**
 * Why an account gets no announcement; null for one that does. Needs `users` in the query around it. The same rule
 * counts an audience, chooses the recipients, and is asked once more when a mail's turn has come.
 */
export const leftOutAs = sql<'disabled' | 'leaving' | 'no_address' | 'unsubscribed' | 'bounced' | null>`case
  when not users.is_active then 'disabled'
  when users.delete_at is not null then 'leaving'
  when users.email is null then 'no_address'
  when not users.announcement_mails then 'unsubscribed'
  when exists (
    select from mail_bounces where mail_bounces.user_pk = users.pk and mail_bounces.permanent
      and lower(mail_bounces.address) = lower(users.email)
  ) then 'bounced'
end`;
