import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { endpointQuery, setQueryResult, updateQueryResult } from './query.ts';

const query = endpointQuery('GET /api/polls/answers', { query: { question: 1 } });
const answer = (...answers: string[]) => ({
  answers: [{ question: 1, answers, answered_at: '2026-11-26T12:00:00Z', counts: null }] as never,
  next_cursor: null,
});

/** Creates a client with a pending first call, and functions that resolve each call. */
function waiting() {
  const client = new QueryClient();
  const respond: ((value: ReturnType<typeof answer>) => void)[] = [];
  const queryFn = () => new Promise<ReturnType<typeof answer>>((resolve) => respond.push(resolve));
  const observer = new QueryObserver(client, { queryKey: query.queryKey, queryFn });
  onTestFinished(observer.subscribe(() => {}));
  return { client, respond, known: () => client.getQueryData(query.queryKey) };
}

test('keeps the result of a change when an older response arrives later', async () => {
  const { client, respond, known } = waiting();
  await setQueryResult(client, query, answer('new'));
  respond[0]?.(answer('old'));
  await client.refetchQueries({ type: 'inactive' });
  expect(known()).toEqual(answer('new'));
  expect(respond).toHaveLength(1);
});

test('keeps a partial update and repeats the pending call', async () => {
  const { client, respond, known } = waiting();
  await updateQueryResult(client, query, (before) => before ?? answer('part'));
  respond[0]?.(answer('old'));
  await expect.poll(() => respond).toHaveLength(2);
  expect(known()).toEqual(answer('part'));
  respond[1]?.(answer('part', 'whole'));
  await expect.poll(known).toEqual(answer('part', 'whole'));
  await updateQueryResult(client, query, () => answer('next'));
  expect(respond).toHaveLength(2);
});
