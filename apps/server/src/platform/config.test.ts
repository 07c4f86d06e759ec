import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { StartError } from './start-error.ts';

describe('readConfig', () => {
  it('needs nothing', () => {
    expect(readConfig({})).toMatchObject({
      isProduction: true,
      host: '127.0.0.1',
      port: 8080,
      publicUrl: 'http://localhost:8080',
      labsUrl: 'http://labs.localhost:8080',
      databaseUrl: null,
      register: true,
    });
  });

  it.each([
    ['PORT', '80a'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PUBLIC_URL', 'learn.example.org'],
    ['PUBLIC_URL', 'https://example.org/learn'],
    ['LABS_URL', 'ftp://labs.example.org'],
    ['LOG_LEVEL', 'loud'],
    ['POW_COST', '0'],
    ['REGISTER', 'maybe'],
    ['LAB_RUNTIME', 'magic'],
    ['TRUST_PROXY', '1'],
  ])('refuses %s=%s and says what would be right', (name, value) => {
    const start = () => readConfig({ [name]: value });
    expect(start).toThrow(StartError);
    expect(start).toThrow(`${name} is "${value}".`);
  });

  it('never repeats a secret', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://root:hunter2@db' })).toThrow(
      /^DATABASE_URL is not a PostgreSQL address\.$/,
    );
    expect(() => readConfig({ SECRET_KEY: 'hunter2' })).toThrow(/^SECRET_KEY is too short\.$/);
  });
});
