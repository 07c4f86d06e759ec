import type { AdminMailTemplates } from '@hexpedition/contract';
import { Link } from '@tanstack/react-router';
import { when } from '#lib/format.ts';
import { usePersonalQuery } from '#lib/query.ts';
import { Chip } from '#ui/chip.tsx';
import { cx } from '#ui/cx.ts';
import { LoadError } from '#ui/load-error.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import admin from '../../admin.module.css';
import { mailTemplatesQuery } from '../../admin-queries.ts';
import lines from '../../lines.module.css';
import emailCss from '../email.module.css';
import { EmailFrame } from '../email-frame.tsx';

const groups = [
  { id: 'account', title: 'Account' },
  { id: 'payments', title: 'Payments' },
] as const;

/** List of all mail templates. */
export function MailTemplatesPage() {
  const { data, error, isFetching, refetch } = usePersonalQuery(mailTemplatesQuery);
  return (
    <EmailFrame lead="Mails that the platform sends automatically. Open one to preview it and change its text.">
      {error && !data && <LoadError what="The mail templates" {...{ error, isFetching, refetch }} />}
      {!data && !error && <Skeleton shape="block" lines={3} />}
      {data &&
        groups.map(({ id, title }) => (
          <section key={id} className={admin.section} aria-labelledby={id}>
            <h2 id={id} className={emailCss.title}>
              {title}
            </h2>
            <ul>
              {data.templates
                .filter(({ group }) => group === id)
                .map((template) => (
                  <TemplateRow key={template.kind} template={template} />
                ))}
            </ul>
          </section>
        ))}
    </EmailFrame>
  );
}

function TemplateRow({ template }: { template: AdminMailTemplates['templates'][number] }) {
  const { kind, subject, changed, changed_at, changed_by, problems, former_default } = template;
  return (
    <li className={cx(lines.item, emailCss.item)}>
      <Link className={cx(lines.line, emailCss.line)} to="/admin/email/templates/$kind" params={{ kind }}>
        <span className={emailCss.name}>{subject}</span>
        <span className={emailCss.facts}>
          <span className={emailCss.kind}>{kind}</span>
          {Object.keys(problems).length > 0 && <Chip tone="coral">invalid</Chip>}
          {changed.length > 0 && <Chip tone="beacon">customized</Chip>}
          {Object.keys(former_default).length > 0 && <Chip>default changed</Chip>}
          {changed.length > 0 && changed_at && (
            <span>
              {when(changed_at)}
              {changed_by && ` by ${changed_by}`}
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}
