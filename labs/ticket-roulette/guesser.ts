import type { Target } from '@hexpedition/lab-runtime';

/** Requests a coat. */
export const collect = (
  target: Target,
  ticket: number | string,
  pin: string,
  headers: Record<string, string> = {},
): Promise<Response> =>
  target.fetch('/collect', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: String(new URLSearchParams({ ticket: String(ticket), pin })),
  });

/** The visitor's own PIN, which the page shows. */
export async function ownPin(target: Target): Promise<string> {
  const page = await (await target.fetch('/')).text();
  return /id="own-pin">(\d{4})</.exec(page)?.[1] ?? '';
}

/** All PINs with a valid check digit. */
export const possiblePins: string[] = [];
/** Some PINs that are wrong for every ticket. */
export const impossiblePins: string[] = [];
for (let n = 0; n < 10_000; n++) {
  const pin = String(n).padStart(4, '0');
  const sum = [...pin].reduce((total, figure) => total + Number(figure), 0);
  if (sum % 10 === 0) possiblePins.push(pin);
  else if (impossiblePins.length < 60) impossiblePins.push(pin);
}

/** Requests a coat over a connection of its own. */
export async function collectAlone(
  target: Target,
  ticket: number,
  pin: string,
): Promise<{ status: number; text: string }> {
  const body = `ticket=${ticket}&pin=${pin}`;
  const connection = target.connect();
  connection.write(
    `POST /collect HTTP/1.1\r\nHost: lab\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  const answer = Buffer.concat(await connection.toArray()).toString('utf8');
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]), text: answer };
}
