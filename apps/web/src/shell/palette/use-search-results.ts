import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { endpointQuery } from '#lib/query.ts';

const debounceMs = 150;

/** Search results for the typed text, debounced; shows the previous results meanwhile. */
export function useSearchResults(typed: string) {
  const text = typed.trim().slice(0, 100);
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), debounceMs);
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
