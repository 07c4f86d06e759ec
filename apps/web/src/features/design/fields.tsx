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
        <TextField label="Username" placeholder="mara" hint="Visible to everyone." />
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
          <Switch label="On" hint="One sentence about its effect." defaultChecked />
          <Switch label="Off" hint="One sentence about its effect." />
          <Switch label="On, disabled" defaultChecked disabled />
          <Switch label="Off, disabled" disabled />
        </div>
      </div>
      <div className={css.row}>
        <Checkbox defaultChecked>Checked</Checkbox>
        <Checkbox>Unchecked</Checkbox>
        <Checkbox kind="radio" name="design" defaultChecked>
          Selected
        </Checkbox>
        <Checkbox kind="radio" name="design">
          Not selected
        </Checkbox>
      </div>
    </section>
  );
}
