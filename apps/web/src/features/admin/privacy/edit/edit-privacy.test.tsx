import type { ConsentConfig } from '@hexpedition/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildUser } from '#lib/testing/build.ts';
import { type Answers, refusal } from '#lib/testing/fake-api.ts';
import { errorOf } from '#lib/testing/fields.ts';
import { renderApp } from '#lib/testing/render-app.tsx';
import { active, buildDesk, config } from '../testing.ts';
import { EditPrivacyPage } from './edit-page.tsx';
import type { Part } from './parts.ts';

const read = 'GET /api/admin/privacy';
const put = 'PUT /api/admin/privacy/draft';
const publish = 'POST /api/admin/privacy/publish';

const show = async (answers: Answers = {}, part?: Part) => {
  const shown = await renderApp(<EditPrivacyPage part={part} />, {
    user: buildUser({ is_superuser: true }),
    answers: { [read]: buildDesk(), ...answers },
    path: '/admin/privacy/edit',
  });
  await screen.findByRole('tab', { name: /Services/ });
  return shown;
};
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const isOff = (name: string) => button(name).getAttribute('aria-disabled') === 'true';
const titles = () =>
  within(screen.getByRole('list', { name: 'Services' }))
    .getAllByRole('button', { expanded: false })
    .map(({ textContent }) => textContent);

// Typed letter by letter into a large form, which takes its time on a busy machine.
test('a service is changed, moved, added and removed; one that the platform needs stays', {
  timeout: 60_000,
}, async () => {
  const saved = buildDesk({ services: [] });
  const { person, server } = await show({ [put]: saved });
  expect(isOff('Save draft')).toBe(true);
  expect(isOff('Remove YouTube')).toBe(true);
  await person.click(button('YouTube'));
  await screen.findByText('The platform asks for YouTube itself, so it has to stay.');
  const card = within(screen.getByRole('list', { name: 'Services' }).querySelector('[data-at="1"]') as HTMLElement);
  await person.type(card.getByLabelText('Title'), 'Films');
  await person.click(card.getByRole('checkbox', { name: 'performance' }));
  await person.click(card.getByRole('switch', { name: 'Asks in its own place' }));
  await person.click(card.getByRole('button', { name: 'Add a cookie' }));
  await person.type(within(card.getByRole('group', { name: 'Cookie 1' })).getByLabelText('Name'), '^yt_');
  await person.type(within(card.getByRole('group', { name: 'Cookie 1' })).getByLabelText('Domain'), 'a.org');
  await person.selectOptions(card.getByLabelText('Say it in another language'), 'de');
  await person.type(card.getByLabelText('Title in German'), 'Filme');
  await person.click(card.getByRole('button', { name: 'Films' }));
  // By keyboard: the card goes up, and keeps the focus.
  card.getByRole('button', { name: 'Films' }).focus();
  await person.keyboard('{Alt>}{ArrowUp}{/Alt}');
  expect(titles()).toEqual(['Films', 'This siterequired']);
  expect(document.activeElement?.textContent).toBe('Films');
  expect(screen.getByText('Films is 1 of 2 now.')).toBeTruthy();
  await person.click(button('Add a service'));
  expect(button('Remove service')).toBeTruthy();
  await person.click(button('Remove service'));
  await person.click(button('Save draft'));
  await screen.findByText('The draft is saved. Visitors see it once it is published.');
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

test('what the server finds stands at its field and in a list that leads there', async () => {
  const fields = { 'config.services.1.title': 'Use at most 80 characters.', 'config.storageName': 'Choose another.' };
  const { person, path, rerender } = await show({ [put]: refusal('invalid_request', { fields }) }, 'behaviour');
  await person.click(screen.getByRole('switch', { name: 'Show no notice' }));
  await person.click(button('Save draft'));
  await screen.findByText('The draft is not saved: 2 things to mend');
  expect(errorOf(screen.getByLabelText('Name of the cookie'))).toBe('Choose another.');
  await person.click(button('YouTube, title'));
  await waitFor(() => expect(path()).toBe('/admin/privacy/edit?part=services'));
  rerender(<EditPrivacyPage part="services" />);
  await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('services.1.title'));
  expect(errorOf(document.activeElement as HTMLElement)).toBe('Use at most 80 characters.');
  // What is changed is no longer what was refused.
  await person.keyboard('Films');
  expect(screen.getByText('The draft is not saved: 1 thing to mend')).toBeTruthy();
});

test('two superusers: both drafts are kept, and each part can be taken over', async () => {
  const { person, server } = await show(
    { [read]: buildDesk({ noNotice: true }), [put]: refusal('conflict') },
    'behaviour',
  );
  await person.click(screen.getByRole('switch', { name: 'Insist on a decision' }));
  server.change({ [read]: buildDesk({ noNotice: true, storageName: 'theirs' }, { revision: 5, changed_by: 'ann' }) });
  await person.click(button('Save draft'));
  await screen.findByText('ann has saved another draft meanwhile');
  expect(isOff('Save draft')).toBe(true);
  const name = screen.getByRole('region', { name: 'Name of the cookie: both' });
  expect(name.textContent).toContain('theirs');
  expect(name.textContent).toContain('klaro');
  await person.click(button('Take this: Name of the cookie'));
  await person.click(button('Go on with mine'));
  server.change({ [put]: buildDesk({}, { revision: 6 }) });
  await person.click(button('Save draft'));
  await screen.findByText('The draft is saved. Visitors see it once it is published.');
  expect(server.callsOf(put).at(-1)?.body).toEqual({
    config: { ...config, noNotice: true, mustConsent: true, storageName: 'theirs' },
    revision: 5,
    base: 3,
  });
});

test('publishing says what differs and who is asked again, and waits for an answer', async () => {
  const services = [...config.services, { name: 'stats', purposes: ['performance'] }];
  const next = { ...buildDesk(), active: { ...active, number: 4, config: { ...config, services } } };
  const { person, server } = await show({ [read]: buildDesk({ services, noNotice: true }), [publish]: next });
  await person.click(button('Publish'));
  const dialog = within(screen.getByRole('dialog', { name: 'Publish version 4?' }));
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    ...['stats is new.', 'Show no notice: on, and it was off.'],
  ]);
  expect(dialog.getByText(/^Everybody decides again, because nobody has decided about stats\./).textContent).toMatch(
    /No notice asks them/,
  );
  expect(server.callsOf(publish)).toEqual([]);
  server.change({ [read]: next });
  await person.click(dialog.getByRole('button', { name: 'Publish' }));
  await screen.findByText('Version 4 is published.');
  expect(server.callsOf(publish)[0]?.body).toEqual({ revision: 4 });
});

