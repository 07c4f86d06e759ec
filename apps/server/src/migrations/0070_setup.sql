-- Settings of the site that superusers change. Null: not set. Environment variables win.
create table site_settings (
  only_row boolean primary key default true check (only_row),
  name text check (length(name) between 2 and 40),
  register text check (register in ('open', 'invite', 'closed')),
  free_tier smallint check (free_tier between 0 and 3)
);

-- The link that opens the setup wizard. Each start without a superuser replaces it, so one is valid at a time.
create table setup_links (
  only_row boolean primary key default true check (only_row),
  -- SHA-256 of the token.
  token_hash bytea not null,
  expires_at timestamptz not null,
  -- When the wizard was completed.
  used_at timestamptz
);

-- Accounts that the first start created. A new password makes them ordinary accounts.
alter table users add column is_demo boolean not null default false;
update users set is_demo = true
where pk in (
    select substr(subject, 6)::integer from audit_events
    where action = 'account.created' and data ->> 'demo' = 'true' and subject like 'user:%'
  )
  and not exists (
    select from audit_events
    where (audit_events.subject = 'user:' || users.pk or (audit_events.actor_pk = users.pk and audit_events.subject = ''))
      and audit_events.action in ('account.password', 'account.password_reset', 'account.superuser')
  );
