import fastifyCookie from '@fastify/cookie';

/** An HttpOnly cookie with SameSite=Lax. */
export interface Cookie {
  /** @param header the request's `Cookie` header */
  read(header: string | undefined): string | undefined;
  /** Returns the `Set-Cookie` value that stores the cookie. */
  set(value: string, seconds: number): string;
  /** Returns the `Set-Cookie` value that deletes the cookie. */
  clear(): string;
}

/**
 * Returns the full name of a cookie. On https it begins with `__Host-`: browsers accept such a cookie only over TLS and
 * only from this host, so a lab or another host of the same domain cannot plant one. A `__Host-` cookie applies to all
 * paths.
 */
export const cookieName = (name: string, publicUrl: string): string =>
  `${isSecureSite(publicUrl) ? '__Host-' : 'hexpedition-'}${name}`;

const isSecureSite = (publicUrl: string) => publicUrl.startsWith('https:');

/** @param path path for which browsers send the cookie on plain http */
export function createCookie(name: string, { publicUrl, path }: { publicUrl: string; path: string }): Cookie {
  const isSecure = isSecureSite(publicUrl);
  const fullName = cookieName(name, publicUrl);
  const attributes = { httpOnly: true, sameSite: 'lax', secure: isSecure, path: isSecure ? '/' : path } as const;
  return {
    read: (header) => (header ? fastifyCookie.parse(header)[fullName] : undefined),
    set: (value, seconds) => fastifyCookie.serialize(fullName, value, { ...attributes, maxAge: seconds }),
    clear: () => fastifyCookie.serialize(fullName, '', { ...attributes, maxAge: 0 }),
  };
}
