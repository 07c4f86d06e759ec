import type { Hexmap, MapDocument } from '@hexpedition/contract';
import type { Issue } from '@hexpedition/hexkit/issues';
import type { KnownSlugs } from '@hexpedition/hexkit/validate';
import { useEffect, useRef, useState } from 'react';
import { trusted } from '#lib/trusted-types.ts';
import workerUrl from './compile.worker.ts?worker&url';
import type { CompileRequest } from './compile-request.ts';

export interface CompiledMap {
  map: Hexmap;
  issues: Issue[];
  /** Document that it was compiled from. It may be older than the current one. */
  source: MapDocument;
}

/** Compiles and validates the map in a worker and returns the latest result. Changes during a run are compiled together. */
export function useCompiledMap(document: MapDocument, known: KnownSlugs): CompiledMap | undefined {
  const [compiled, setCompiled] = useState<CompiledMap>();
  const run = useRef<(request: CompileRequest) => void>(undefined);

  useEffect(() => {
    const compiler = startCompiler(setCompiled);
    run.current = compiler.run;
    return () => {
      run.current = undefined;
      compiler.end();
    };
  }, []);

  useEffect(() => run.current?.({ document, known }), [document, known]);
  return compiled;
}

function startCompiler(onResult: (compiled: CompiledMap) => void) {
  let worker: Worker | undefined = new Worker(trusted().createScriptURL(workerUrl), { type: 'module' });
  let running: CompileRequest | undefined;
  let waiting: CompileRequest | undefined;

  const next = () => {
    running = waiting;
    waiting = undefined;
    if (running && worker) worker.postMessage(running);
    else if (running) void compileHere(running);
  };
  const done = (result: Pick<CompiledMap, 'map' | 'issues'>) => {
    if (running) onResult({ ...result, source: running.document });
    next();
  };
  /** Fallback without a worker: compiles on the main thread. */
  const compileHere = async ({ document, known }: CompileRequest) => {
    const { compileMap } = await import('@hexpedition/hexkit/compile');
    done(compileMap(document, known));
  };
  worker.onmessage = ({ data }: MessageEvent<Pick<CompiledMap, 'map' | 'issues'>>) => done(data);
  worker.onerror = () => {
    worker?.terminate();
    worker = undefined;
    if (running) void compileHere(running);
  };
  return {
    run(request: CompileRequest) {
      waiting = request;
      if (!running) next();
    },
    end() {
      waiting = undefined;
      worker?.terminate();
    },
  };
}
