-- How far a learner has come in a film, and which seconds of it they have seen.
create table video_views (
  user_pk integer not null references users on delete cascade,
  module_pk integer not null references modules,
  -- Where to go on, in seconds.
  position real not null check (position >= 0),
  -- Whole seconds; ranges that touch are one.
  watched int4multirange not null default '{}',
  updated_at timestamptz not null,
  primary key (user_pk, module_pk)
);
