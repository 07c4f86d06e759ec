-- Exercises that are made anew for each learner. Their answers follow from a secret, so their flags have no hash.
alter table modules drop constraint modules_kind_check;
alter table modules add constraint modules_kind_check
  check (kind in ('text', 'quiz', 'flag', 'drill', 'lab', 'video', 'youtube', 'file', 'poll', 'demo'));
alter table flags drop constraint flags_check1, drop constraint flags_kind_check;
alter table flags
  add constraint flags_kind_check check (kind in ('find', 'repair', 'drill')),
  add constraint flags_hash_check check ((hash is not null) = (module_pk is not null and kind = 'find'));

-- Rounds that are over. The next one has the next number. A hash is kept of answers that two learners hardly ever share.
create table drill_rounds (
  user_pk integer not null references users on delete cascade,
  flag_pk integer not null references flags,
  round integer not null check (round > 0),
  outcome text not null check (outcome in ('right', 'shown')),
  answer_hash bytea,
  ended_at timestamptz not null,
  primary key (user_pk, flag_pk, round)
);
create index drill_rounds_answer_idx on drill_rounds (flag_pk, answer_hash) where answer_hash is not null;
