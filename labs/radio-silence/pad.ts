import { randomBytes } from 'node:crypto';

export interface Sheet {
  /** The five letters at its top. They are sent in plain text, so that the receiver knows which sheet to use. */
  indicator: string;
  bytes: Buffer;
}

const LENGTH = 400;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Returns a new sheet. */
export const print = (): Sheet => ({
  indicator: [...randomBytes(5)].map((byte) => LETTERS[byte % 26]).join(''),
  bytes: randomBytes(LENGTH),
});

const top = print();

/** Returns the top sheet of the pad, for a message that is sent. */
export const takeSheet = (): Sheet => top;

/** Returns the sheet that a received message names; undefined if it does not exist. */
export const findSheet = (indicator: string): Sheet | undefined => (indicator === top.indicator ? top : undefined);

/** Encrypts and decrypts. Text beyond the length of the sheet is cut off. */
export const xor = (text: Buffer, { bytes }: Sheet): Buffer =>
  Buffer.from(text.subarray(0, bytes.length).map((byte, i) => byte ^ (bytes[i] ?? 0)));
