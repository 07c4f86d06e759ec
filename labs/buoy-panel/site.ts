import { createLearnerSite } from '../shared/learner-site.ts';
import { PANEL } from './names.ts';

export const MAX_PAGE_LENGTH = 8000;

const FIRST_PAGE = `<!doctype html>
<title>Weather over the Teeth</title>
<h1>Fog, mostly</h1>
<iframe id="panel" src="${PANEL}/"></iframe>
<script>
addEventListener('message', event => {
  const text = event.origin + ' says ' + JSON.stringify(event.data)
  fetch('/drop', { method: 'POST', body: text })
})
</script>`;

export const site = createLearnerSite({
  host: 'weather.example',
  page: FIRST_PAGE,
  maxLetterLength: 3000,
  reserved: {
    domain: 'buoys.example',
    message: 'buoys.example and all its subdomains belong to the buoy office.',
  },
});
