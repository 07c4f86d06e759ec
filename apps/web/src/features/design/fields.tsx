import { Checkbox } from '#ui/checkbox.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { Switch } from '#ui/switch.tsx';
import { TextArea } from '#ui/text-area.tsx';
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
        <TextArea label="About you" optional defaultValue="Reads packets for breakfast." hint="28 of 600 characters" />

        <SelectField label="Country" defaultValue="IS">
          <option value="IS">Iceland</option>
          <option value="NO">Norway</option>
        </SelectField>
        <div className={css.section}>
          <Switch label="On" hint="What it does, in a sentence." defaultChecked />
          <Switch label="Off" hint="What it does, in a sentence." />
          <Switch label="On, and not to be changed" defaultChecked disabled />
          <Switch label="Off, and not to be changed" disabled />
        </div>
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
