import fastifyCookie from '@fastify/cookie';

/** A cookie that only the server reads: HttpOnly, SameSite=Lax. */
export interface Cookie {
  /** @param header of the request: `Cookie` */
  read(header: string | undefined): string | undefined;
  /** What `Set-Cookie` says to keep it. */
  set(value: string, seconds: number): string;
  /** What `Set-Cookie` says to forget it. */
  clear(): string;
}

/**
 * On https a cookie's name begins with `__Host-`: browsers take that from this very host only, over TLS, so that neither a
 * lab nor any other host of the same domain can slip somebody a cookie of their own. Such a one is for every path.
 */
export const cookieName = (name: string, publicUrl: string): string =>
  `${isSecureSite(publicUrl) ? '__Host-' : 'hexpedition-'}${name}`;

const isSecureSite = (publicUrl: string) => publicUrl.startsWith('https:');

/** @param path where it is sent on plain http */
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
