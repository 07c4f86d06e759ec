import type { ConsentConfig } from '@hexpedition/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildUser } from '#lib/testing/builders.ts';
import { type Answers, rejection } from '#lib/testing/fake-api.ts';
import { errorOf } from '#lib/testing/field-errors.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { active, buildConfigState, config } from '../testing/build-config-state.ts';
import type { Part } from './config-parts.ts';
import { EditPrivacyPage } from './edit-privacy-page.tsx';

const read = 'GET /api/admin/privacy';
const put = 'PUT /api/admin/privacy/draft';
const publish = 'POST /api/admin/privacy/publish';

const show = async (answers: Answers = {}, part?: Part) => {
  const shown = await renderApp(<EditPrivacyPage part={part} />, {
    user: buildUser({ is_superuser: true }),
    answers: { [read]: buildConfigState(), ...answers },
    path: '/admin/privacy/edit',
  });
  await screen.findByRole('tab', { name: /Services/ });
  return shown;
};
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const isDisabled = (name: string) => button(name).getAttribute('aria-disabled') === 'true';
const titles = () =>
  within(screen.getByRole('list', { name: 'Services' }))
    .getAllByRole('button', { expanded: false })
    .map(({ textContent }) => textContent);

// Typing into the large form is slow on a busy machine.
test('edits, moves, adds and removes services, but not those that the platform needs', {
  timeout: 60_000,
}, async () => {
  const saved = buildConfigState({ services: [] });
  const { person, server } = await show({ [put]: saved });
  expect(isDisabled('Save draft')).toBe(true);
  expect(isDisabled('Remove YouTube')).toBe(true);
  await person.click(button('YouTube'));
  await screen.findByText('The platform uses YouTube, so you cannot remove it.');
  const card = within(screen.getByRole('list', { name: 'Services' }).querySelector('[data-at="1"]') as HTMLElement);
  await person.type(card.getByLabelText('Title'), 'Films');
  await person.click(card.getByRole('checkbox', { name: 'performance' }));
  await person.click(card.getByRole('switch', { name: 'Ask in place' }));
  await person.click(card.getByRole('button', { name: 'Add a cookie' }));
  await person.type(within(card.getByRole('group', { name: 'Cookie 1' })).getByLabelText('Name'), '^yt_');
  await person.type(within(card.getByRole('group', { name: 'Cookie 1' })).getByLabelText('Domain'), 'a.org');
  await person.selectOptions(card.getByLabelText('Add a translation'), 'de');
  await person.type(card.getByLabelText('Title in German'), 'Filme');
  await person.click(card.getByRole('button', { name: 'Films' }));
  // Moving the card by keyboard keeps its focus.
  card.getByRole('button', { name: 'Films' }).focus();
  await person.keyboard('{Alt>}{ArrowUp}{/Alt}');
  expect(titles()).toEqual(['Films', 'This siterequired']);
  expect(document.activeElement?.textContent).toBe('Films');
  expect(screen.getByText('Films moved to position 1 of 2.')).toBeTruthy();
  await person.click(button('Add a service'));
  expect(button('Remove service')).toBeTruthy();
  await person.click(button('Remove service'));
  await person.click(button('Save draft'));
  await screen.findByText('Draft saved. Visitors see it after you publish it.');
  const youtube: ConsentConfig['services'][number] = {
    ...{ name: 'youtube', title: 'Films', purposes: ['marketing', 'performance'], contextualConsentOnly: true },
    ...{ cookies: [['^yt_', '/', 'a.org']], translations: { de: { title: 'Filme' } } },
  };
  expect(server.callsOf(put)[0]?.body).toEqual({
    config: { ...config, services: [youtube, config.services[0]] },
    revision: 0,
    base: 3,
  });
});

test('shows the server’s problems at their fields and in a list that links to them', async () => {
  const fields = { 'config.services.1.title': 'Use at most 80 characters.', 'config.storageName': 'Choose another.' };
  const { person, path, rerender } = await show({ [put]: rejection('invalid_request', { fields }) }, 'behaviour');
  await person.click(screen.getByRole('switch', { name: 'Hide the notice' }));
  await person.click(button('Save draft'));
  await screen.findByText('The draft was not saved: 2 problems to fix');
  expect(errorOf(screen.getByLabelText('Cookie name'))).toBe('Choose another.');
  await person.click(button('YouTube, title'));
  await waitFor(() => expect(path()).toBe('/admin/privacy/edit?part=services'));
  rerender(<EditPrivacyPage part="services" />);
  await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('services.1.title'));
  expect(errorOf(document.activeElement as HTMLElement)).toBe('Use at most 80 characters.');
  // Changing a field removes its problem.
  await person.keyboard('Films');
  expect(screen.getByText('The draft was not saved: 1 problem to fix')).toBeTruthy();
});

test('keeps both drafts after a conflict, and can copy each part', async () => {
  const { person, server } = await show(
    { [read]: buildConfigState({ noNotice: true }), [put]: rejection('conflict') },
    'behaviour',
  );
  await person.click(screen.getByRole('switch', { name: 'Require a decision' }));
  server.change({
    [read]: buildConfigState({ noNotice: true, storageName: 'theirs' }, { revision: 5, changed_by: 'ann' }),
  });
  await person.click(button('Save draft'));
  await screen.findByText('ann has saved a different draft');
  expect(isDisabled('Save draft')).toBe(true);
  const name = screen.getByRole('region', { name: 'Cookie name: both versions' });
  expect(name.textContent).toContain('theirs');
  expect(name.textContent).toContain('klaro');
  await person.click(button('Use this: Cookie name'));
  await person.click(button('Keep mine'));
  server.change({ [put]: buildConfigState({}, { revision: 6 }) });
  await person.click(button('Save draft'));
  await screen.findByText('Draft saved. Visitors see it after you publish it.');
  expect(server.callsOf(put).at(-1)?.body).toEqual({
    config: { ...config, noNotice: true, mustConsent: true, storageName: 'theirs' },
    revision: 5,
    base: 3,
  });
});

