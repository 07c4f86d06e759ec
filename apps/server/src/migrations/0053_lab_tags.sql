-- Techniques of a lab, such as csrf: its name and summary are a story.
alter table labs add column tags text[] not null default '{}';

create or replace function refresh_search() returns integer language plpgsql as $$
declare
  removed integer;
  written integer;
begin
  create temporary table search_now on commit drop as
    select source.*, md5(source::text) as hash from (
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
    ) as source;
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
