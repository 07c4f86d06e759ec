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

create table lab_solutions (
  pk integer generated always as identity primary key,
  user_pk integer not null references users on delete cascade,
  lab_pk integer not null references labs,
  text text not null,
  published boolean not null,
  hidden boolean not null default false,
  updated_at timestamptz not null,
  published_at timestamptz,
  unique (user_pk, lab_pk)
);
create index lab_solutions_published on lab_solutions (lab_pk, published_at desc, pk desc) where published and not hidden;

-- 1 (very easy) to 5 (very hard).
create table lab_ratings (
  user_pk integer not null references users on delete cascade,
  lab_pk integer not null references labs,
  difficulty smallint not null check (difficulty between 1 and 5),
  rated_at timestamptz not null,
  primary key (user_pk, lab_pk)
);
create index lab_ratings_lab on lab_ratings (lab_pk);