test('shows the changes and who is asked again before publishing', async () => {
  const services = [...config.services, { name: 'stats', purposes: ['performance'] }];
  const next = { ...buildConfigState(), active: { ...active, number: 4, config: { ...config, services } } };
  const { person, server } = await show({ [read]: buildConfigState({ services, noNotice: true }), [publish]: next });
  await person.click(button('Publish'));
  const dialog = within(screen.getByRole('dialog', { name: 'Publish version 4?' }));
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    ...['stats was added.', 'Hide the notice: switched on.'],
  ]);
  expect(dialog.getByText(/^All visitors have to decide again, because stats was added\./).textContent).toMatch(
    /No notice is shown/,
  );
  expect(server.callsOf(publish)).toEqual([]);
  server.change({ [read]: next });
  await person.click(dialog.getByRole('button', { name: 'Publish' }));
  await screen.findByText('Version 4 is published.');
  expect(server.callsOf(publish)[0]?.body).toEqual({ revision: 4 });
});

test('asks before it discards a draft, but not before it discards unsaved changes', async () => {
  const { person, server } = await show({
    [read]: buildConfigState({ storageName: 'other' }),
    'DELETE /api/admin/privacy/draft': buildConfigState(),
  });
  await person.click(button('Discard draft'));
  await person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Discard draft' }));
  await screen.findByText('Draft discarded.');
  expect(server.callsOf('DELETE /api/admin/privacy/draft')[0]?.query).toEqual({ revision: '4' });
  await person.click(button('Move YouTube up'));
  await person.click(button('Discard changes'));
  expect(titles()).toEqual(['This siterequired', 'YouTube']);
});

test('keeps invalid JSON as typed, shows its problem, and can restore the last valid version', async () => {
  const { person, rerender } = await show({}, 'json');
  const area = () => screen.getByLabelText<HTMLTextAreaElement>('Configuration as JSON');
  const put = async (text: string) => {
    await person.clear(area());
    await person.click(area());
    await person.paste(text);
  };
  await put('{ "services": [\n  rubbish');
  expect(area().value).toBe('{ "services": [\n  rubbish');
  expect(errorOf(area())).toMatch(/^Invalid JSON: .*rubbish/);
  await put('{ "services": [{ "name": "a", "purposes": "b" }] }');
  expect(errorOf(area())).toBe('services.0.purposes must be a list: [ … ].');
  await put('{ "services": [], "mustconsent": true }');
  expect(errorOf(area())).toBe('Unknown field: mustconsent.');
  rerender(<EditPrivacyPage part="services" />);
  expect(screen.getByText('The JSON is invalid')).toBeTruthy();
  rerender(<EditPrivacyPage part="json" />);
  expect(area().value).toContain('mustconsent');
  await put('{"services": [{"name": "own", "purposes": ["functional"]}]}');
  expect(errorOf(area())).toBeUndefined();
  expect(area().value).toBe('{"services": [{"name": "own", "purposes": ["functional"]}]}');
  rerender(<EditPrivacyPage part="services" />);
  expect(titles()).toEqual(['own']);
  await person.click(button('Add YouTube again'));
  expect(screen.getByRole('button', { name: 'YouTube', expanded: true })).toBeTruthy();
});

test('overrides the default texts of one language, and warns about low contrast', async () => {
  const { person, server, rerender } = await show({ [put]: buildConfigState({}) }, 'words');
  const notice = () => within(screen.getByRole('group', { name: 'Notice' }));
  await waitFor(() =>
    expect(notice().getByLabelText('Title').getAttribute('placeholder')).toBe('Allow optional services?'),
  );
  await person.type(notice().getByLabelText('Title'), 'Ahoy');
  await screen.findByRole('heading', { name: 'Ahoy' });
  await person.click(notice().getByRole('button', { name: 'Copy default: Learn more' }));
  await person.clear(notice().getByLabelText('Learn more'));
  rerender(<EditPrivacyPage part="look" />);
  await person.type(screen.getByRole('textbox', { name: 'Text' }), '#777');
  expect(screen.getByText(/^Set “Background” too/)).toBeTruthy();
  await person.type(screen.getByRole('textbox', { name: 'Background' }), '#888');
  expect(screen.getByText(/^“Text” on “Background” has a contrast of 1\.3:1/)).toBeTruthy();
  await person.click(button('Save draft'));
  await waitFor(() => expect(server.callsOf(put)).toHaveLength(1));
  expect(server.callsOf(put)[0]?.body).toEqual({
    config: {
      ...config,
      translations: { en: { consentNotice: { title: 'Ahoy' } } },
      styling: { light1: '#777', dark1: '#888' },
    },
    revision: 0,
    base: 3,
  });
});

test('keeps unsaved changes while another page is open', async () => {
  const { person, rerender } = await show({}, 'behaviour');
  const groups = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Group services by purpose' });
  const before = groups().checked;
  await person.click(groups());
  rerender(<p>Receipts</p>);
  rerender(<EditPrivacyPage part="behaviour" />);
  expect(groups().checked).toBe(!before);
  await person.click(button('Discard changes'));
  expect(groups().checked).toBe(before);
});
