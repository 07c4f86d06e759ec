-- What authors work on in the browser, and nobody else sees until it is published.

-- Lessons that were never published: their place in a training, which their file will take.
create table lesson_places (
  -- The lesson's id, as its front matter will say.
  uid text primary key,
  slug text not null unique,
  name text not null,
  -- Ids of the training and the chapter.
  training text not null,
  chapter text not null,
  -- What its file's name will begin with; no file of the chapter has it.
  number integer not null check (number > 0),
  -- Left out of the list: it can come back, with its drafts.
  withdrawn boolean not null default false
);
create index lesson_places_training_idx on lesson_places (training);

create sequence lesson_draft_versions as integer;

-- One for each author and lesson. It goes with its author's account: what was published stays in source_revisions.
create table lesson_drafts (
  pk integer generated always as identity primary key,
  -- The id of a lesson, published or not.
  lesson text not null,
  user_pk integer not null references users on delete cascade,
  name text not null,
  summary text not null,
  minutes integer not null,
  body text not null,
  -- The revision that it was made from; null for a lesson that was not published then.
  base integer,
  -- Never the same twice, so that a tab with a draft that is gone does not overwrite the next one.
  version integer not null default nextval('lesson_draft_versions'),
  saved_at timestamptz not null,
  -- When it is published by itself; null for a draft that waits for its author.
  publish_at timestamptz,
  note text not null default '',
  -- Which node has begun to publish it, so that the others leave it alone for a while.
  tried_at timestamptz,
  -- Why it was not published in time; '' where nothing went wrong.
  failure text not null default '',
  unique (lesson, user_pk)
);
alter sequence lesson_draft_versions owned by lesson_drafts.version;
create index lesson_drafts_user_idx on lesson_drafts (user_pk);
create index lesson_drafts_publish_idx on lesson_drafts (publish_at) where publish_at is not null;
