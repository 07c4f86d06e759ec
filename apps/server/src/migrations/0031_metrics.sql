-- Statistics. Every figure is read from sums that are kept up to date, and never counted from what learners have done.
-- Triggers note what has changed, in the same transaction, by rows that nobody waits for; a sweep adds the notes up.
-- A change that commits late brings its note along, so that none is passed over. All days are days of UTC.

-- How long a lesson took: since the learner's lesson before it in the same training, or since they enrolled. Null for
-- what is no time to learn: nothing before it, a night between, a test instead. And what the whole training took, on the
-- lesson that finished it. Both stay as they were when it was finished, so that the sums can take them back.
alter table completions add column seconds integer, add column training_seconds integer;

-- What has changed and is not added up yet.
create table metric_changes (
  -- Refers to no row, because it is also what is left of an account to be taken out of the sums.
  user_pk integer,
  -- One of metric_days or metric_totals; null where only the learner, or `money`, is to be counted anew.
  metric text,
  ref integer not null default 0,
  day date,
  bucket smallint not null default 0,
  change smallint not null default 0
);

-- Sums of a day. ref: 0, or the training that was begun, or the lesson that was finished.
create table metric_days (
  metric text collate "C" not null check (metric in ('sign_up', 'lab_start', 'lab_solve', 'began', 'finished')),
  ref integer not null,
  day date not null,
  n integer not null,
  primary key (metric, ref, day)
);

-- Sums of all time. ref: the lesson, or the training (of training_time). bucket: of a time, or the pace, or the rating.
create table metric_totals (
  metric text collate "C" not null check (metric in ('lesson_time', 'training_time', 'pace', 'rating', 'feedback', 'text')),
  ref integer not null,
  bucket smallint not null,
  n integer not null,
  primary key (metric, ref, bucket)
);

-- The days on which a learner did something, as far as they are added up.
create table learner_days (
  user_pk integer not null,
  day date not null,
  primary key (user_pk, day)
);

-- How the number of learners who were active in the last 1, 7, 30 days changes from one day to the next: the number
-- itself is the sum of all changes up to its day.
create table active_changes (
  span smallint not null check (span in (1, 7, 30)),
  day date not null,
  change integer not null,
  primary key (span, day)
);

-- What a learner did for the first time, as far as it is added up: the bucket of the time since they signed up.
create table learner_firsts (
  user_pk integer primary key,
  signed_up_on date not null,
  lesson smallint,
  flag smallint,
  lab smallint
);

-- The same, added up for all who signed up on a day.
create table first_days (
  step text collate "C" not null check (step in ('lesson', 'flag', 'lab')),
  day date not null,
  bucket smallint not null,
  n integer not null,
  primary key (step, day, bucket)
);

-- Money and subscriptions of a day, in the currency's minor unit.
create table money_days (
  currency text collate "C" not null,
  day date not null,
  paid bigint not null,
  refunded bigint not null,
  started integer not null,
  ended integer not null,
  primary key (currency, day)
);

-- Up to when everything is added up. One row.
create table metric_state (
  pk smallint primary key default 1 check (pk = 1),
  counted_at timestamptz not null
);

create function utc_day(at timestamptz) returns date language sql immutable as $$
  select (at at time zone 'UTC')::date
$$;

-- Each bucket of times is a tenth longer than the one before it.
create function time_bucket(seconds double precision) returns smallint language sql immutable as $$
  select case when seconds is not null then floor(ln(greatest(seconds, 1)) * 10)::smallint end
$$;

create index payments_day on payments (utc_day(coalesce(billed_at, created_at)));
create index adjustments_day on adjustments (utc_day(occurred_at));
create index subscriptions_started on subscriptions (utc_day(started_at));
create index subscriptions_canceled on subscriptions (utc_day(canceled_at)) where canceled_at is not null;

-- What the sums of a learner are made of: the days with a lesson, a flag or a lab ...
create function learner_day_facts() returns table (user_pk integer, day date) language sql stable as $$
  select user_pk, utc_day(completed_at) from completions where via = 'lesson'
  union
  select user_pk, utc_day(solved_at) from solves
  union
  select user_pk, utc_day(created_at) from instances
