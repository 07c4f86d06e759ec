import * as oidc from 'openid-client';
import type { Clock } from '#platform/clock';
import type { Config } from '#platform/config';

/** Random values that match a callback with the authorization request that started it. */
export interface AuthorizationChecks {
  state: string;
  nonce: string;
  verifier: string;
}

/** The identity that the provider vouches for. */
export interface ProviderLogin {
  issuer: string;
  subject: string;
  /** Fetches the claims about the person from the provider. */
  profile(): Promise<Profile>;
}

/** Claims. Only `email_verified` means that the provider has verified something. */
export type Profile = Record<string, unknown>;

export type OidcClient = ReturnType<typeof createOidcClient>;

const timeoutSeconds = 5;
const rememberForMs = 3_600_000;
/** OpenID Connect Core 1.0, section 2. */
const maxSubjectLength = 255;

/**
 * Client of the OpenID Connect provider (authorization code flow with PKCE). The provider's metadata is fetched on first
 * use, cached for an hour, and fetched again after a failure.
 */
export function createOidcClient(given: {
  provider: NonNullable<Config['oidc']>;
  /** Address of the callback route. */
  redirectUri: string;
  clock: Clock;
}) {
  const { provider, redirectUri, clock } = given;
  let known: { at: number; configuration: Promise<oidc.Configuration> } | undefined;

  function discover(): Promise<oidc.Configuration> {
    const now = clock.now().getTime();
    if (known && now - known.at < rememberForMs) return known.configuration;
    const server = new URL(provider.issuer);
    const configuration = oidc.discovery(server, provider.clientId, provider.clientSecret, clientAuth, {
      timeout: timeoutSeconds,
      // The configuration accepts http only for providers on this machine.
      execute: [oidc.enableNonRepudiationChecks, ...(server.protocol === 'http:' ? [oidc.allowInsecureRequests] : [])],
    });
    const entry = { at: now, configuration };
    known = entry;
    configuration.catch(() => {
      if (known === entry) known = undefined;
    });
    return configuration;
  }

  /** Sends the secret in the header, unless the provider accepts it only in the body. */
  const clientAuth: oidc.ClientAuth = (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const inBody = methods.includes('client_secret_post') && !methods.includes('client_secret_basic');
    const make = inBody ? oidc.ClientSecretPost : oidc.ClientSecretBasic;
    make(provider.clientSecret)(server, client, body, headers);
  };

  return {
    /** The provider's issuer id, which qualifies every subject. */
    issuer: async () => (await discover()).serverMetadata().issuer,

    newChecks: (): AuthorizationChecks => ({
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
    }),

    /** Builds the address to redirect the browser to. */
    async authorizationUrl({ state, nonce, verifier }: AuthorizationChecks): Promise<string> {
      const url = oidc.buildAuthorizationUrl(await discover(), {
        redirect_uri: redirectUri,
        scope: 'openid profile email',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return url.href;
    },

    /**
     * Exchanges the code. Throws unless the answer matches the checks, the issuer and our client id.
     * @param search the query string of the callback
     */
    async exchangeCode(search: string, { state, nonce, verifier }: AuthorizationChecks): Promise<ProviderLogin> {
      const configuration = await discover();
      const tokens = await oidc.authorizationCodeGrant(configuration, new URL(redirectUri + search), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('The provider sent no ID token.');
      if (claims.sub.length > maxSubjectLength) throw new Error('The subject of the ID token is too long.');
      return {
        issuer: claims.iss,
        subject: claims.sub,
        profile: async () => {
          if (!configuration.serverMetadata().userinfo_endpoint) return claims;
          return { ...claims, ...(await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)) };
        },
      };
    },
  };
}
