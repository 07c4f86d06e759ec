-- Announcements: mails that the operator writes to many learners, and the addresses that take no mail.

alter table users add column announcement_mails boolean not null default true;

create table announcements (
  pk integer generated always as identity primary key,
  subject text not null,
  -- Markdown.
  body text not null,
  -- Whom it is for, as the contract's `Segment`.
  segment jsonb not null,
  per_minute integer not null check (per_minute between 1 and 60000),
  state text not null default 'draft'
    check (state in ('draft', 'scheduled', 'sending', 'paused', 'stopped', 'done')),
  -- Counts the changes of the draft, so that two authors do not overwrite each other.
  revision integer not null default 1,
  send_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  -- Why it does not get on at the moment, such as a mail server that is down.
  trouble text,
  made_by integer references users on delete set null,
  changed_at timestamptz not null
);
create index announcements_open on announcements (pk) where state in ('scheduled', 'sending');
create index announcements_made_by on announcements (made_by);

-- One row for each recipient, so that nobody is mailed twice and nobody is left out.
create table announcement_mails (
  announcement_pk integer not null references announcements on delete cascade,
  user_pk integer not null references users on delete cascade,
  -- `handing`: it may be on its way at this moment. `doubtful`: nobody knows whether the mail server has taken it.
  state text not null default 'waiting'
    check (state in ('waiting', 'handing', 'sent', 'refused', 'doubtful', 'left_out')),
  -- Names the handful of mails that it is handed over with; the journal in the data folder has the same name.
  claim uuid,
  tries smallint not null default 0,
  retry_at timestamptz,
  at timestamptz,
  -- What the mail server said, without addresses.
  reason text,
  primary key (announcement_pk, user_pk)
);
create index announcement_mails_state on announcement_mails (announcement_pk, state, user_pk);
create index announcement_mails_user on announcement_mails (user_pk);

-- Addresses that a mail server refused, at the hand-over or later.
create table mail_bounces (
  pk integer generated always as identity primary key,
  user_pk integer not null references users on delete cascade,
  address text not null,
  -- Announcements no longer go to an address that bounced for good.
  permanent boolean not null,
  reason text not null,
  at timestamptz not null
);
create unique index mail_bounces_address on mail_bounces (user_pk, lower(address));