$$;

-- ... and how long each first took them.
create function learner_first_facts()
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
    from solves join flags on flags.pk = solves.flag_pk where solves.user_pk = users.pk
  ) as first_flag on true
$$;

-- Whoever is active on a day counts from then on, until their next active day or until the span is over.
create function active_change_facts() returns table (user_pk integer, span smallint, day date, change integer)
language sql stable as $$
  select learner.user_pk, changed.span, changed.day, changed.change
  from (select user_pk, day, lead(day) over (partition by user_pk order by day) as next from learner_days) as learner
  cross join (values (1::smallint), (7), (30)) as spans (span)
  cross join lateral (values
    (spans.span, learner.day, 1),
    (spans.span, least(learner.day + spans.span, learner.next), -1)
  ) as changed (span, day, change)
$$;

create function first_day_facts() returns table (user_pk integer, step text, day date, bucket smallint)
language sql stable as $$
  select learner_firsts.user_pk, first.step, learner_firsts.signed_up_on, first.bucket
  from learner_firsts
  cross join lateral (values ('lesson', lesson), ('flag', flag), ('lab', lab)) as first (step, bucket)
  where first.bucket is not null
$$;

-- Money that has come in, money that has gone back, and the subscriptions that began and ended.
create function money_facts()
returns table (currency text, day date, paid bigint, refunded bigint, started integer, ended integer)
language sql stable as $$
  select currency, utc_day(coalesce(billed_at, created_at)), paid, 0::bigint, 0, 0
  from payments where status in ('paid', 'completed')
  union all
  select payments.currency, utc_day(adjustments.occurred_at), 0, adjustments.total, 0, 0
  from adjustments join payments on payments.id = adjustments.payment_id
  where adjustments.status = 'approved' and adjustments.action in ('refund', 'chargeback')
  union all
  select currency, utc_day(started_at), 0, 0, 1, 0 from subscriptions
  union all
  select currency, utc_day(canceled_at), 0, 0, 0, 1 from subscriptions
  where status = 'canceled' and canceled_at is not null
$$;

-- What one row adds. `seconds` of a lesson that has none makes no bucket.
create function completion_facts(done completions)
returns table (metric text, ref integer, day date, bucket smallint) language sql stable as $$
  select fact.metric, fact.ref, fact.day, fact.bucket
  from (values
    ('finished', done.subchapter_pk, utc_day(done.completed_at), 0::smallint),
    ('lesson_time', done.subchapter_pk, null, time_bucket(done.seconds)),
    ('training_time', (
      select chapters.training_pk from subchapters join chapters on chapters.pk = subchapters.chapter_pk
      where subchapters.pk = done.subchapter_pk
    ), null, time_bucket(done.training_seconds))
  ) as fact (metric, ref, day, bucket)
  where done.via = 'lesson' and fact.bucket is not null
$$;

create function feedback_facts(given lesson_feedback)
returns table (metric text, ref integer, bucket smallint) language sql stable as $$
  select said.metric, given.subchapter_pk, said.bucket::smallint
  from (values
    ('feedback', 0),
    ('pace', case given.pace when 'slow' then 1 when 'right' then 2 when 'fast' then 3 end),
    ('rating', given.rating::integer),
    ('text', case when given.text <> '' then 0 end)
  ) as said (metric, bucket)
  where said.bucket is not null
$$;

-- How long lessons took. ---------------------------------------------------------------------------------------------

create function time_completion() returns trigger language plpgsql as $$
declare
  training integer;
  began timestamptz;
  since timestamptz;
  is_last boolean;
