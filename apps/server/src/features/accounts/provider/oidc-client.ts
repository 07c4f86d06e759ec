import * as oidc from 'openid-client';
import type { Clock } from '#platform/clock';
import type { Config } from '#platform/config';

/** The random values by which a return from the provider is matched with its start. */
export interface AuthorizationChecks {
  state: string;
  nonce: string;
  verifier: string;
}

/** A person whom the provider has sent back and vouches for. */
export interface ProviderLogin {
  issuer: string;
  subject: string;
  /** Asks the provider for what it tells about them. */
  profile(): Promise<Profile>;
}

/** Claims. Only `email_verified` says that the provider has checked something. */
export type Profile = Record<string, unknown>;

export type OidcClient = ReturnType<typeof createOidcClient>;

const timeoutSeconds = 5;
const rememberForMs = 3_600_000;

/**
 * The OpenID Connect provider, by the authorization code flow with PKCE. What it says about itself is read when it is
 * first needed, kept for an hour, and asked for again after a failure.
 */
export function createOidcClient(given: {
  provider: NonNullable<Config['oidc']>;
  /** Where the provider sends people back to. */
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
      // The configuration lets http through for providers on this machine only.
      execute: [oidc.enableNonRepudiationChecks, ...(server.protocol === 'http:' ? [oidc.allowInsecureRequests] : [])],
    });
    const entry = { at: now, configuration };
    known = entry;
    configuration.catch(() => {
      if (known === entry) known = undefined;
    });
    return configuration;
  }

  /** The secret goes into the header, unless the provider says that it only takes it in the body. */
  const clientAuth: oidc.ClientAuth = (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const inBody = methods.includes('client_secret_post') && !methods.includes('client_secret_basic');
    const make = inBody ? oidc.ClientSecretPost : oidc.ClientSecretBasic;
    make(provider.clientSecret)(server, client, body, headers);
  };

  return {
    /** The provider's own name for itself, which goes with every subject. */
    issuer: async () => (await discover()).serverMetadata().issuer,

    newChecks: (): AuthorizationChecks => ({
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
    }),

    /** Where to send the browser. */
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
     * Exchanges the code. Throws unless the answer is for these checks, from this provider, and for us.
     * @param search the query that the browser came back with
     */
    async arrive(search: string, { state, nonce, verifier }: AuthorizationChecks): Promise<ProviderLogin> {
      const configuration = await discover();
      const tokens = await oidc.authorizationCodeGrant(configuration, new URL(redirectUri + search), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('The provider sent no ID token.');
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
