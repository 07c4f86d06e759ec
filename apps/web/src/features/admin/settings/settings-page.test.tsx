import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildFeatures, buildUser } from '#lib/testing/builders.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { SettingsPage } from './settings-page.tsx';

const off = { login: null, register: null, paddle: null, msg: null };
const site = {
  name: { value: 'Harbour School', fixed_by: null },
  register: { value: 'invite' as const, fixed_by: 'REGISTER' },
  free_tier: { value: 3 as const, fixed_by: null },
};
const show = (register: boolean) =>
  renderApp(<SettingsPage />, {
    user: buildUser({ is_superuser: true }),
    features: { register },
    answers: {
      'GET /api/config/features:version': buildFeatures({ register }),
      'POST /api/config/features:version/edit': ({ body }) =>
        buildFeatures({
          register: body.register === undefined ? register : body.register === null,
          msg: body.msg ?? '',
        }),
      'GET /api/admin/site': site,
      'POST /api/admin/site': ({ body }) => ({ ...site, name: { value: body.name ?? '', fixed_by: null } }),
      'GET /api/admin/versions': {
        versions: [
          { version: '2', hexmap: null, hexmapYT: null, switches: off },
          { version: 'beta', hexmap: null, hexmapYT: null, switches: { ...off, paddle: false } },
        ],
        configured: { paddle: true, login: true, register: true, msg: '' },
      },
    },
  });
const everyone = async () => within(await screen.findByRole('region', { name: 'Features for everyone' }));

test('turns a feature off only after a confirmation', async () => {
  const { person, server } = await show(true);
  const edits = () =>
    server.callsOf('POST /api/config/features:version/edit').map(({ params, body }) => [params, body]);
  const signUp = await (await everyone()).findByRole<HTMLInputElement>('switch', { name: 'Sign-up' });
  await person.click(signUp);
  await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  expect([edits(), signUp.checked]).toEqual([[], true]);
  await person.click(signUp);
  await person.click(screen.getByRole('button', { name: 'Turn off' }));
  await expect.poll(() => signUp.checked).toBe(false);
  expect(edits()).toEqual([[{ version: '2' }, { register: false }]]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('turns a feature on immediately, and confirms that the message was saved', async () => {
  const { person, server } = await show(false);
  const part = await everyone();
  await person.click(await part.findByRole('switch', { name: 'Sign-up' }));
  await expect.poll(() => server.callsOf('POST /api/config/features:version/edit').length).toBe(1);
  await person.type(part.getByLabelText('Site message'), 'Back at noon.');
  expect(part.getByRole('region', { name: 'Message preview' }).textContent).toBe('Back at noon.');
  await person.click(part.getByRole('button', { name: 'Save message' }));
  await part.findByText('Saved.');
  // The table shows the value and whether it comes from the configuration.
  const payments = await screen.findByRole('row', { name: /^Payments/ });
  expect(payments.textContent).toBe('Paymentson (configured)off');
});

test('saves the changed settings of the site, and shows those that an environment variable fixes', async () => {
  const { person, server } = await show(true);
  const part = within(await screen.findByRole('region', { name: 'Site' }));
  const register = await part.findByLabelText<HTMLSelectElement>('Who may join');
  expect([register.disabled, register.value]).toEqual([true, 'invite']);
  part.getByText('Set by REGISTER on the server.');
  const name = part.getByLabelText<HTMLInputElement>('Name');
  const save = part.getByRole('button', { name: 'Save site' });
  await person.clear(name);
  await person.type(name, 'x');
  part.getByText('Enter at least 2 characters.');
  expect(save.getAttribute('aria-disabled')).toBe('true');
  await person.type(name, 'y school');
  await person.click(save);
  await part.findByText('Saved.');
  expect(server.callsOf('POST /api/admin/site').map(({ body }) => body)).toEqual([{ name: 'xy school' }]);
});
