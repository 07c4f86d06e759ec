import { Page } from '#ui/page.tsx';
import { Cookies } from './cookies.tsx';
import css from './legal-page.module.css';

/** What is true of the software, and of this site as it is set up; other notices are the operator's to add. */
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
          . You may use it, change it and pass it on; it comes without warranty.
        </p>
        <Cookies />
        <h2>What is known of those who pay</h2>
        <p>
          Where plans are sold, Paddle sells them as merchant of record: it takes the payment, writes the invoice and
          keeps it. This site keeps your number as a customer of Paddle and your country until your account is deleted,
          and for its bookkeeping your payments: sums, days, numbers of invoices, the type of the card and its last four
          digits, and the name on it where Paddle tells it. Card numbers never come here.
        </p>
        <p>
          Asking for the deletion of your account ends a subscription with what is paid. What was paid stays in the
          books then, without your account, and your invoices stay with Paddle.
        </p>
        <h2>The labs</h2>
        <p>
          What you make in the home of a lab’s workspace is kept on this site’s server, for the next time that you start
          that lab. It is gone when you throw the home away, and when your account is deleted.
        </p>
        <p>
          What you attack here is yours to attack: each lab is started for you alone. What you learn is for systems that
          you own or that you have been asked to test. Anything else is a crime in most places, and it is not what this
          is for.
        </p>
      </div>
    </Page>
  );
}
