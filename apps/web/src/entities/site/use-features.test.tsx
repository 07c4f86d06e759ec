import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { setCheckoutFailed } from '#lib/checkout-availability.ts';
import { buildFeatures } from '#lib/testing/builders.ts';
import { rejection } from '#lib/testing/fake-api.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { featuresQuery, useFeatures, useServerFeatures } from './use-features.ts';

function FeatureFlags() {
  const { paddle, login, register, msg } = useFeatures();
  return <p>{JSON.stringify({ paddle, login, register, msg })}</p>;
}
const shown = () => JSON.parse(screen.getByText(/paddle/).textContent);

it('turns off payment, login and sign-up after a failed load, and on again after a successful one', async () => {
  const on = { paddle: true, login: true, register: true, msg: 'Welcome.' };
  const key = 'GET /api/config/features:version';
  const { client, server } = await renderApp(<FeatureFlags />, {
    features: on,
    answers: { [key]: rejection('unavailable', { msg: 'Later.' }) },
  });
  expect(shown()).toEqual(on);
  await client.refetchQueries({ queryKey: featuresQuery.queryKey });
  await waitFor(() => expect(shown()).toEqual({ paddle: false, login: false, register: false, msg: 'Welcome.' }));
  server.change({ [key]: buildFeatures(on) });
  await client.refetchQueries({ queryKey: featuresQuery.queryKey });
  await waitFor(() => expect(shown()).toEqual(on));
});

function PaddleFlags() {
  return <p>{`${useFeatures().paddle} ${useServerFeatures().paddle}`}</p>;
}

it('turns off payment in a tab that could not load Paddle’s script', async () => {
  const { rerender } = await renderApp(<PaddleFlags />, { features: { paddle: true } });
  expect(screen.getByText('true true')).toBeTruthy();
  act(() => setCheckoutFailed(true));
  expect(screen.getByText('false true')).toBeTruthy();
  rerender(null);
  rerender(<PaddleFlags />);
  expect(screen.getByText('false true')).toBeTruthy();
  act(() => setCheckoutFailed(false));
  expect(screen.getByText('true true')).toBeTruthy();
});
