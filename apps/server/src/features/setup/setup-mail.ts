import { renderMail } from '#features/mail-templates/mail-templates.public';

/** Returns the test mail of the setup wizard. */
export function renderSetupMail(publicUrl: string, site: string) {
  const { host } = new URL(publicUrl);
  return renderMail({
    site,
    subject: `Test mail from ${host}`,
    preview: 'The mail server works.',
    heading: 'The mail server works',
    paragraphs: [`The setup of ${host} sent this mail. Learners will get mails about their accounts in the same way.`],
    action: { label: 'Open the site', url: `${publicUrl}/map` },
    question: 'Not you?',
    otherwise: 'Someone entered your address by mistake. You can ignore this mail.',
    reason: `You get this because someone who sets up ${host} entered your address.`,
  });
}
