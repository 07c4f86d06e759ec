import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '#platform/errors';
import type { UndeclaredError } from './error-handler.ts';
import { type Handlers, registerEndpoints } from './routes.ts';
import { createServer } from './server.ts';

const undeclared: UndeclaredError[] = [];
const lines: string[] = [];
/** Events in order of occurrence. */
const events: string[] = [];
afterEach(() => {
  for (const list of [undeclared, lines, events]) list.length = 0;
});

function serve(handlers: Handlers, { canCheck = true } = {}) {
  const app = createServer({
    logLevel: 'error',
    trustProxy: false,
    logTo: { write: (line) => lines.push(line) },
    onUndeclaredError: (error) => undeclared.push(error),
  });
  if (canCheck) {
    app.decorate('consumeProof', async (header, method, path) => {
      events.push(`proof ${header} for ${method} ${path}`);
      if (header !== 'good') throw new AppError('pow_required', 'This needs a proof of work.');
    });
  }
  registerEndpoints(app, handlers);
  return app;
}

const fail = (code: ConstructorParameters<typeof AppError>[0]) => async () => {
  throw new AppError(code, 'A sentence for the user.');
};

describe('error answers', () => {
  it('reports and logs an error that the endpoint does not declare, and sends it unchanged', async () => {
    const app = serve({ 'GET /api/account/ip': fail('conflict') });
    const answer = await app.inject('/api/account/ip');
    expect([answer.statusCode, answer.json()]).toEqual([409, { code: 'conflict', msg: 'A sentence for the user.' }]);
    expect(undeclared).toEqual([
      { endpoint: 'GET /api/account/ip', code: 'conflict', msg: 'A sentence for the user.' },
    ]);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { endpoint: 'GET /api/account/ip', code: 'conflict', msg: expect.stringContaining('is not declared') },
    ]);
  });

  it.each([
    { source: 'PostgreSQL', code: '53100' },
    { source: 'the file system', code: 'ENOSPC' },
  ])('answers 507 and logs when $source reports a full disk', async ({ code }) => {
    const full = Object.assign(new Error('could not extend file: No space left on device'), { code });
    const app = serve({
      'GET /api/account/ip': async () => {
        throw full;
      },
    });
    const answer = await app.inject('/api/account/ip');
    expect([answer.statusCode, answer.json()]).toEqual([
      507,
      { code: 'storage_full', msg: 'The server’s disk is full, so nothing was saved. Tell the operator.' },
    ]);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ msg: 'the disk is full', reason: full.message }]);
    expect(undeclared).toEqual([]);
  });

  it('answers 503 with Retry-After when the connection to the database is lost', async () => {
    const app = serve({
      'GET /api/account/ip': async () => {
        throw new Error('Connection terminated unexpectedly');
      },
    });
    const answer = await app.inject('/api/account/ip');
    expect([answer.statusCode, answer.headers['retry-after'], answer.json().code]).toEqual([503, '5', 'unavailable']);
  });

  it('does not report errors that the endpoint declares or that all endpoints of its kind have', async () => {
    const app = serve({
      'GET /api/account/profile/:username': fail('not_found'),
      'GET /api/account/ip': fail('unavailable'),
      'POST /api/account/verify': fail('link_expired'),
    });
    expect((await app.inject('/api/account/profile/mara')).statusCode).toBe(404);
    expect((await app.inject('/api/account/ip')).statusCode).toBe(503);
    const verify = { method: 'POST', url: '/api/account/verify' } as const;
    expect((await app.inject({ ...verify, payload: {} })).json().code).toBe('invalid_request');
    const payload = { user_id: 1, hmac: Buffer.alloc(38).toString('base64url') };
    expect((await app.inject({ ...verify, payload })).json().code).toBe('link_expired');
    expect(undeclared).toEqual([]);
  });

  it('does not report internal errors', async () => {
    const app = serve({ 'GET /api/account/ip': () => Promise.reject(new Error('It broke.')) });
    expect((await app.inject('/api/account/ip')).json().code).toBe('internal');
    expect(undeclared).toEqual([]);
  });
});

describe('proof of work', () => {
  const signup = { method: 'POST', url: '/api/account/signup' } as const;
  const payload = { username: 'mara', password: 'lantern gravel otter 9' };
  const handlers: Handlers = {
    'POST /api/account/signup': async () => {
      events.push('handler');
      throw new AppError('registration_closed', 'Nobody can sign up.');
    },
  };

  it('is consumed before the handler runs, for the path of the contract', async () => {
    const app = serve(handlers);
    expect((await app.inject({ ...signup, payload })).json().code).toBe('pow_required');
    expect(events).toEqual(['proof undefined for POST /api/account/signup']);
    await app.inject({ ...signup, url: '/api/account/signup/?x', headers: { 'x-pow': 'good' }, payload });
    expect(events.slice(1)).toEqual(['proof good for POST /api/account/signup', 'handler']);
  });

  it('is not consumed by an invalid request', async () => {
    const app = serve(handlers);
    const answer = await app.inject({ ...signup, headers: { 'x-pow': 'good' }, payload: { username: 7 } });
    expect(answer.json().code).toBe('invalid_request');
    expect(events).toEqual([]);
  });

  it('is required by the handler when the endpoint declares it as `sometimes`', async () => {
    let isNeeded = false;
    const app = serve({
      'POST /api/account/login': async ({ requireProof }) => {
        if (isNeeded) await requireProof();
        throw new AppError('invalid_credentials', 'Username and password do not match.');
      },
    });
    const login = { method: 'POST', url: '/api/account/login', payload } as const;
    expect((await app.inject(login)).json().code).toBe('invalid_credentials');
    expect(events).toEqual([]);
    isNeeded = true;
    expect((await app.inject(login)).json().code).toBe('pow_required');
    expect(events).toEqual(['proof undefined for POST /api/account/login']);
  });

  it.each(['POST /api/account/signup', 'POST /api/account/login'] as const)(
    '%s cannot be registered without a proof-of-work check',
    (key) => {
      expect(() => serve({ [key]: fail('internal') }, { canCheck: false })).toThrow(`${key} needs a proof of work`);
    },
  );
});
