import type { Tier } from '@hexpedition/contract';

/** What the operator has opened, whatever somebody's tier is. */
export interface OpenAccess {
  /** Up to this tier everything is open to everybody. */
  freeTier: Tier;
  /** Slug of the preview training, which is open to every tier; null where there is none. */
  preview: string | null;
}

/** Who reads: a viewer or a visitor, as far as it decides what they may read. */
export interface Reader extends OpenAccess {
  /** Undefined for a visitor. */
  pk?: number;
  /** Their own; 0 for a visitor. */
  tier: Tier;
  isSuperuser: boolean;
}

export const visitor = (opened: OpenAccess): Reader => ({ tier: 0, isSuperuser: false, ...opened });

/** The signed-in user behind a request, as the database sees them at that moment. */
export interface Viewer extends Reader {
  pk: number;
  username: string;
  /** Sees what is being tried out. */
  betaAccess: boolean;
  sid: string;
  sessionPk: number;
  /** The superuser who looks as this user, and can only read. Sid and session are the superuser's then. */
  impersonatedBy?: number;
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
