-- Who has the editor of a map open now. It is written every few seconds and worth nothing after a few more, so it needs
-- no log: after a crash the table is empty, and the editors fill it again.
create unlogged table hexmap_authors (
  kind text not null check (kind in ('trainings', 'videos')),
  user_pk integer not null references users on delete cascade,
  -- The hex at the author's hand; null where they look elsewhere.
  q integer,
  r integer,
  since timestamptz not null,
  seen_at timestamptz not null,
  primary key (kind, user_pk),
  check ((q is null) = (r is null))
);
create index hexmap_authors_user on hexmap_authors (user_pk);
