import type { SearchAnswer, SearchResult, Tier } from '@hexpedition/contract';
import { type RawBuilder, sql } from 'kysely';
import { isTierInReach } from '#features/training-access/training-access.public';
import type { Db } from '#platform/db/db';
import type { Reader } from '#platform/http/viewer';
import { excerptOf } from './search-excerpt.ts';
import { bestCorrection, maxTyposFor, wordsOf } from './search-words.ts';

/*
 * The cost of each query is bounded, however many documents contain a word: at most this many documents are ranked.
 * Names, summaries and contexts are searched first, because words there describe the whole page.
 */
const headCandidates = 200;
const textCandidates = 100;
/** Maximum similar names, used when few documents contain the words. */
const maxSimilarNames = 5;

interface FoundDocument {
  kind: SearchResult['kind'];
  ref: number;
}

/** Searches for a reader. Pages that the reader cannot open are found by name and summary, but not by text. */
export async function search(
  db: Db,
  reader: Reader,
  { q, limit }: { q: string; limit: number },
): Promise<SearchAnswer> {
  const typed = wordsOf(q);
  const words = await correctWords(db, reader, typed);
  const changed = words.some((word, i) => word !== typed[i]);
  let found = words.length > 0 ? await findByWords(db, reader, words, 'all', limit) : [];
  if (found.length === 0 && words.length > 1) found = await findByWords(db, reader, words, 'any', limit);
  if (found.length < maxSimilarNames) found = distinct([...found, ...(await findByName(db, q))]).slice(0, limit);
  return {
    results: await present(db, reader, found, words),
    corrected: changed && found.length > 0 ? words.join(' ') : null,
  };
}

/** Replaces each word that occurs nowhere in what the reader may read with the most similar word that does. */
async function correctWords(db: Db, reader: Reader, typed: string[]): Promise<string[]> {
  if (typed.length === 0) return [];
  const known = await sql<{ word: string }>`
    select typed.word from unnest(${typed}::text[]) as typed(word)
    where exists (
      -- Words that begin with it; the index cannot be used through LIKE, because the pattern is not known beforehand.
      select from search_words
      where search_words.word ~>=~ typed.word and search_words.word ~<~ (typed.word || chr(1114111))
        and ${isWordFindable(reader)}
    )
  `.execute(db);
  const isKnown = new Set(known.rows.map(({ word }) => word));
  return Promise.all(
    typed.map(async (word) =>
      isKnown.has(word) || maxTyposFor(word) === 0 ? word : ((await findCorrection(db, reader, word)) ?? word),
    ),
  );
}

/**
 * A correction reveals that a word exists, so it uses only words that the reader may find. Words have a tier, but no
 * training: words that occur only in the preview training are found as typed, but never suggested.
 */
const isWordFindable = (reader: Reader): RawBuilder<boolean> => isTierInReach(reader, 'search_words.tier');

async function findCorrection(db: Db, reader: Reader, word: string): Promise<string | undefined> {
  const { rows } = await sql<{ word: string; documents: number }>`
    select search_words.word, search_words.documents from search_words
    where search_words.word % ${word} and ${isWordFindable(reader)}
    order by similarity(search_words.word, ${word}) desc limit 30
  `.execute(db);
  return bestCorrection(word, rows);
}

/**
 * Matches each word as typed, as a prefix, or in another inflection. Words contain only letters, digits and _, so they
 * need no escaping.
 */
const queryOf = (words: readonly string[], how: 'all' | 'any'): RawBuilder<unknown> =>
  sql.join(
    words.map((word) => sql`(to_tsquery('simple', ${`${word}:*`}) || to_tsquery('english', ${`${word}:*`}))`),
    how === 'all' ? sql` && ` : sql` || `,
  );

/**
 * Documents whose text the reader may see in excerpts. A training with prerequisites is found only by name and
 * summary, even when its prerequisites are completed.
 */
