import { createServer, type ServerResponse } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import type { StartUpAddress, StartUpMessage } from './start-up-server.ts';

/* Answers requests while the main thread starts the platform. An import of the courses blocks that thread for seconds. */

const send = (response: ServerResponse, status: number, text: string): void => {
  const body = JSON.stringify({ status: text });
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
  response.writeHead(status, status === 200 ? headers : { ...headers, 'retry-after': '5' }).end(body);
};

const server = createServer((request, response) => {
  const path = request.url?.split('?')[0];
  if (path === '/healthz') send(response, 200, 'ok');
  else send(response, 503, 'starting');
});

const post = (message: StartUpMessage): void => parentPort?.postMessage(message);
const { host, port } = workerData as StartUpAddress;
server.once('error', (error: NodeJS.ErrnoException) => post({ failed: { code: error.code, message: error.message } }));
server.listen(port, host, () => post('listening'));

parentPort?.once('message', () => {
  server.close(() => post('closed'));
  server.closeAllConnections();
});
