import type { Tier } from '@hexpedition/contract';

/** Content that is open to readers of every tier. */
export interface OpenAccess {
  /** Highest tier whose content is open to all readers. */
  freeTier: Tier;
  /** Slug of the preview training, which is open to every tier; null without one. */
  preview: string | null;
}

/** A viewer or visitor, with the properties that decide what they may read. */
export interface Reader extends OpenAccess {
  /** Undefined for a visitor. */
  pk?: number;
  /** The account's own tier; 0 for a visitor. */
  tier: Tier;
  isSuperuser: boolean;
}

export const visitor = (openAccess: OpenAccess): Reader => ({ tier: 0, isSuperuser: false, ...openAccess });

/** The logged-in user of a request, as stored in the database at the time of the request. */
export interface Viewer extends Reader {
  pk: number;
  username: string;
  /** Whether the user sees beta features. */
  betaAccess: boolean;
  sid: string;
  sessionPk: number;
  /** Key of the superuser who impersonates this user, read-only. Sid and session are then the superuser's. */
  impersonatedBy?: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for an anonymous visitor. The authentication hook sets it before a handler runs. */
    viewer: Viewer | null;
  }
  interface FastifyContextConfig {
    /** Required role of the caller. The server does not start if a route has no access level. */
    access?: 'public' | 'user' | 'superuser';
    /** True for routes that replace an invalid credential: they ignore it instead of rejecting the call. */
    ignoresCredential?: boolean;
  }
}
