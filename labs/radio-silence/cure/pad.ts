import { randomBytes } from 'node:crypto';

export interface Sheet {
  /** The five letters at its top; they are sent along in clear, so that the receiver knows which sheet to take. */
  indicator: string;
  bytes: Buffer;
}

const LENGTH = 400;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** A new sheet from the press. */
export const print = (): Sheet => ({
  indicator: [...randomBytes(5)].map((byte) => LETTERS[byte % 26]).join(''),
  bytes: randomBytes(LENGTH),
});

/** Sheets that both sides have and nobody has used. */
const unused = Array.from({ length: 50 }, print);

/** Takes the uppermost sheet for a message that is sent. Nobody takes it again. */
export const takeSheet = (): Sheet => unused.pop() ?? print();

/** Takes the sheet that a message names which came in; undefined if it was used. */
export function findSheet(indicator: string): Sheet | undefined {
  const at = unused.findIndex((sheet) => sheet.indicator === indicator);
  return at < 0 ? undefined : unused.splice(at, 1)[0];
}

/** Encrypts and decrypts; what is longer than the sheet is cut off. */
export const xor = (text: Buffer, { bytes }: Sheet): Buffer =>
  Buffer.from(text.subarray(0, bytes.length).map((byte, i) => byte ^ (bytes[i] ?? 0)));
