-- Counts the words in one pass. The join that did it before compared each word with each other one: several seconds for
-- the curriculum that ships, and more than a statement may take on a busy machine.
create or replace function refresh_search_words() returns void language plpgsql as $$
begin
  delete from search_words;
  insert into search_words (word, documents, tier)
    select stat.word, sum(stat.documents), coalesce(min(stat.tier), 32767)
    from (
      select word, ndoc as documents, null::smallint as tier from ts_stat('select words from search_documents')
      union all
      -- Names and summaries are for everybody.
      select word, 0, 0 from ts_stat('select head from search_documents')
      union all
      select found.word, 0, level.tier
      from (select distinct tier from search_documents where not stepped) as level
      cross join lateral ts_stat(
        format('select words from search_documents where tier = %s and not stepped', level.tier)) as found
    ) as stat
    where length(stat.word) between 3 and 40 and stat.word ~ '^[[:alpha:]][[:alnum:]]*$'
    group by stat.word
    having sum(stat.documents) > 0;
end $$;
