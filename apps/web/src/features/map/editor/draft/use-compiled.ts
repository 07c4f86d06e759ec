import type { Hexmap, MapDocument } from '@hexpedition/contract';
import type { Issue } from '@hexpedition/hexkit/issues';
import type { KnownSlugs } from '@hexpedition/hexkit/validate';
import { useEffect, useRef, useState } from 'react';
import { trusted } from '#lib/trusted-types.ts';
import workerUrl from './compile.worker.ts?worker&url';

export interface CompileRequest {
  document: MapDocument;
  known: KnownSlugs;
}

export interface Compiled {
  map: Hexmap;
  issues: Issue[];
  /** What it was made of: while that is not the document of now, the picture is a moment behind. */
  of: MapDocument;
}

/** The map drawn and checked in a worker: the newest that is ready. Changes that come meanwhile wait as one. */
export function useCompiled(document: MapDocument, known: KnownSlugs): Compiled | undefined {
  const [compiled, setCompiled] = useState<Compiled>();
  const run = useRef<(request: CompileRequest) => void>(undefined);

  // A worker is outside React.
  useEffect(() => {
    const compile = openCompiler(setCompiled);
    run.current = compile.run;
    return () => {
      run.current = undefined;
      compile.end();
    };
  }, []);

  useEffect(() => run.current?.({ document, known }), [document, known]);
  return compiled;
}

function openCompiler(tell: (compiled: Compiled) => void) {
  let worker: Worker | undefined = new Worker(trusted().createScriptURL(workerUrl), { type: 'module' });
  let running: CompileRequest | undefined;
  let waiting: CompileRequest | undefined;

  const next = () => {
    running = waiting;
    waiting = undefined;
    if (running && worker) worker.postMessage(running);
    else if (running) void here(running);
  };
  const done = (answer: Pick<Compiled, 'map' | 'issues'>) => {
    if (running) tell({ ...answer, of: running.document });
    next();
  };
  /** Without a worker the page does it itself, with a pause. */
  const here = async ({ document, known }: CompileRequest) => {
    const { compileMap } = await import('@hexpedition/hexkit/compile');
    done(compileMap(document, known));
  };
  worker.onmessage = ({ data }: MessageEvent<Pick<Compiled, 'map' | 'issues'>>) => done(data);
  worker.onerror = () => {
    worker?.terminate();
    worker = undefined;
    if (running) void here(running);
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
