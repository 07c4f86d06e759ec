import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { messageOf } from '../api-error.ts';
import { endpointQuery, useApi } from '../query.ts';
import { useSession } from '../session.ts';
import { buildUser } from './builders.ts';
import { rejection, takeUnexpectedCalls } from './fake-api.ts';
import { renderApp } from './render-app.tsx';

function Probe() {
  const api = useApi();
  const { data } = useQuery(endpointQuery('GET /api/account/ip'));
  const join = useMutation({
    meta: { suppress: [404] },
    mutationFn: () =>
      api('POST /api/progress/:training', {
        params: { training: 'web-basics' },
        body: { subchapter: 'one', completed: true },
      }),
  });
  return (
    <>
      <p>{useSession()?.user.username ?? 'nobody'}</p>
      <p>{data?.ip}</p>
      <button type="button" onClick={() => join.mutate()}>
        Join
      </button>
      <p role="alert">{join.error && messageOf(join.error)}</p>
      <Link to="/labs">Labs</Link>
    </>
  );
}

test('provides router, queries, user and fake API to an element', async () => {
  const { person, server, path } = await renderApp(<Probe />, {
    user: buildUser({ username: 'tove' }),
    path: '/map',
    answers: {
      'GET /api/account/ip': { ip: '192.0.2.7' },
      'POST /api/progress/:training': ({ params }) =>
        rejection('not_found', { msg: `There is no ${params.training}.` }),
    },
  });
  expect(screen.getByText('tove')).toBeTruthy();
  expect(await screen.findByText('192.0.2.7')).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Join' }));
  expect(await screen.findByText('There is no web-basics.')).toBeTruthy();
  expect(server.callsOf('POST /api/progress/:training')).toHaveLength(1);
  expect(path()).toBe('/map');
  await person.click(screen.getByRole('link', { name: 'Labs' }));
  expect(path()).toBe('/labs');
  expect(screen.getByText('tove')).toBeTruthy();
});

test('reports calls without an answer and answers that violate the contract', async () => {
  const { server } = await renderApp(<p>Nothing</p>, { answers: { 'GET /api/account/ip': { ip: 7 } as never } });
  expect(screen.getByText('Nothing')).toBeTruthy();
  await expect(server.api('GET /api/account/ip')).rejects.toThrow();
  await expect(server.api('GET /api/account/sessions')).rejects.toThrow('No test answers');
  expect(takeUnexpectedCalls()).toEqual(['GET /api/account/sessions']);
});
