import type { Found } from './fetcher.ts';

/** Data that is shown of a page. */
export interface Card {
  title: string;
  text: string;
  links: string[];
  status: number;
  type: string;
  hops: string[];
}

const entities: Record<string, string> = { '&#38;': '&', '&#60;': '<', '&#62;': '>', '&#34;': '"', '&#39;': "'" };
const decode = (text: string) => text.replace(/&#\d+;/g, (one) => entities[one] ?? one);

/** Makes a card from an answer: the text of a page without its markup, and its links. */
export function cardOf({ hops, answer }: Found): Card {
  const { status, type } = answer;
  const last = hops.at(-1) ?? '';
  if (type !== 'text/html') return { title: last, text: answer.body, links: [], status, type, hops };
  const [, title = '', body = ''] = /<title>([^<]*)<\/title><h1>[^<]*<\/h1>([\s\S]*)$/.exec(answer.body) ?? [];
  const links = [...body.matchAll(/href="([^"]*)"/g)].map((match) => new URL(decode(match[1] ?? ''), last).href);
  return { title: decode(title), text: decode(body.replace(/<[^>]*>/g, ' ')).trim(), links, status, type, hops };
}
