import { createSmtp } from '#platform/smtp';
import { type Check, ok, problem, warning } from '../check.ts';

/** Sends a test mail. */
export const mailCheck: Check = {
  name: 'Mail',
  async run({ config, mailTo }) {
    if (config.smtpUrl === null)
      return [
        warning(
          'There is no mail server: mails stay in the outbox at /admin/email/outbox.',
          'Set SMTP_URL and MAIL_FROM.',
        ),
      ];
    if (mailTo === null)
      return [warning('The mail server was not tried.', 'Run: npm run doctor -- --mail <your address>')];
    const mailer = createSmtp(config.smtpUrl, config.mailFrom);
    try {
      const text = `This mail shows that ${config.publicUrl} can send mails.`;
      await mailer.deliver({ to: mailTo, subject: 'Test mail', text, html: `<p>${text}</p>` });
      return [ok(`The mail server accepted a test mail to ${mailTo}. Check that it arrives, and not as spam.`)];
    } catch (error) {
      return [
        problem(
          (error as Error).message,
          'Correct SMTP_URL (user, password, port) and MAIL_FROM. Write @ in the password as %40.',
        ),
      ];
    } finally {
      mailer.close();
    }
  },
};
