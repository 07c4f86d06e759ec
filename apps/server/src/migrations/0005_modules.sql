-- More kinds of modules, what they carry (videos, files, demos), and polls.

alter table modules drop constraint modules_kind_check;
alter table modules add constraint modules_kind_check
  check (kind in ('text', 'quiz', 'flag', 'lab', 'video', 'youtube', 'file', 'poll', 'demo'));

-- Files of authors, known by their content. One that no module shows any more goes a day later.
create table media (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  content_type text not null,
  size integer not null,
  stored_at timestamptz not null default now(),
  unused_since timestamptz default now()
);
create index media_unused_idx on media (unused_since) where unused_since is not null;

-- 256 KiB each, but for the last.
create table media_chunks (
  hash text not null references media on delete cascade,
  n integer not null,
  bytes bytea not null,
  primary key (hash, n)
);
-- Films and archives are compressed already.
alter table media_chunks alter column bytes set storage external;

create table poll_questions (
  pk integer generated always as identity primary key,
  module_pk integer not null unique references modules,
  -- People who have chosen one of the options that are shown.
  voters integer not null default 0
);

-- An option that its author has taken away is hidden: its answers stay, and count no more.
create table poll_options (
  question_pk integer not null references poll_questions,
  id text not null,
  text text not null,
  position integer not null,
  answers integer not null default 0,
  hidden boolean not null default false,
  primary key (question_pk, id)
);

create table poll_answers (
  user_pk integer not null references users on delete cascade,
  question_pk integer not null references poll_questions,
  answers text[] not null,
  answered_at timestamptz not null default now(),
  primary key (user_pk, question_pk)
);
create index poll_answers_question_idx on poll_answers (question_pk);

-- The sums, so that nobody has to count a million answers. Whoever writes answers, also by deleting an account, the
-- sums follow.
create function count_poll_answer() returns trigger language plpgsql as $$
declare
  question integer := coalesce(new.question_pk, old.question_pk);
  given text[] := coalesce(new.answers, '{}');
  taken text[] := coalesce(old.answers, '{}');
  shown text[];
begin
  -- One after the other for each question: two answers never wait for each other in a circle.
  perform 1 from poll_questions where pk = question for no key update;
  update poll_options set answers = answers + case when id = any (given) then 1 else -1 end
    where question_pk = question and (id = any (given)) <> (id = any (taken));
  select coalesce(array_agg(id), '{}') into shown from poll_options where question_pk = question and not hidden;
  update poll_questions set voters = voters + (given && shown)::int - (taken && shown)::int
    where pk = question and (given && shown) <> (taken && shown);
  return null;
end $$;
create trigger poll_answers_counted after insert or update or delete on poll_answers
  for each row execute function count_poll_answer();