begin
  if new.via <> 'lesson' then
    return new;
  end if;
  select chapters.training_pk into training
    from subchapters join chapters on chapters.pk = subchapters.chapter_pk where subchapters.pk = new.subchapter_pk;
  select enrolled_at into began from enrolments where user_pk = new.user_pk and training_pk = training;
  select least(min(done.completed_at), began), greatest(max(done.completed_at), began),
      coalesce(bool_and(done.completed_at is not null), true)
    into began, since, is_last
    from chapters
    join subchapters as lesson on lesson.chapter_pk = chapters.pk and not lesson.hidden
    left join completions as done on done.user_pk = new.user_pk and done.subchapter_pk = lesson.pk
    where chapters.training_pk = training and not chapters.hidden and lesson.pk <> new.subchapter_pk;
  if since < new.completed_at and since > new.completed_at - interval '6 hours' then
    new.seconds := extract(epoch from new.completed_at - since);
  end if;
  if is_last and began < new.completed_at then
    new.training_seconds := least(extract(epoch from new.completed_at - began), 2147483647);
  end if;
  return new;
end $$;

-- The same for lessons that were finished before anybody took the time.
create function time_old_completions() returns void language sql as $$
  with timed as (
    select done.user_pk, done.subchapter_pk, done.completed_at,
      greatest(lag(done.completed_at) over own, enrolments.enrolled_at) as since,
      least(first_value(done.completed_at) over own, enrolments.enrolled_at) as began,
      row_number() over own = lessons.n as is_last
    from completions as done
    join subchapters on subchapters.pk = done.subchapter_pk and not subchapters.hidden
    join chapters on chapters.pk = subchapters.chapter_pk and not chapters.hidden
    join (
      select chapters.training_pk, count(*) as n
      from subchapters join chapters on chapters.pk = subchapters.chapter_pk
      where not subchapters.hidden and not chapters.hidden group by 1
    ) as lessons on lessons.training_pk = chapters.training_pk
    left join enrolments on enrolments.user_pk = done.user_pk and enrolments.training_pk = chapters.training_pk
      and enrolments.enrolled_at <= done.completed_at
    where done.via = 'lesson'
    window own as (partition by done.user_pk, chapters.training_pk order by done.completed_at, done.subchapter_pk)
  ), told as (
    select user_pk, subchapter_pk,
      case when since < completed_at and since > completed_at - interval '6 hours'
        then extract(epoch from completed_at - since)::integer end as seconds,
      case when is_last and began < completed_at
        then least(extract(epoch from completed_at - began), 2147483647)::integer end as training_seconds
    from timed
  )
  update completions set seconds = told.seconds, training_seconds = told.training_seconds
  from told
  where completions.user_pk = told.user_pk and completions.subchapter_pk = told.subchapter_pk
    and coalesce(told.seconds, told.training_seconds) is not null
$$;

-- Notes of what has changed. The argument of each trigger says whether the rows came or went. --------------------------

create function note_sign_ups() returns trigger language plpgsql as $$
begin
  insert into metric_changes (user_pk, metric, day, change)
    select pk, 'sign_up', utc_day(created_at), tg_argv[0]::smallint from rows;
  return null;
end $$;

create function note_completions() returns trigger language plpgsql as $$
begin
  insert into metric_changes (user_pk, metric, ref, day, bucket, change)
    select rows.user_pk, fact.metric, fact.ref, fact.day, fact.bucket, tg_argv[0]::smallint
    from rows cross join lateral completion_facts((
      rows.user_pk, rows.subchapter_pk, rows.revision, rows.completed_at, rows.via, rows.seconds, rows.training_seconds
    )::completions) as fact;
  return null;
end $$;

create function note_solves() returns trigger language plpgsql as $$
begin
  -- A flag of a lesson is counted nowhere by itself, but makes its learner active.
  insert into metric_changes (user_pk, metric, day, change)
    select rows.user_pk, case when flags.lab_pk is not null then 'lab_solve' end, utc_day(rows.solved_at),
      tg_argv[0]::smallint
    from rows join flags on flags.pk = rows.flag_pk;
  return null;
end $$;

create function note_instances() returns trigger language plpgsql as $$
begin
  insert into metric_changes (user_pk, metric, day, change)
    select user_pk, 'lab_start', utc_day(created_at), tg_argv[0]::smallint from rows;
  return null;
end $$;

