import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { endpointQuery } from '#lib/query.ts';

const pause = 150;

/** What the search finds for a text that is being typed: asked when the typist pauses, the last answer shown until then. */
export function useFound(typed: string) {
  const text = typed.trim().slice(0, 100);
  const [asked, setAsked] = useState('');
  // Time is outside React.
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  const wanted = asked.length >= 2;
  const query = useQuery({
    ...endpointQuery(
      'GET /api/search',
      { query: { q: wanted ? asked : 'x', limit: 12 } },
      { viewer: true, quiet: true },
    ),
    enabled: wanted,
    placeholderData: keepPreviousData,
  });
  const isAsking = text.length >= 2 && (text !== asked || query.isFetching);
  return { answer: wanted && text.length >= 2 ? query.data : undefined, error: wanted ? query.error : null, isAsking };
}
