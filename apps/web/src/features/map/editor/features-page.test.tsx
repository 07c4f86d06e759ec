import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildFeatures, buildUser } from '#lib/testing/builders.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { FeaturesPage } from './features-page.tsx';

const off = { login: null, register: null, paddle: null, msg: null };
const show = (register: boolean) =>
  renderApp(<FeaturesPage />, {
    user: buildUser({ is_superuser: true }),
    features: { register },
    answers: {
      'GET /api/config/features:version': buildFeatures({ register }),
      'POST /api/config/features:version/edit': ({ body }) =>
        buildFeatures({
          register: body.register === undefined ? register : body.register === null,
          msg: body.msg ?? '',
        }),
      'GET /api/admin/versions': {
        versions: [
          { version: '2', hexmap: null, hexmapYT: null, switches: off },
          { version: 'beta', hexmap: null, hexmapYT: null, switches: { ...off, paddle: false } },
        ],
        configured: { paddle: true, login: true, register: true, msg: '' },
      },
    },
  });
const everybody = async () => within(await screen.findByRole('region', { name: 'What is switched on for everybody' }));

test('a door closes only after the question', async () => {
  const { person, server } = await show(true);
  const edits = () =>
    server.callsOf('POST /api/config/features:version/edit').map(({ params, body }) => [params, body]);
  const door = await (await everybody()).findByRole<HTMLInputElement>('switch', { name: 'Sign-up' });
  await person.click(door);
  await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  expect([edits(), door.checked]).toEqual([[], true]);
  await person.click(door);
  await person.click(screen.getByRole('button', { name: 'Switch off' }));
  await expect.poll(() => door.checked).toBe(false);
  expect(edits()).toEqual([[{ version: '2' }, { register: false }]]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('it opens at once, and a message says that it was saved', async () => {
  const { person, server } = await show(false);
  const part = await everybody();
  await person.click(await part.findByRole('switch', { name: 'Sign-up' }));
  await expect.poll(() => server.callsOf('POST /api/config/features:version/edit').length).toBe(1);
  await person.type(part.getByLabelText('Message to everybody'), 'Back at noon.');
  expect(part.getByRole('region', { name: 'Preview of the message' }).textContent).toBe('Back at noon.');
  await person.click(part.getByRole('button', { name: 'Save the message' }));
  await part.findByText('Saved.');
  // What holds now, and why.
  const payments = await screen.findByRole('row', { name: /^Payments/ });
  expect(payments.textContent).toBe('Paymentson, as configuredoff');
});