test('a draft is thrown away after a question, and changes that are not saved without one', async () => {
  const { person, server } = await show({
    [read]: buildDesk({ storageName: 'other' }),
    'DELETE /api/admin/privacy/draft': buildDesk(),
  });
  await person.click(button('Discard draft'));
  await person.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Discard draft' }));
  await screen.findByText('The draft is gone.');
  expect(server.callsOf('DELETE /api/admin/privacy/draft')[0]?.query).toEqual({ revision: '4' });
  await person.click(button('Move YouTube up'));
  await person.click(button('Discard changes'));
  expect(titles()).toEqual(['This siterequired', 'YouTube']);
});

test('JSON that cannot be read stays as it was typed, says what is wrong, and can be put back', async () => {
  const { person, rerender } = await show({}, 'json');
  const area = () => screen.getByLabelText<HTMLTextAreaElement>('Configuration as JSON');
  const put = async (text: string) => {
    await person.clear(area());
    await person.click(area());
    await person.paste(text);
  };
  await put('{ "services": [\n  rubbish');
  expect(area().value).toBe('{ "services": [\n  rubbish');
  expect(errorOf(area())).toMatch(/^This is not JSON: .*rubbish/);
  await put('{ "services": [{ "name": "a", "purposes": "b" }] }');
  expect(errorOf(area())).toBe('services.0.purposes has to be a list: [ … ].');
  await put('{ "services": [], "mustconsent": true }');
  expect(errorOf(area())).toBe('There is no field mustconsent.');
  rerender(<EditPrivacyPage part="services" />);
  expect(screen.getByText('The JSON cannot be read yet')).toBeTruthy();
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

test('words take the place of ours in one language, and a colour that cannot be read is said', async () => {
  const { person, server, rerender } = await show({ [put]: buildDesk({}) }, 'words');
  const notice = () => within(screen.getByRole('group', { name: 'Notice' }));
  await waitFor(() =>
    expect(notice().getByLabelText('Title').getAttribute('placeholder')).toBe('Allow optional services?'),
  );
  await person.type(notice().getByLabelText('Title'), 'Ahoy');
  await screen.findByRole('heading', { name: 'Ahoy' });
  await person.click(notice().getByRole('button', { name: 'Begin with ours: Learn more' }));
  await person.clear(notice().getByLabelText('Learn more'));
  rerender(<EditPrivacyPage part="look" />);
  await person.type(screen.getByRole('textbox', { name: 'ConsentTexts' }), '#777');
  expect(screen.getByText(/^Give Ground too/)).toBeTruthy();
  await person.type(screen.getByRole('textbox', { name: 'Ground' }), '#888');
  expect(screen.getByText(/^ConsentTexts on Ground have a contrast of 1\.3:1/)).toBeTruthy();
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
