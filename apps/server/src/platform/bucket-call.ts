/** An object to store. */
export interface NewObject {
  size: number;
  /** Hash of all bytes, in hexadecimal. The store rejects bytes with another hash. */
  sha256: string;
  /** Called for each attempt. Its errors are rethrown unchanged. */
  bytes(): AsyncIterable<Uint8Array>;
}

/** A call to the store. */
export interface BucketCall {
  method: 'HEAD' | 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Omit for a call to the bucket itself. */
  key?: string;
  /** Parameters of the address. */
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** Metadata of a new object: name → value. */
  metadata?: Record<string, string>;
  /** SHA-256 of the body, in hexadecimal. */
  sha256?: string;
  bytes?: () => AsyncIterable<Uint8Array>;
}
