import { sendHtml, sendPublic, serve } from '@hexpedition/lab-runtime/kit';
import { calculatorPage } from './page.ts';
import { compute } from './tide.ts';

serve((request, response) => {
  const { pathname, searchParams } = new URL(`http://harbour${request.url ?? '/'}`);
  if (pathname === '/style.css') return sendPublic(response, 'style.css');
  if (pathname !== '/') return response.writeHead(303, { location: '/' }).end();
  const formula = searchParams.get('formula') ?? '';
  sendHtml(response, 200, calculatorPage(formula, formula ? compute(formula) : undefined));
});
