-- A job that lost its connection while it stored a mail runs again. The id keeps it from storing the mail twice.
alter table outbox_mails add column mail_id text unique;
