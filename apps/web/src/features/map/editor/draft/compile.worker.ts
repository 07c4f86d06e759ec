import { compileMap } from '@hexpedition/hexkit/compile';
import type { CompileRequest } from './compile-request.ts';

/** Compiles and validates maps in a worker, so that the page stays responsive. */
self.onmessage = ({ data }: MessageEvent<CompileRequest>) => {
  self.postMessage(compileMap(data.document, data.known));
};
