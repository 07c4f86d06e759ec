import type { EndpointAnswer } from '@hexpedition/contract';
import { useState } from 'react';
import { day, plural, tierName } from '#lib/format.ts';
import { useApi } from '#lib/query.ts';
import { storeUser } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Form, FormActions, useForm } from '#ui/form.tsx';
import { TextField } from '#ui/text-field.tsx';
import { SettingsSection } from './settings-section.tsx';

export function InviteSection() {
  const api = useApi();
  // Resolves the open dialog; undefined while it is closed.
  const [decide, setDecide] = useState<{ answer: (isWanted: boolean) => void }>();
  const form = useForm({
    fields: ['invite_code'],
    check: ({ invite_code }) => ({ invite_code: invite_code === '' ? 'Enter your invitation code.' : undefined }),
    ask: () => new Promise<boolean>((answer) => setDecide({ answer })).finally(() => setDecide(undefined)),
    send: (body) => api('POST /api/account/invite_code', { body }),
    onSuccess: ({ user }) => {
      if (user) storeUser(user);
    },
  });
  return (
    <SettingsSection title="Invitation code" lead="A code can unlock a tier for some time, or beta access.">
      <Form form={form}>
        <TextField
          label="Code"
          name="invite_code"
          mono
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={80}
          required
          error={form.problems.invite_code}
        />
        <FormActions done={form.answer && `Unlocked: ${grantText(form.answer.grants, Date.now()) || 'nothing new'}.`}>
          <Button type="submit" busy={form.isPending}>
            Use code
          </Button>
        </FormActions>
      </Form>
      <Dialog
        open={decide !== undefined}
        title="Use this code now?"
        onClose={() => decide?.answer(false)}
        footer={
          <>
            <Button variant="quiet" onClick={() => decide?.answer(false)}>
              Not yet
            </Button>
            <Button variant="primary" onClick={() => decide?.answer(true)}>
              Use it
            </Button>
          </>
        }
      >
        It takes effect immediately, and its days start to count. You can use a code once.
      </Dialog>
    </SettingsSection>
  );
}

const dayMs = 86_400_000;

type Grants = EndpointAnswer<'POST /api/account/invite_code'>['grants'];

/** Describes what an invitation code has granted: `Specialization for 30 days, until 3 Mar 2027, and beta access`. */
export function grantText({ tier, days, beta_access }: Grants, now: number): string {
  const given: string[] = [];
  if (tier !== null && days !== null) {
    const until = day(new Date(now + days * dayMs).toISOString());
    given.push(`${tierName(tier)} for ${plural(days, 'day')}, until ${until}${beta_access ? ',' : ''}`);
  } else if (tier !== null) given.push(`permanent ${tierName(tier)}`);
  if (beta_access) given.push('beta access');
  return given.join(' and ');
}