const isTextReadable = (reader: Reader): RawBuilder<boolean> =>
  reader.isSuperuser
    ? sql<boolean>`true`
    : sql<boolean>`(${isTierInReach(reader, documentTier(reader))} and not document.stepped)`;

/** `offeredTier` of a document: documents of the preview training are recognised by their path. */
const documentTier = ({ preview }: Reader): RawBuilder<number> =>
  preview === null
    ? sql<number>`document.tier`
    : sql<number>`case when starts_with(document.path || '/', ${`/courses/${preview}/`}) then 0 else document.tier end`;

async function findByWords(
  db: Db,
  reader: Reader,
  words: readonly string[],
  how: 'all' | 'any',
  limit: number,
): Promise<FoundDocument[]> {
  const { rows } = await sql<FoundDocument>`
    with query as materialized (select ${queryOf(words, how)} as words),
    heads as materialized (
      select document.kind, document.ref, document.name, document.position, document.head, null::tsvector as text
      from search_documents as document, query where document.head @@ query.words limit ${headCandidates}
    ),
    texts as materialized (
      select document.kind, document.ref, document.name, document.position, document.head, document.text
      from search_documents as document, query
      where document.text @@ query.words and ${isTextReadable(reader)} limit ${textCandidates}
    ),
    -- Some words in the name, the others in the text.
    split as materialized (
      select document.* from (
        select document.kind, document.ref, document.name, document.position, document.head, document.text
        from search_documents as document
        where ${how === 'all' && words.length > 1} and document.head @@ (select ${queryOf(words, 'any')})
          and ${isTextReadable(reader)} limit ${textCandidates}
      ) as document, query where (document.head || document.text) @@ query.words
    ),
    ranked as (
      select candidate.kind, candidate.ref, candidate.position,
        max(ts_rank('{0.05, 0.3, 0.5, 1}'::real[], candidate.head || coalesce(candidate.text, ''::tsvector), query.words)
          + case when lower(candidate.name) = ${words.join(' ')} then 3
              when starts_with(lower(candidate.name), ${words.join(' ')}) then 1 else 0 end
          + case candidate.kind when 'training' then 0.2 when 'lab' then 0.1 else 0 end) as rank
      from (select * from heads union all select * from texts union all select * from split) as candidate, query
      group by candidate.kind, candidate.ref, candidate.position
    )
    select ranked.kind, ranked.ref from ranked
    order by ranked.rank desc, ranked.kind desc, ranked.position, ranked.ref limit ${limit}
  `.execute(db);
  return rows;
}

async function findByName(db: Db, q: string): Promise<FoundDocument[]> {
  const { rows } = await sql<FoundDocument>`
    select document.kind, document.ref from search_documents as document
    where document.name %> ${q} or document.name % ${q}
    order by word_similarity(${q}, document.name) desc, document.position, document.ref limit ${maxSimilarNames}
  `.execute(db);
  return rows;
}

const distinct = (found: readonly FoundDocument[]): FoundDocument[] => [
  ...new Map(found.map((one) => [`${one.kind} ${one.ref}`, one])).values(),
];

async function present(
  db: Db,
  reader: Reader,
  found: readonly FoundDocument[],
  words: readonly string[],
): Promise<SearchResult[]> {
  if (found.length === 0) return [];
  const { rows } = await sql<Omit<SearchResult, 'excerpt' | 'tier'> & { tier: Tier; summary: string; body: string }>`
    select document.kind, document.path, document.name, document.context, ${documentTier(reader)} as tier,
      document.summary,
      case when ${isTextReadable(reader)} then document.body else '' end as body
    from search_documents as document
    join unnest(${found.map(({ kind }) => kind)}::text[], ${found.map(({ ref }) => ref)}::int[])
      with ordinality as found(kind, ref, at) on found.kind = document.kind and found.ref = document.ref
    order by found.at
  `.execute(db);
  return rows.map(({ summary, body, ...row }) => ({
    ...row,
    excerpt: excerptOf(body, words) ?? excerptOf(summary, words) ?? [{ text: summary, hit: false }],
  }));
}
