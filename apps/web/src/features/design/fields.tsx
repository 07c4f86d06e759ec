import { Checkbox } from '#ui/checkbox.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import css from './design-page.module.css';

export function Fields() {
  return (
    <section className={css.section}>
      <h2>Fields</h2>
      <div className={css.grid}>
        <TextField label="Username" placeholder="mara" hint="Everybody can see it." />
        <TextField
          label="Email"
          optional
          defaultValue="not an address"
          error="This does not look like an email address."
        />
        <TextField label="Flag" mono placeholder="flag{…}" />
        <PasswordField label="Password" autoComplete="new-password" defaultValue="night-chart" />
      </div>
      <div className={css.row}>
        <Checkbox defaultChecked>Chosen</Checkbox>
        <Checkbox>Not chosen</Checkbox>
        <Checkbox kind="radio" name="design" defaultChecked>
          This
        </Checkbox>
        <Checkbox kind="radio" name="design">
          or that
        </Checkbox>
      </div>
    </section>
  );
}
