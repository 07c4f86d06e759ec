-- Search over trainings, lessons and labs: PostgreSQL's full text for words, trigrams for slips of the keyboard.

create extension if not exists pg_trgm;

-- What stands between the tags of sanitised HTML, without the labels that we put around code.
create function html_text(html text) returns text language sql immutable parallel safe as $$
  select replace(replace(replace(replace(replace(replace(
    regexp_replace(regexp_replace(coalesce(html, ''),
      '<button[^>]*>[^<]*</button>|<span class="code-lang">[^<]*</span>', ' ', 'g'), '<[^>]*>', ' ', 'g'),
    '&#x3C;', '<'), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&#x26;', '&'), '&amp;', '&')
$$;

-- Whole words as typed and their stems, so that both half a word and another form of it are found. Punctuation goes
-- first: PostgreSQL would leave out `<script>` as a tag and keep /etc/passwd as one word.
create function search_vector(source text, weight "char") returns tsvector language sql immutable parallel safe as $$
  select setweight(to_tsvector('simple'::regconfig, plain) || to_tsvector('english'::regconfig, plain), weight)
  from (select regexp_replace(source, '[^[:alnum:]_'']+', ' ', 'g') as plain) as words
$$;

create table search_documents (
  kind text not null check (kind in ('training', 'subchapter', 'lab')),
  ref integer not null,
  path text not null,
  name text not null,
  -- Where it belongs: the training of a lesson, the continent of a training.
  context text not null,
  summary text not null,
  tier smallint not null,
  -- Opened by steps, not by tier alone: its text is never searched.
  stepped boolean not null,
  position integer not null,
  body text not null,
  hash text not null,
  head tsvector generated always as (
    search_vector(name, 'A') || search_vector(summary, 'B') || search_vector(context, 'C')
  ) stored,
  text tsvector generated always as (search_vector(body, 'D')) stored,
  words tsvector generated always as (
    strip(to_tsvector('simple'::regconfig,
      regexp_replace(name || ' ' || summary || ' ' || context || ' ' || body, '[^[:alnum:]_'']+', ' ', 'g')))
  ) stored,
  primary key (kind, ref)
);
create index search_documents_head_idx on search_documents using gin (head);
create index search_documents_text_idx on search_documents using gin (text);
create index search_documents_name_idx on search_documents using gin (name gin_trgm_ops);

-- Every word that is somewhere, and in how many documents: what a slip is corrected to. A correction says that a word is
-- there, so a word is known to those alone who may read it somewhere.
create table search_words (
  word text primary key,
  documents integer not null,
  -- The least tier that has it in front of it; words of lessons behind steps are for superusers alone (32767).
  tier smallint not null
);
create index search_words_prefix_idx on search_words (word text_pattern_ops);
create index search_words_trigram_idx on search_words using gin (word gin_trgm_ops);

create function refresh_search_words() returns void language plpgsql as $$
begin
  delete from search_words;
  insert into search_words (word, documents, tier)
    with heads as (
      -- Names and summaries are for everybody.
      select stat.word from ts_stat('select head from search_documents') as stat
    ), texts as (
      select stat.word, min(level.tier) as tier
      from (select distinct tier from search_documents where not stepped) as level
      cross join lateral ts_stat(
        format('select words from search_documents where tier = %s and not stepped', level.tier)) as stat
      group by stat.word
    )
    select stat.word, stat.ndoc,
      case when exists (select from heads where heads.word = stat.word) then 0 else coalesce(texts.tier, 32767) end
    from ts_stat('select words from search_documents') as stat
    left join texts on texts.word = stat.word
    where length(stat.word) between 3 and 40 and stat.word ~ '^[[:alpha:]][[:alnum:]]*$';
end $$;

-- Brings the documents up to date; called in the transaction that changes what they are made of.
create function refresh_search() returns integer language plpgsql as $$
declare
  removed integer;
  written integer;
begin
  create temporary table search_now on commit drop as
    select source.*, md5(source::text) as hash from (
      select 'training' as kind, trainings.pk as ref, '/courses/' || trainings.slug as path, trainings.name,
        continents.name as context, trainings.summary, trainings.tier, false as stepped,
        (continents.position * 1000 + trainings.position) as position,
        html_text(trainings.description_html) as body
      from trainings join continents on continents.pk = trainings.continent_pk
      where not trainings.hidden
    union all
      select 'subchapter', subchapters.pk,
        '/courses/' || trainings.slug || '/' || chapters.slug || '/' || subchapters.slug, subchapters.name,
        trainings.name, subchapters.summary, trainings.tier, cardinality(trainings.requires) > 0,
        (chapters.position * 1000 + subchapters.position),
        coalesce((
          select string_agg(html_text(concat_ws(' ', modules.data->>'title', modules.data->>'question',
            modules.data->>'question_html', modules.data->>'html',
            (select string_agg(line->>'text', ' ') from jsonb_array_elements(modules.data->'transcript') as line))), ' '
            order by modules.position)
          from modules where modules.subchapter_pk = subchapters.pk and not modules.hidden
        ), '')
      from subchapters
      join chapters on chapters.pk = subchapters.chapter_pk
      join trainings on trainings.pk = chapters.training_pk
      where not subchapters.hidden and not chapters.hidden and not trainings.hidden
    union all
      select 'lab', labs.pk, '/lab/' || labs.slug, labs.name, initcap(labs.difficulty) || ' lab', labs.summary, labs.tier,
        false, labs.position, html_text(labs.briefing_html)
      from labs where not labs.hidden
    ) as source;
  delete from search_documents as document where not exists (
    select 1 from search_now as now where now.kind = document.kind and now.ref = document.ref
  );
  get diagnostics removed = row_count;
  insert into search_documents (kind, ref, path, name, context, summary, tier, stepped, position, body, hash)
    select now.kind, now.ref, now.path, now.name, now.context, now.summary, now.tier, now.stepped, now.position,
      now.body, now.hash
    from search_now as now
    left join search_documents as document on document.kind = now.kind and document.ref = now.ref
    where document.hash is distinct from now.hash
    on conflict (kind, ref) do update set path = excluded.path, name = excluded.name, context = excluded.context,
      summary = excluded.summary, tier = excluded.tier, stepped = excluded.stepped, position = excluded.position,
      body = excluded.body, hash = excluded.hash;
  get diagnostics written = row_count;
  drop table search_now;
  if removed + written > 0 then
    perform refresh_search_words();
  end if;
  return removed + written;
end $$;
