import { Page } from '#ui/page.tsx';
import { Cookies } from './cookies.tsx';
import css from './legal-page.module.css';

/** Legal notes about the software and this site's configuration. Operators add their own notices elsewhere. */
export function LegalPage() {
  return (
    <Page title="Legal" width="text">
      <div className={css.prose}>
        <h2>Licence</h2>
        <p>
          Hexpedition is free software under the{' '}
          <a href="https://www.apache.org/licenses/LICENSE-2.0" rel="noreferrer">
            Apache License, version 2.0
          </a>
          . You may use, change and redistribute it; it comes without warranty.
        </p>
        <Cookies />
        <h2>Payment data</h2>
        <p>
          Paddle sells the plans of this site as merchant of record: it takes the payment, and issues and stores the
          invoice. This site stores your Paddle customer number and your country until your account is deleted. For
          bookkeeping it also stores your payments: amounts, dates, invoice numbers, card type and last four digits, and
          the name on the card if Paddle provides it. Card numbers never reach this site.
        </p>
        <p>
          Deleting your account ends a subscription with the paid period. Past payments stay in the books, without your
          account, and your invoices stay with Paddle.
        </p>
        <h2>The labs</h2>
        <p>
          Files in your home directory of a lab’s workspace are stored on this site’s server for the next time that you
          start the lab. They are deleted when you delete the home, and when your account is deleted.
        </p>
        <p>
          You may attack the labs on this site: each lab is started for you alone. Outside of them, use what you learn
          only on systems that you own or that you were asked to test. Anything else is a crime in most countries.
        </p>
      </div>
    </Page>
  );
}
