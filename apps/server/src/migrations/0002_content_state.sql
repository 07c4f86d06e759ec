-- What the last import of a source looked like, so that a start with the same files skips it.
create table content_state (
  source text primary key,
  fingerprint text not null,
  imported_at timestamptz not null default now()
);
