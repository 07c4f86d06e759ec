import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { endpointQuery, putAnswer, putPart } from './query.ts';

const query = endpointQuery('GET /api/polls/answers', { query: { question: 1 } });
const answer = (...answers: string[]) => ({
  answers: [{ question: 1, answers, answered_at: '2026-11-26T12:00:00Z', counts: null }] as never,
  next_cursor: null,
});

/** A client on whose first call somebody waits, and what brings an answer. */
function waiting() {
  const client = new QueryClient();
  const bring: ((value: ReturnType<typeof answer>) => void)[] = [];
  const queryFn = () => new Promise<ReturnType<typeof answer>>((resolve) => bring.push(resolve));
  const observer = new QueryObserver(client, { queryKey: query.queryKey, queryFn });
  onTestFinished(observer.subscribe(() => {}));
  return { client, bring, known: () => client.getQueryData(query.queryKey) };
}

test('the answer of a change stays, however late an older one comes', async () => {
  const { client, bring, known } = waiting();
  await putAnswer(client, query, answer('new'));
  bring[0]?.(answer('old'));
  await client.refetchQueries({ type: 'inactive' });
  expect(known()).toEqual(answer('new'));
  expect(bring).toHaveLength(1);
});

test('a part of an answer stays as well, and what was on its way is asked for again', async () => {
  const { client, bring, known } = waiting();
  await putPart(client, query, (before) => before ?? answer('part'));
  bring[0]?.(answer('old'));
  await vi.waitFor(() => expect(bring).toHaveLength(2));
  expect(known()).toEqual(answer('part'));
  bring[1]?.(answer('part', 'whole'));
  await vi.waitFor(() => expect(known()).toEqual(answer('part', 'whole')));
  await putPart(client, query, () => answer('next'));
  expect(bring).toHaveLength(2);
});
