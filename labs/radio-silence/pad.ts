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

const top = print();

/** The sheet that lies on top of the pad, for a message that is sent. */
export const takeSheet = (): Sheet => top;

/** The sheet that a message names which came in; undefined if nobody has it. */
export const findSheet = (indicator: string): Sheet | undefined => (indicator === top.indicator ? top : undefined);

/** Encrypts and decrypts; what is longer than the sheet is cut off. */
export const xor = (text: Buffer, { bytes }: Sheet): Buffer =>
  Buffer.from(text.subarray(0, bytes.length).map((byte, i) => byte ^ (bytes[i] ?? 0)));
