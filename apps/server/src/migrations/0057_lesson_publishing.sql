-- Publishing one lesson reads and writes only this lesson.

-- Readings of the lessons of a course, by file. A lesson that did not change is not rendered again.
alter table compiled_trainings add column lessons json not null default '{}';

-- Documents of the search as they should be. The planner inlines it, so a condition on `ref` reads only these rows.
create function search_sources() returns table (
  kind text, ref integer, path text, name text, context text, summary text, tier smallint, stepped boolean,
  "position" integer, body text, aliases text
) language sql stable as $$
  select 'training' as kind, trainings.pk as ref, '/courses/' || trainings.slug as path, trainings.name,
    continents.name as context, trainings.summary, trainings.tier, false as stepped,
    (continents.position * 1000 + trainings.position) as position,
    html_text(trainings.description_html) as body,
    concat_ws(' ', trainings.term, array_to_string(trainings.tags, ' ')) as aliases
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
    ), ''), ''
  from subchapters
  join chapters on chapters.pk = subchapters.chapter_pk
  join trainings on trainings.pk = chapters.training_pk
  where not subchapters.hidden and not chapters.hidden and not trainings.hidden
union all
  select 'lab', labs.pk, '/lab/' || labs.slug, labs.name, initcap(labs.difficulty) || ' lab', labs.summary, labs.tier,
    false, labs.position, html_text(labs.briefing_html),
    array_to_string(labs.tags, ' ')
  from labs where not labs.hidden
$$;

-- Finds the documents with a word.
create index search_documents_words_idx on search_documents using gin (words);

create or replace function refresh_search() returns integer language plpgsql as $$
declare
  removed integer;
  written integer;
begin
  create temporary table search_now on commit drop as
    select source.*, md5(source::text) as hash from search_sources() as source;
  delete from search_documents as document where not exists (
    select 1 from search_now as now where now.kind = document.kind and now.ref = document.ref
  );
  get diagnostics removed = row_count;
  insert into search_documents (kind, ref, path, name, context, summary, tier, stepped, position, body,
    aliases, hash)
    select now.kind, now.ref, now.path, now.name, now.context, now.summary, now.tier, now.stepped, now.position,
      now.body, now.aliases, now.hash
    from search_now as now
    left join search_documents as document on document.kind = now.kind and document.ref = now.ref
    where document.hash is distinct from now.hash
    on conflict (kind, ref) do update set path = excluded.path, name = excluded.name, context = excluded.context,
      summary = excluded.summary, tier = excluded.tier, stepped = excluded.stepped, position = excluded.position,
      body = excluded.body, aliases = excluded.aliases, hash = excluded.hash;
  get diagnostics written = row_count;
  drop table search_now;
  if removed + written > 0 then
    perform refresh_search_words();
  end if;
  return removed + written;
end $$;

-- Words of some lessons with everything that search_words depends on, as comparable texts that begin with the word.
create function search_lesson_words(lessons integer[]) returns text[] language sql stable as $$
  select array(
    select concat_ws(' ', entry.lexeme, source.name, document.ref, document.tier, document.stepped)
    from search_documents as document
    cross join lateral (values ('head', document.head), ('words', document.words)) as source (name, vector)
    cross join lateral unnest(source.vector) as entry
    where document.kind = 'subchapter' and document.ref = any(lessons))
$$;

-- Does the same as refresh_search_words for these words. Statistics do not know that reading `words` of a row is slow,
-- so the planner would prefer a scan of the table.
create function refresh_search_words_of(changed text[]) returns void language plpgsql set enable_seqscan = off as $$
begin
  insert into search_words (word, documents, tier)
    select changes.word, found.documents, case
      when exists (select from search_documents where head @@ quote_literal(changes.word)::tsquery) then 0
      else coalesce(found.tier, 32767) end
    from (select distinct word from unnest(changed) as words (word)) as changes
    cross join lateral (
      select count(*)::integer as documents, min(tier) filter (where not stepped) as tier
      from search_documents where words @@ quote_literal(changes.word)::tsquery
    ) as found
    where length(changes.word) between 3 and 40 and changes.word ~ '^[[:alpha:]][[:alnum:]]*$'
      and found.documents > 0
    on conflict (word) do update set documents = excluded.documents, tier = excluded.tier
      where (search_words.documents, search_words.tier) <> (excluded.documents, excluded.tier);
  delete from search_words where word = any(changed) and not exists (
    select from search_documents where words @@ quote_literal(word)::tsquery
  );
end $$;

-- Does the same as refresh_search if nothing but these lessons has changed.
create function refresh_search_lessons(lessons integer[]) returns integer language plpgsql as $$
declare
  before text[] := search_lesson_words(lessons);
  after text[];
  removed integer;
  written integer;
begin
  delete from search_documents as document
    where document.kind = 'subchapter' and document.ref = any(lessons) and document.ref not in (
      select source.ref from search_sources() as source
      where source.kind = 'subchapter' and source.ref = any(lessons)
    );
  get diagnostics removed = row_count;
  insert into search_documents (kind, ref, path, name, context, summary, tier, stepped, position, body,
    aliases, hash)
    select now.kind, now.ref, now.path, now.name, now.context, now.summary, now.tier, now.stepped, now.position,
      now.body, now.aliases, now.hash
    from (
      select source.*, md5(source::text) as hash from search_sources() as source
      where source.kind = 'subchapter' and source.ref = any(lessons)
    ) as now
    left join search_documents as document on document.kind = now.kind and document.ref = now.ref
    where document.hash is distinct from now.hash
    on conflict (kind, ref) do update set path = excluded.path, name = excluded.name, context = excluded.context,
      summary = excluded.summary, tier = excluded.tier, stepped = excluded.stepped, position = excluded.position,
      body = excluded.body, aliases = excluded.aliases, hash = excluded.hash;
  get diagnostics written = row_count;
  if removed + written > 0 then
    after := search_lesson_words(lessons);
    perform refresh_search_words_of(array(
      select split_part(key, ' ', 1) from (
        (select unnest(before) as key except select unnest(after))
        union (select unnest(after) as key except select unnest(before))
      ) as changed
    ));
  end if;
  return removed + written;
end $$;
