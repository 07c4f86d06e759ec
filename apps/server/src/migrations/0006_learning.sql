-- Learning: trainings that need others first, tests that stand in for a training, and who is enrolled where.

alter table trainings
  -- A video training belongs to the video map and to the pages of its kind.
  add column kind text not null default 'course' check (kind in ('course', 'video')),
  -- Slugs of the trainings that must be finished before this one opens.
  add column requires text[] not null default '{}';

-- The test of a training: text and quizzes. As with modules, secrets (quiz id → what is right) never leave the server.
create table test_outs (
  training_pk integer primary key references trainings,
  uid text not null,
  name text not null,
  summary text not null,
  -- Per cent of the questions that must be right.
  pass smallint not null check (pass between 1 and 100),
  modules jsonb not null,
  secrets jsonb not null,
  hidden boolean not null default false
);

-- One row a learner and training, however often it was tried: parallel tries wait for each other here.
create table test_out_tries (
  user_pk integer not null references users on delete cascade,
  training_pk integer not null references trainings,
  attempts integer not null,
  -- The last try: when, and how many of how many questions were right.
  last_at timestamptz not null,
  last_right smallint not null default 0,
  last_of smallint not null default 0,
  passed_at timestamptz,
  primary key (user_pk, training_pk)
);

create table enrolments (
  user_pk integer not null references users on delete cascade,
  training_pk integer not null references trainings,
  enrolled_at timestamptz not null default now(),
  primary key (user_pk, training_pk)
);

-- What finished a lesson: itself, or the test of its training.
alter table completions add column via text not null default 'lesson' check (via in ('lesson', 'test_out'));

-- Whoever has begun a training is enrolled in it.
insert into enrolments (user_pk, training_pk, enrolled_at)
  select completions.user_pk, chapters.training_pk, min(completions.completed_at)
  from completions
  join subchapters on subchapters.pk = completions.subchapter_pk
  join chapters on chapters.pk = subchapters.chapter_pk
  group by completions.user_pk, chapters.training_pk;
