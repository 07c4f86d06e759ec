import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';

/** A person with an account at the provider. */
export interface ProviderUser {
  sub: string;
  name?: string;
  preferred_username?: string;
  email?: string;
  email_verified?: boolean;
}

/** A real OpenID Connect provider on this machine. */
export interface TestProvider {
  issuer: string;
  /** The person who signs in next; null for a person who denies access. */
  person: ProviderUser | null;
  stop(): Promise<void>;
  /** Listens again on the same port. */
  resume(): Promise<void>;
}

export async function startTestProvider(client: {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
}): Promise<TestProvider> {
  // Imported here because the package prints a warning about the Node version.
  const { default: Provider } = await import('oidc-provider');
  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => {};
  const server = createServer((request, response) => answer(request, response));
  await listen(server, 0);
  const { port } = server.address() as AddressInfo;
  const people = new Map<string, ProviderUser>();
  const issuer = `http://127.0.0.1:${port}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const provider = new Provider(issuer, {
    clients: [{ client_id: client.clientId, client_secret: client.clientSecret, redirect_uris: [client.redirectUri] }],
    claims: { openid: ['sub'], profile: ['name', 'preferred_username'], email: ['email', 'email_verified'] },
    cookies: { keys: ['only for tests'] },
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'test' }] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, sub) => ({ accountId: sub, claims: async () => ({ ...people.get(sub), sub }) }),
  });

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { person } = handle;
    await provider.interactionDetails(request, response);
    if (!person) return provider.interactionFinished(request, response, { error: 'access_denied' });
    people.set(person.sub, person);
    const grant = new provider.Grant({ accountId: person.sub, clientId: client.clientId });
    grant.addOIDCScope('openid profile email');
    const result = { login: { accountId: person.sub }, consent: { grantId: await grant.save() } };
    return provider.interactionFinished(request, response, result);
  }

  const callback = provider.callback();
  answer = (request, response) => {
    if (request.url?.startsWith('/interaction/')) interact(request, response).catch((error) => response.destroy(error));
    else callback(request, response);
  };

  const handle: TestProvider = {
    issuer,
    person: null,
    stop: () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
    resume: () => listen(server, port),
  };
  return handle;
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
}
