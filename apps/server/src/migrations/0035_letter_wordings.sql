-- What superusers have changed of the words of letters.
create table letter_wordings (
  kind text primary key,
  -- By part, only those that differ from ours; empty after a return to ours.
  wording jsonb not null,
  -- Our words for the same parts as they were then: an update of the platform may bring others.
  ours jsonb not null,
  -- Counts the changes. The row stays after a return to our words, so that no number comes twice.
  revision integer not null,
  changed_by integer references users on delete set null,
  changed_at timestamptz not null
);
create index letter_wordings_changed_by on letter_wordings (changed_by);
