import { compileMap } from '@hexpedition/hexkit/compile';
import type { CompileRequest } from './use-compiled.ts';

/** Draws and checks maps beside the page, so that the page stays awake. */
self.onmessage = ({ data }: MessageEvent<CompileRequest>) => {
  self.postMessage(compileMap(data.document, data.known));
};
