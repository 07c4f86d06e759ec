import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { environment } from '../apps/server/src/platform/config.ts';
import { projectRoot } from '../apps/server/src/platform/paths.ts';
import { version } from '../apps/server/src/platform/version.ts';

const read = (name: string) => readFileSync(join(projectRoot, name), 'utf8');
const text = read('compose.yaml');
const compose = parse(text);
/** The official schema: github.com/compose-spec/compose-go v2.16.2, Copyright 2020 The Compose Specification Authors, Apache-2.0. */
const schema = JSON.parse(read('deploy/testing/compose-spec.json'));

const validate = new Ajv2020({ strict: false, formats: { duration: true } }).compile(schema);

it('is valid by the schema of the Compose specification', () => {
  expect(validate(compose), JSON.stringify(validate.errors, null, 2)).toBe(true);
});

it('would not be valid with an unknown key', () => {
  expect(validate({ ...compose, servcies: {} })).toBe(false);
});

it('sets only variables that the platform reads, and builds its version', () => {
  const unknown = Object.keys(compose.services.platform.environment).filter((name) => !(name in environment.shape));
  expect(unknown).toEqual([]);
  expect(compose.services.platform.image).toBe(`\${HEXPEDITION_IMAGE:-hexpedition:${version}}`);
});

it('checks the health of each service that stays', () => {
  const services = Object.entries<{ restart: string; healthcheck?: object; build?: object }>(compose.services);
  const unchecked = services.filter(([, one]) => one.restart !== 'no' && !one.healthcheck && !one.build);
  expect(unchecked.map(([name]) => name)).toEqual([]);
  // The image of the platform has its own check.
  expect(read('Dockerfile')).toMatch(/^HEALTHCHECK .+health\.mjs/m);
});

it('contains no secret: each comes from .env, and a missing one stops the start', () => {
  const secrets = [...read('.env.example').matchAll(/^([A-Z][A-Z0-9_]+)=(.*)$/gm)];
  expect(secrets.map(([, name]) => name)).toEqual([
    'SECRET_KEY',
    'POSTGRES_PASSWORD',
    'S3_ACCESS_KEY',
    'S3_SECRET_KEY',
  ]);
  for (const [, name, value] of secrets) {
    expect(value).toBe('');
    const uses = [...text.matchAll(new RegExp(`\\$\\{${name}([^}]*)\\}`, 'g'))];
    expect(uses.length).toBeGreaterThan(0);
    for (const [use, rest] of uses) expect(rest, use).toMatch(/^:\?Set /);
  }
  expect(text).not.toMatch(/:\/\/\w+:(?!\$\{)[^@\s]+@/);
});
