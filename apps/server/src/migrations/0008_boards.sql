-- Leaderboards: of all time, of a month, of a week, each also of one continent. A board is a name:
-- `all`, `month:2026-11`, `week:2026-W47` (UTC, ISO weeks), and with `/web` behind it the points of that continent.

create table board_scores (
  user_pk integer not null references users on delete cascade,
  board text collate "C" not null,
  points integer not null,
  flags integer not null,
  -- Of the last flag that was worth points: whoever got there earlier stands higher.
  last_solve_at timestamptz not null,
  shown boolean not null default true,
  primary key (user_pk, board)
);
-- All columns go upwards, so that one comparison of rows finds the place to go on from, among any number of ties.
create index board_scores_rank_idx on board_scores (board, shown, (-points), last_solve_at, user_pk);

-- How many learners stand on a board, counted in windows of the rank key, each window split up by the level below it:
-- a rank is the sum of the windows above one's own on every level, some hundred small rows however many learners
-- there are and however many have the same points.
create table board_counts (
  board text collate "C" not null,
  -- A window is all keys that are equal but for so many bits at their end.
  shift smallint not null,
  prefix bigint not null,
  learners integer not null,
  primary key (board, shift, prefix)
) with (fillfactor = 70);

-- The rank key: points, and below them the seconds that were left until 2106 when the last ones came. More is better.
create function board_key(points integer, at timestamptz) returns bigint language sql stable as $$
  select points::bigint << 32
    | greatest(0, least(4294967295, 4294967295 - floor(extract(epoch from at))::bigint))
$$;

-- The levels, with the bits that each has more than the next. What has the same points and came within the same 256 s
-- is not split any further: it is counted in board_scores_rank_idx.
create function board_levels() returns table (shift smallint, width smallint) language sql immutable as $$
  values (8::smallint, 6::smallint), (14, 6), (20, 6), (26, 6), (32, 5), (37, 5), (42, 21)
$$;

-- Rows are changed in the order of their key: two transactions that change the same ones never wait in a circle.
create function change_board_counts(boards text[], keys bigint[], changes integer[]) returns void
language plpgsql as $$
begin
  insert into board_counts as counts (board, shift, prefix, learners)
    select changed.board, level.shift, changed.key >> level.shift, sum(changed.change)
    from unnest(boards, keys, changes) as changed (board, key, change)
    cross join board_levels() as level
    group by 1, 2, 3
    -- Whoever stays in a window changes nothing about it.
    having sum(changed.change) <> 0
    order by changed.board collate "C", 2, 3
    on conflict (board, shift, prefix) do update set learners = counts.learners + excluded.learners;
  if -1 = any (changes) then
    delete from board_counts as counts
    using unnest(boards, keys, changes) as changed (board, key, change)
    cross join board_levels() as level
    where changed.change < 0 and counts.learners = 0
      and counts.board = changed.board and counts.shift = level.shift and counts.prefix = changed.key >> level.shift;
  end if;
end $$;

create function count_board_scores() returns trigger language plpgsql as $$
declare
  boards text[];
  keys bigint[];
  changes integer[];
begin
  if tg_op = 'INSERT' then
    select array_agg(board), array_agg(board_key(points, last_solve_at)), array_agg(1) into boards, keys, changes
    from new_rows where shown and points > 0;
  elsif tg_op = 'DELETE' then
    select array_agg(board), array_agg(board_key(points, last_solve_at)), array_agg(-1) into boards, keys, changes
    from old_rows where shown and points > 0;
  else
    select array_agg(board), array_agg(board_key(points, last_solve_at)), array_agg(change) into boards, keys, changes
    from (
      select board, points, last_solve_at, 1 as change from new_rows where shown and points > 0
      union all
      select board, points, last_solve_at, -1 from old_rows where shown and points > 0
    ) as rows;
  end if;
  if boards is not null then
    perform change_board_counts(boards, keys, changes);
  end if;
  return null;
end $$;

-- All counts anew, level by level; for what is filled in without triggers.
create function rebuild_board_counts() returns void language plpgsql as $$
declare
  below smallint;
  level record;
begin
  lock table board_scores in share mode;
  truncate board_counts;
  for level in select shift from board_levels() order by shift loop
    if below is null then
      insert into board_counts (board, shift, prefix, learners)
        select board, level.shift, board_key(points, last_solve_at) >> level.shift, count(*)
        from board_scores where shown and points > 0 group by 1, 3;
    else
      insert into board_counts (board, shift, prefix, learners)
        select board, level.shift, prefix >> (level.shift - below), sum(learners)
        from board_counts where shift = below group by 1, 3;
    end if;
    below := level.shift;
  end loop;
end $$;

-- The continent whose boards a flag counts for: a lesson's by its training, a lab's by where it lies on the live map.
-- Asked when a flag is found; what has been counted stays where it was when a training or the map changes.
create function flag_continents() returns table (flag_pk integer, continent text) language sql stable as $$
  select flags.pk, continents.slug
  from flags
  join modules on modules.pk = flags.module_pk
  join subchapters on subchapters.pk = modules.subchapter_pk
  join chapters on chapters.pk = subchapters.chapter_pk
  join trainings on trainings.pk = chapters.training_pk
  join continents on continents.pk = trainings.continent_pk
  union all
  select flags.pk, placed.lab ->> 'continent'
  from flags
  join labs on labs.pk = flags.lab_pk
  join hexmap_pointers on hexmap_pointers.kind = 'trainings' and hexmap_pointers.version = '2'
  join hexmap_versions on hexmap_versions.pk = hexmap_pointers.hexmap_pk
  cross join jsonb_array_elements(hexmap_versions.compiled -> 'labs') as placed (lab)
  where placed.lab ->> 'slug' = labs.slug
$$;

-- The same for one flag, at the moment it is found: in this language the database remembers how to look it up.
create function flag_continent(flag integer) returns text language plpgsql stable as $$
begin
  return (select lies.continent from flag_continents() as lies where lies.flag_pk = flag);
end $$;

-- What the solves add up to, on every board that is kept: all time, this month and week and the ones before.
create function board_sums(now timestamptz)
returns table (user_pk integer, board text, points bigint, flags bigint, last_solve_at timestamptz)
language sql stable as $$
  select solves.user_pk, period.name || place.suffix, sum(solves.points), count(*),
    coalesce(max(solves.solved_at) filter (where solves.points > 0), min(solves.solved_at))
  from solves
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

drop table scores;
drop table score_counts;
drop function count_scores();

insert into board_scores (user_pk, board, points, flags, last_solve_at, shown)
  select sums.user_pk, sums.board, sums.points, sums.flags, sums.last_solve_at,
    users.is_active and users.listed and users.delete_at is null
  from board_sums(now()) as sums join users on users.pk = sums.user_pk;
select rebuild_board_counts();

create trigger board_scores_inserted after insert on board_scores
  referencing new table as new_rows for each statement execute function count_board_scores();
create trigger board_scores_updated after update on board_scores
  referencing old table as old_rows new table as new_rows for each statement execute function count_board_scores();
create trigger board_scores_deleted after delete on board_scores
  referencing old table as old_rows for each statement execute function count_board_scores();

-- Whoever is not active, does not want to be listed, or leaves, is on no board.
create or replace function show_score() returns trigger language plpgsql as $$
declare
  visible boolean := new.is_active and new.listed and new.delete_at is null;
begin
  update board_scores set shown = visible where user_pk = new.pk and shown <> visible;
  return null;
end $$;
create trigger board_scores_begin before insert on board_scores
  for each row execute function show_new_score();
