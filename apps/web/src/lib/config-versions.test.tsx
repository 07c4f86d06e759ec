import type { User } from '@hexpedition/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentVersion, readOverrides, setVersionOverride } from './config-versions.ts';
import { storeSession } from './session.ts';

beforeEach(() => {
  vi.spyOn(location, 'reload').mockImplementation(() => {});
});
afterEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

const signIn = (given: { is_superuser: boolean; beta_access: boolean }) =>
  storeSession({
    token: { access: 'a', refresh: 'r' },
    user: { pk: 1, is_superuser: given.is_superuser, account: { beta_access: given.beta_access } } as User,
  });

test('visitors see the public version, beta users the beta version', () => {
  expect(currentVersion('hexmap')).toBe('2');
  signIn({ is_superuser: false, beta_access: false });
  expect(currentVersion('features')).toBe('2');
  signIn({ is_superuser: false, beta_access: true });
  expect([currentVersion('hexmap'), currentVersion('hexmapYT'), currentVersion('features')]).toEqual([
    'beta',
    'beta',
    'beta',
  ]);
});

test('a superuser can override versions in this browser and undo it', () => {
  signIn({ is_superuser: true, beta_access: false });
  setVersionOverride(['hexmap', 'features'], 'beta');
  expect(location.reload).toHaveBeenCalledTimes(1);
  expect([currentVersion('hexmap'), currentVersion('hexmapYT'), currentVersion('features')]).toEqual([
    'beta',
    '2',
    'beta',
  ]);
  setVersionOverride(['hexmap']);
  expect(readOverrides()).toEqual({ features: 'beta' });
  expect(currentVersion('hexmap')).toBe('2');
});

test('ignores overrides of other users and invalid storage content', () => {
  localStorage.setItem('versions', '{"hexmap":"beta"}');
  signIn({ is_superuser: false, beta_access: false });
  expect(currentVersion('hexmap')).toBe('2');
  signIn({ is_superuser: true, beta_access: false });
  for (const rubbish of ['{"hexmap":"draft"}', 'null', '[', '{"hexmap":7}']) {
    localStorage.setItem('versions', rubbish);
    expect(currentVersion('hexmap')).toBe('2');
  }
});
