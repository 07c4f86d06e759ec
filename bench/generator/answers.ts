/** What is known of one whole answer. */
export interface Answer {
  status: number;
}

const headEnd = Buffer.from('\r\n\r\n');
const lengthEnd = Buffer.from('ength: ');

/**
 * Reads the answers of one connection that has one request under way at a time. It looks for the status and the length
 * and passes over everything else, for the machine's time belongs to the server under test.
 */
export class AnswerReader {
  /** The beginning of a head that came in pieces. */
  #partial: Buffer | undefined;
  #status = 0;
  #bodyLeft = 0;
  #inBody = false;

  /**
   * @param chunk what came; it is not kept
   * @returns the answer that ends with this chunk, or undefined while it goes on
   * @throws Error where this is not an answer with a Content-Length, or goes on behind its end
   */
  read(chunk: Buffer): Answer | undefined {
    if (this.#inBody) return this.#readBody(chunk.length);
    const data = this.#partial ? Buffer.concat([this.#partial, chunk]) : chunk;
    const end = data.indexOf(headEnd);
    if (end < 0) {
      this.#partial = this.#partial ? data : Buffer.from(chunk);
      if (data.length > 65_536) throw new Error('The head of an answer is longer than 64 KiB.');
      return undefined;
    }
    this.#partial = undefined;
    this.#status = statusOf(data);
    this.#bodyLeft = hasBody(this.#status) ? contentLength(data, end) : 0;
    this.#inBody = true;
    return this.#readBody(data.length - end - headEnd.length);
  }

  #readBody(bytes: number): Answer | undefined {
    this.#bodyLeft -= bytes;
    if (this.#bodyLeft > 0) return undefined;
    if (this.#bodyLeft < 0) throw new Error('An answer goes on behind its end.');
    this.#inBody = false;
    return { status: this.#status };
  }
}

const hasBody = (status: number) => status >= 200 && status !== 204 && status !== 304;

/** `HTTP/1.1 200 …`: the digits begin at byte 9. */
function statusOf(data: Buffer): number {
  const status = Number(data.toString('latin1', 9, 12));
  if (!(status >= 100 && status <= 999)) throw new Error(`This is not HTTP: ${data.toString('latin1', 0, 40)}`);
  return status;
}

function contentLength(data: Buffer, headEndsAt: number): number {
  for (let at = data.indexOf(lengthEnd); at >= 0 && at < headEndsAt; at = data.indexOf(lengthEnd, at + 1)) {
    if (data.toString('latin1', at - 11, at).toLowerCase() !== '\r\ncontent-l') continue;
    return Number.parseInt(data.toString('latin1', at + lengthEnd.length, at + lengthEnd.length + 16), 10);
  }
  throw new Error('An answer has no Content-Length; the load generator reads no chunked answers.');
}
