import type { SearchAnswer, SearchResult, Tier } from '@hexpedition/contract';
import { type RawBuilder, sql } from 'kysely';
import { isTierInReach } from '#features/content/training-access.public';
import type { Db } from '#platform/db/db';
import type { Reader } from '#platform/http/viewer';
import { excerptOf } from './search.excerpt.ts';
import { meant, slipsFor, wordsOf } from './search.words.ts';

/*
 * No query here grows with what it does not return: however many documents hold a word, at most these are ranked.
 * Names, summaries and where a thing belongs come first, for there a word says what a page is about.
 */
const headCandidates = 200;
const textCandidates = 100;
/** Names that look like what was typed, when its words are nowhere. */
const lookalikes = 5;

interface Found {
  kind: SearchResult['kind'];
  ref: number;
}

/** What is found for somebody: what they cannot open is found by its name and summary, never by its text. */
export async function search(
  db: Db,
  reader: Reader,
  { q, limit }: { q: string; limit: number },
): Promise<SearchAnswer> {
  const typed = wordsOf(q);
  const words = await correct(db, reader, typed);
  const changed = words.some((word, i) => word !== typed[i]);
  let found = words.length > 0 ? await findByWords(db, reader, words, 'all', limit) : [];
  if (found.length === 0 && words.length > 1) found = await findByWords(db, reader, words, 'any', limit);
  if (found.length < lookalikes) found = distinct([...found, ...(await findByName(db, q))]).slice(0, limit);
  return {
    results: await present(db, reader, found, words),
    corrected: changed && found.length > 0 ? words.join(' ') : null,
  };
}

/** Replaces each word that stands nowhere in what the viewer may read by the most similar word that does. */
async function correct(db: Db, reader: Reader, typed: string[]): Promise<string[]> {
  if (typed.length === 0) return [];
  const known = await sql<{ word: string }>`
    select typed.word from unnest(${typed}::text[]) as typed(word)
    where exists (
      -- Words that begin with it; the index cannot be used through LIKE, because the pattern is not known beforehand.
      select from search_words
      where search_words.word ~>=~ typed.word and search_words.word ~<~ (typed.word || chr(1114111))
        and ${isKnownTo(reader)}
    )
  `.execute(db);
  const isKnown = new Set(known.rows.map(({ word }) => word));
  return Promise.all(
    typed.map(async (word) =>
      isKnown.has(word) || slipsFor(word) === 0 ? word : ((await guess(db, reader, word)) ?? word),
    ),
  );
}

/**
 * A correction gives away that a word exists, so it uses only words that the viewer may find. Words know their tier, not
 * their training: those that stand in the preview training alone are found as they are typed, and never guessed.
 */
const isKnownTo = (reader: Reader): RawBuilder<boolean> => isTierInReach(reader, 'search_words.tier');

async function guess(db: Db, reader: Reader, word: string): Promise<string | undefined> {
  const { rows } = await sql<{ word: string; documents: number }>`
    select search_words.word, search_words.documents from search_words
    where search_words.word % ${word} and ${isKnownTo(reader)}
    order by similarity(search_words.word, ${word}) desc limit 30
  `.execute(db);
  return meant(word, rows);
}

/** Each word as typed, begun, or in another form. Words hold letters, digits and _ only, so they need no escaping. */
const queryOf = (words: readonly string[], how: 'all' | 'any'): RawBuilder<unknown> =>
  sql.join(
    words.map((word) => sql`(to_tsquery('simple', ${`${word}:*`}) || to_tsquery('english', ${`${word}:*`}))`),
    how === 'all' ? sql` && ` : sql` || `,
  );

/**
 * Documents of which the viewer may be shown pieces of text. A training that has steps is found by its name and summary
 * only, even when its steps are done.
 */
const readable = (reader: Reader): RawBuilder<boolean> =>
  reader.isSuperuser
    ? sql<boolean>`true`
    : sql<boolean>`(${isTierInReach(reader, documentTier(reader))} and not document.stepped)`;

/** `offeredTier` of a document: those of the preview training are told by their path. */
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
): Promise<Found[]> {
  const { rows } = await sql<Found>`
    with query as materialized (select ${queryOf(words, how)} as words),
    heads as materialized (
      select document.kind, document.ref, document.name, document.position, document.head, null::tsvector as text
      from search_documents as document, query where document.head @@ query.words limit ${headCandidates}
    ),
    texts as materialized (
      select document.kind, document.ref, document.name, document.position, document.head, document.text
      from search_documents as document, query
      where document.text @@ query.words and ${readable(reader)} limit ${textCandidates}
    ),
    -- Some words in the name, the others in the text.
    split as materialized (
      select document.* from (
        select document.kind, document.ref, document.name, document.position, document.head, document.text
        from search_documents as document
        where ${how === 'all' && words.length > 1} and document.head @@ (select ${queryOf(words, 'any')})
          and ${readable(reader)} limit ${textCandidates}
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

async function findByName(db: Db, q: string): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select document.kind, document.ref from search_documents as document
    where document.name %> ${q} or document.name % ${q}
    order by word_similarity(${q}, document.name) desc, document.position, document.ref limit ${lookalikes}
  `.execute(db);
  return rows;
}

const distinct = (found: readonly Found[]): Found[] => [
  ...new Map(found.map((one) => [`${one.kind} ${one.ref}`, one])).values(),
];

async function present(
  db: Db,
  reader: Reader,
  found: readonly Found[],
  words: readonly string[],
): Promise<SearchResult[]> {
  if (found.length === 0) return [];
  const { rows } = await sql<Omit<SearchResult, 'excerpt' | 'tier'> & { tier: Tier; summary: string; body: string }>`
    select document.kind, document.path, document.name, document.context, ${documentTier(reader)} as tier,
      document.summary,
      case when ${readable(reader)} then document.body else '' end as body
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
