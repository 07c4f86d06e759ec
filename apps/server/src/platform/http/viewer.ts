import type { Tier } from '@hexpedition/contract';

/** The signed-in user behind a request, as the database sees them at that moment. */
export interface Viewer {
  pk: number;
  username: string;
  tier: Tier;
  isSuperuser: boolean;
  /** Sees what is being tried out. */
  betaAccess: boolean;
  sid: string;
  sessionPk: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for an anonymous visitor. Set by the authentication hook before any handler runs. */
    viewer: Viewer | null;
  }
  interface FastifyContextConfig {
    /** Who may call this route. A route without it is refused at start. */
    access?: 'public' | 'user' | 'superuser';
    /** True for the calls that replace a bad credential: it is ignored there instead of refused. */
    ignoresCredential?: boolean;
  }
}
