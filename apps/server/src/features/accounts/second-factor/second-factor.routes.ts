import type { FastifyInstance } from 'fastify';
import { registerEndpoints } from '#platform/http/routes';
import type { AccountDeps } from '../account-deps.ts';
import { createPasskeyLogin } from './passkey-login.service.ts';
import { createPasskeys } from './passkeys.service.ts';
import { readSecurity } from './security.read-model.ts';
import { createTotpService } from './totp.service.ts';

const addLimit = { name: 'passkey-add', hits: 40, seconds: 600 };

/** Routes for second factors and passkeys. */
export function secondFactorRoutes(app: FastifyInstance, deps: AccountDeps): void {
  const { db, limiter, secrets } = deps;
  const totp = createTotpService({ ...deps, key: secrets.key('second-factor') });
  const passkeys = createPasskeys(deps);
  const passkeyLogin = createPasskeyLogin(deps);

  registerEndpoints(app, {
    'GET /api/account/security': ({ viewer }) => readSecurity(db, viewer.pk),

    'POST /api/account/totp/setup': ({ viewer, body }) => totp.setUp(viewer, body.password),
    'POST /api/account/totp/enable': ({ viewer, body }) => totp.enable(viewer, body.code),
    'POST /api/account/totp/disable': ({ viewer, body }) => totp.disable(viewer, body.password),
    'POST /api/account/recovery_codes': ({ viewer, body }) => totp.renewRecoveryCodes(viewer, body.password),

    'POST /api/account/passkey/options': ({ viewer, body }) => passkeys.options(viewer, body.password),

    'POST /api/account/passkey/add': async ({ viewer, body }) => {
      await limiter.take(addLimit, String(viewer.sessionPk));
      return passkeys.add(viewer, body);
    },

    'POST /api/account/passkey/remove': ({ viewer, body }) => passkeys.remove(viewer, body.pk, body.password),

    'POST /api/account/passkey/login_options': () => passkeyLogin.options(),

    'POST /api/account/passkey/login': ({ body, request }) =>
      passkeyLogin.open(body, request.headers['user-agent'] ?? ''),
  });
}