create function note_enrolments() returns trigger language plpgsql as $$
begin
  insert into metric_changes (metric, ref, day, change)
    select 'began', training_pk, utc_day(enrolled_at), tg_argv[0]::smallint from rows;
  return null;
end $$;

create function note_feedback() returns trigger language plpgsql as $$
begin
  insert into metric_changes (metric, ref, bucket, change)
    select fact.metric, fact.ref, fact.bucket, tg_argv[0]::smallint
    from rows cross join lateral feedback_facts((
      rows.user_pk, rows.subchapter_pk, rows.pace, rows.rating, rows.text, rows.revision, rows.updated_at
    )::lesson_feedback) as fact;
  return null;
end $$;

-- Money is little, and its rows change when Paddle tells more of them: its days are counted anew.
create function note_payments() returns trigger language plpgsql as $$
begin
  insert into metric_changes (day)
    select utc_day(coalesce(billed_at, created_at)) from rows
    union
    select utc_day(adjustments.occurred_at) from rows join adjustments on adjustments.payment_id = rows.id;
  return null;
end $$;

create function note_adjustments() returns trigger language plpgsql as $$
begin
  insert into metric_changes (day) select distinct utc_day(occurred_at) from rows;
  return null;
end $$;

create function note_subscriptions() returns trigger language plpgsql as $$
begin
  insert into metric_changes (day)
    select utc_day(started_at) from rows union select utc_day(canceled_at) from rows where canceled_at is not null;
  return null;
end $$;

-- Adding up. ---------------------------------------------------------------------------------------------------------

-- Adds the oldest notes up. One at a time: whoever calls it holds a lock. Each statement sees what was committed before
-- it, thus at least what its notes are about; what it sees beyond that is noted too, and changes nothing the next time.
-- Returns how many notes it took.
create function fold_metrics(batch integer) returns integer language plpgsql as $$
declare
  taken integer;
  learners integer[];
  moved integer[];
  money date[];
begin
  with gone as (
    delete from metric_changes where ctid = any (array(select ctid from metric_changes limit batch)) returning *
  ), by_day as (
    insert into metric_days as sums (metric, ref, day, n)
      select metric, ref, day, sum(change) from gone
      where metric is not null and day is not null group by 1, 2, 3 having sum(change) <> 0
      on conflict (metric, ref, day) do update set n = sums.n + excluded.n
  ), in_total as (
    insert into metric_totals as sums (metric, ref, bucket, n)
      select metric, ref, bucket, sum(change) from gone
      where metric is not null and day is null group by 1, 2, 3 having sum(change) <> 0
      on conflict (metric, ref, bucket) do update set n = sums.n + excluded.n
  )
  select count(*), array_agg(distinct user_pk) filter (where user_pk is not null),
      array_agg(distinct day) filter (where user_pk is null and metric is null)
    into taken, learners, money from gone;

  if learners is not null then
    select array_agg(distinct user_pk) into moved from (
      (select user_pk, day from learner_day_facts() where user_pk = any (learners)
        except select user_pk, day from learner_days where user_pk = any (learners))
      union all
      (select user_pk, day from learner_days where user_pk = any (learners)
        except select user_pk, day from learner_day_facts() where user_pk = any (learners))
    ) as differences;
    if moved is not null then
      perform add_active_changes(moved, -1);
      delete from learner_days where user_pk = any (moved);
      insert into learner_days (user_pk, day)
        select user_pk, day from learner_day_facts() where user_pk = any (moved);
      perform add_active_changes(moved, 1);
    end if;

    perform add_firsts(learners, -1);
    delete from learner_firsts where user_pk = any (learners);
    insert into learner_firsts (user_pk, signed_up_on, lesson, flag, lab)
      select user_pk, signed_up_on, lesson, flag, lab from learner_first_facts() where user_pk = any (learners);
    perform add_firsts(learners, 1);
  end if;

  if money is not null then
    delete from money_days where day = any (money);
    insert into money_days (currency, day, paid, refunded, started, ended)
      select currency, day, sum(paid), sum(refunded), sum(started), sum(ended)
      from money_facts() where day = any (money) group by 1, 2;
  end if;
  return taken;
