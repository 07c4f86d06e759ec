import { parentPort, workerData } from 'node:worker_threads';
import { type CompileTask, compileHere } from './compile-here.ts';

parentPort?.postMessage(compileHere(workerData as CompileTask));
