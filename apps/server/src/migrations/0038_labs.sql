-- What the list of labs filters by, the shell that a lab comes with, and the sources that can be repaired. The next import of the
-- labs fills them.
alter table labs
  add topic text not null default 'web',
  add tools text[] not null default '{}',
  add trainings text[] not null default '{}',
  add serves text not null default 'http' check (serves in ('http', 'socket')),
  add workspace jsonb,
  add repair_files text[] not null default '{}';
alter table labs alter topic drop default, alter tools drop default, alter trainings drop default,
  alter serves drop default, alter repair_files drop default;

-- A hint belongs to one flag; those from before to the first of their lab.
update labs set hints = (
  select coalesce(jsonb_agg(
    hint || jsonb_build_object('flag', coalesce((
      select flags.id from flags where flags.lab_pk = labs.pk and not flags.hidden order by flags.position, flags.pk limit 1
    ), '')) order by place
  ), '[]')
  from jsonb_array_elements(labs.hints) with ordinality as listed (hint, place)
);

-- A repair is awarded like a flag, and never handed in as a text.
alter table flags
  add kind text not null default 'find' check (kind in ('find', 'repair')),
  add task_html text not null default '',
  add after_id text;

-- A ticket leads a browser through the gateway, or a WebSocket into a terminal, and never the one where the other was meant.
alter table lab_entries add opens text not null default 'browser' check (opens in ('browser', 'terminal'));

-- What a learner has made of a lab's source, and what the newest run of its tests said.
create table lab_repairs (
  user_pk integer not null references users on delete cascade,
  lab_pk integer not null references labs,
  files jsonb not null,
  saved_at timestamptz not null,
  report jsonb,
  primary key (user_pk, lab_pk)
);

-- What learners write on how they solved a lab: their Markdown, and what it was rendered to when it was saved.
create table lab_solutions (
  pk integer generated always as identity primary key,
  user_pk integer not null references users on delete cascade,
  lab_pk integer not null references labs,
  text text not null,
  html text not null,
  published boolean not null,
  hidden boolean not null default false,
  updated_at timestamptz not null,
  published_at timestamptz,
  unique (user_pk, lab_pk)
);
create index lab_solutions_published on lab_solutions (lab_pk, published_at desc, pk desc) where published;

-- 1 (very easy) to 5 (very hard).
create table lab_ratings (
  user_pk integer not null references users on delete cascade,
  lab_pk integer not null references labs,
  difficulty smallint not null check (difficulty between 1 and 5),
  rated_at timestamptz not null,
  primary key (user_pk, lab_pk)
);
create index lab_ratings_lab on lab_ratings (lab_pk);

-- A repair adds points and makes its learner active, but it is no flag: boards and statistics count those that were found.

create or replace function board_sums(now timestamptz)
returns table (user_pk integer, board text, points bigint, flags bigint, last_solve_at timestamptz)
language sql stable as $$
  select solves.user_pk, period.name || place.suffix, sum(solves.points),
    count(*) filter (where flags.kind = 'find'),
    coalesce(max(solves.solved_at) filter (where solves.points > 0), min(solves.solved_at))
  from solves
  join flags on flags.pk = solves.flag_pk
  left join flag_continents() as lies on lies.flag_pk = solves.flag_pk
  cross join lateral (values
    ('all', true),
    (to_char(solves.solved_at at time zone 'UTC', '"month:"YYYY-MM'),
      solves.solved_at >= date_trunc('month', date_trunc('month', now, 'UTC') - interval '1 day', 'UTC')),
    (to_char(solves.solved_at at time zone 'UTC', '"week:"IYYY-"W"IW'),
      solves.solved_at >= date_trunc('week', date_trunc('week', now, 'UTC') - interval '1 day', 'UTC'))
  ) as period (name, is_kept)
  cross join lateral (values (''), ('/' || lies.continent)) as place (suffix)
  where period.is_kept and place.suffix is not null
  group by 1, 2
$$;

create or replace function learner_first_facts()
returns table (user_pk integer, signed_up_on date, lesson smallint, flag smallint, lab smallint)
language sql stable as $$
  select users.pk, utc_day(users.created_at),
    time_bucket(extract(epoch from first_lesson.at - users.created_at)),
    time_bucket(extract(epoch from first_flag.at - users.created_at)),
    time_bucket(extract(epoch from first_flag.lab_at - users.created_at))
  from users
  left join lateral (
    select min(completed_at) as at from completions where completions.user_pk = users.pk and via = 'lesson'
  ) as first_lesson on true
  left join lateral (
    select min(solved_at) as at, min(solved_at) filter (where flags.lab_pk is not null) as lab_at
    from solves join flags on flags.pk = solves.flag_pk and flags.kind = 'find' where solves.user_pk = users.pk
  ) as first_flag on true
$$;

create or replace function note_solves() returns trigger language plpgsql as $$
begin
  -- A flag of a lesson and a repair are counted nowhere by themselves, but make their learner active.
  insert into metric_changes (user_pk, metric, day, change)
    select rows.user_pk, case when flags.lab_pk is not null and flags.kind = 'find' then 'lab_solve' end, utc_day(rows.solved_at),
      tg_argv[0]::smallint
    from rows join flags on flags.pk = rows.flag_pk;
  return null;
end $$;

create or replace function rebuild_metrics() returns void language plpgsql as $$
begin
  lock table users, completions, solves, instances, enrolments, lesson_feedback, payments, adjustments, subscriptions
    in share mode;
  truncate metric_changes, metric_days, metric_totals, learner_days, active_changes, learner_firsts, first_days,
    money_days;
  insert into metric_days (metric, ref, day, n)
    select 'sign_up', 0, utc_day(created_at), count(*) from users group by 3
    union all
    select 'lab_start', 0, utc_day(created_at), count(*) from instances group by 3
    union all
    select 'lab_solve', 0, utc_day(solved_at), count(*)
      from solves join flags on flags.pk = solves.flag_pk where flags.lab_pk is not null and flags.kind = 'find' group by 3
    union all
    select 'began', training_pk, utc_day(enrolled_at), count(*) from enrolments group by 2, 3
    union all
    select 'finished', subchapter_pk, utc_day(completed_at), count(*) from completions where via = 'lesson' group by 2, 3;
  insert into metric_totals (metric, ref, bucket, n)
    select fact.metric, fact.ref, fact.bucket, count(*)
      from completions cross join lateral completion_facts(completions) as fact
      where coalesce(seconds, training_seconds) is not null and fact.day is null group by 1, 2, 3
    union all
    select fact.metric, fact.ref, fact.bucket, count(*)
      from lesson_feedback cross join lateral feedback_facts(lesson_feedback) as fact group by 1, 2, 3;
  insert into learner_days (user_pk, day) select user_pk, day from learner_day_facts();
  insert into active_changes (span, day, change)
    select span, day, sum(change) from active_change_facts() group by 1, 2 having sum(change) <> 0;
  insert into learner_firsts (user_pk, signed_up_on, lesson, flag, lab)
    select user_pk, signed_up_on, lesson, flag, lab from learner_first_facts();
  insert into first_days (step, day, bucket, n)
    select step, day, bucket, count(*) from first_day_facts() group by 1, 2, 3;
  insert into money_days (currency, day, paid, refunded, started, ended)
    select currency, day, sum(paid), sum(refunded), sum(started), sum(ended) from money_facts() group by 1, 2;
  update metric_state set counted_at = now();
end $$;
