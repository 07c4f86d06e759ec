import { parentPort, workerData } from 'node:worker_threads';
import { type CompileTask, compileInProcess } from './compile-in-process.ts';

parentPort?.postMessage(compileInProcess(workerData as CompileTask));