end $$;

create function add_active_changes(learners integer[], sign integer) returns void language sql as $$
  insert into active_changes as sums (span, day, change)
    select span, day, sign * sum(change) from active_change_facts() where user_pk = any (learners)
    group by 1, 2 having sum(change) <> 0
    on conflict (span, day) do update set change = sums.change + excluded.change
$$;

create function add_firsts(learners integer[], sign integer) returns void language sql as $$
  insert into first_days as sums (step, day, bucket, n)
    select step, day, bucket, sign * count(*) from first_day_facts() where user_pk = any (learners)
    group by 1, 2, 3
    on conflict (step, day, bucket) do update set n = sums.n + excluded.n
$$;

-- All sums anew: for what was there before them, and for what is filled in without triggers.
create function rebuild_metrics() returns void language plpgsql as $$
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
      from solves join flags on flags.pk = solves.flag_pk where flags.lab_pk is not null group by 3
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

insert into metric_state (counted_at) values (now());
select time_old_completions();
select rebuild_metrics();

create trigger completions_timed before insert on completions for each row execute function time_completion();

create trigger users_came after insert on users referencing new table as rows
  for each statement execute function note_sign_ups('1');
create trigger users_went after delete on users referencing old table as rows
  for each statement execute function note_sign_ups('-1');
create trigger completions_came after insert on completions referencing new table as rows
  for each statement execute function note_completions('1');
create trigger completions_went after delete on completions referencing old table as rows
  for each statement execute function note_completions('-1');
create trigger solves_came after insert on solves referencing new table as rows
  for each statement execute function note_solves('1');
create trigger solves_went after delete on solves referencing old table as rows
  for each statement execute function note_solves('-1');
create trigger instances_came after insert on instances referencing new table as rows
  for each statement execute function note_instances('1');
create trigger instances_went after delete on instances referencing old table as rows
  for each statement execute function note_instances('-1');
create trigger enrolments_came after insert on enrolments referencing new table as rows
  for each statement execute function note_enrolments('1');
create trigger enrolments_went after delete on enrolments referencing old table as rows
  for each statement execute function note_enrolments('-1');
create trigger lesson_feedback_came after insert on lesson_feedback referencing new table as rows
  for each statement execute function note_feedback('1');
create trigger lesson_feedback_went after delete on lesson_feedback referencing old table as rows
  for each statement execute function note_feedback('-1');
create trigger lesson_feedback_was after update on lesson_feedback referencing old table as rows
  for each statement execute function note_feedback('-1');
create trigger lesson_feedback_became after update on lesson_feedback referencing new table as rows
  for each statement execute function note_feedback('1');
create trigger payments_came after insert on payments referencing new table as rows
  for each statement execute function note_payments('1');
create trigger payments_went after delete on payments referencing old table as rows
  for each statement execute function note_payments('-1');
create trigger payments_was after update on payments referencing old table as rows
  for each statement execute function note_payments('-1');
create trigger payments_became after update on payments referencing new table as rows
  for each statement execute function note_payments('1');
create trigger adjustments_came after insert on adjustments referencing new table as rows
  for each statement execute function note_adjustments('1');
create trigger adjustments_went after delete on adjustments referencing old table as rows
  for each statement execute function note_adjustments('-1');
create trigger adjustments_was after update on adjustments referencing old table as rows
  for each statement execute function note_adjustments('-1');
create trigger adjustments_became after update on adjustments referencing new table as rows
  for each statement execute function note_adjustments('1');
create trigger subscriptions_came after insert on subscriptions referencing new table as rows
  for each statement execute function note_subscriptions('1');
create trigger subscriptions_went after delete on subscriptions referencing old table as rows
  for each statement execute function note_subscriptions('-1');
create trigger subscriptions_was after update on subscriptions referencing old table as rows
  for each statement execute function note_subscriptions('-1');
create trigger subscriptions_became after update on subscriptions referencing new table as rows
  for each statement execute function note_subscriptions('1');
