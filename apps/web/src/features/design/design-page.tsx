import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Kbd } from '#ui/kbd.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Menu, MenuItem, MenuLink, MenuNote, MenuSeparator } from '#ui/menu.tsx';
import { Page } from '#ui/page.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { Switch } from '#ui/switch.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import { Tooltip } from '#ui/tooltip.tsx';
import css from './design-page.module.css';
import { Surfaces } from './surfaces.tsx';
import { Tokens } from './tokens.tsx';

const variants = ['primary', 'secondary', 'quiet', 'danger'] as const;
const systems = ['Linux', 'macOS', 'Windows'] as const;

function Controls() {
  const [system, setSystem] = useState<(typeof systems)[number]>('Linux');
  return (
    <section className={css.section}>
      <h2>Buttons, menu, tabs</h2>
      {([undefined, 'sm'] as const).map((size) => (
        <div key={size ?? 'md'} className={css.row}>
          {variants.map((variant) => (
            <Button key={variant} variant={variant} {...(size ? { size } : {})}>
              {variant}
            </Button>
          ))}
          <Button variant="primary" icon="play" {...(size ? { size } : {})}>
            Start lab
          </Button>
          <Button variant="primary" busy {...(size ? { size } : {})}>
            Starting
          </Button>
          <Button disabled {...(size ? { size } : {})}>
            Disabled
          </Button>
          <LinkButton to="/map" icon="map" {...(size ? { size } : {})}>
            Link
          </LinkButton>
          <Tooltip text="Copy the address">
            {(props) => <Button square icon="copy" aria-label="Copy" {...props} {...(size ? { size } : {})} />}
          </Tooltip>
        </div>
      ))}
      <div className={css.row}>
        <Menu align="start" trigger={(props) => <Button {...props}>Menu</Button>}>
          <MenuNote>mara</MenuNote>
          <MenuSeparator />
          <MenuLink to="/map" icon="map">
            Map
          </MenuLink>
          <MenuItem icon="logout" onClick={() => undefined}>
            Log out
          </MenuItem>
        </Menu>
        <span>
          <Kbd>G</Kbd> <Kbd>M</Kbd>
        </span>
      </div>
      <Tabs
        label="System"
        value={system}
        onChange={setSystem}
        tabs={systems.map((id) => ({ id, label: id, panel: <p>Instructions for {id}.</p> }))}
      />
    </section>
  );
}

/** Every token and every component, in every state. Development only. */
export function DesignPage() {
  const [open, setOpen] = useState(false);
  return (
    <Page label="Development" title="Design system" lead="Every token and every component, in every state.">
      <div className={css.sections}>
        <Tokens />
        <Controls />
        <section className={css.section}>
          <h2>Dialog and toasts</h2>
          <div className={css.row}>
            <Button onClick={() => setOpen(true)}>Open a dialog</Button>
            <Button onClick={() => toast('Your lab is ready.', 'good')}>Good toast</Button>
            <Button onClick={() => toast('The notes could not be saved. They are saved in this browser.', 'bad')}>
              Bad toast
            </Button>
          </div>
          <Dialog
            open={open}
            onClose={() => setOpen(false)}
            title="Stop the lab?"
            footer={
              <>
                <Button onClick={() => setOpen(false)}>Keep it running</Button>
                <Button variant="danger" onClick={() => setOpen(false)}>
                  Stop it
                </Button>
              </>
            }
          >
            Your changes in the lab are lost. You keep the flags that you found.
          </Dialog>
        </section>
        <Fields />
        <Surfaces />
      </div>
    </Page>
  );
}

function Fields() {
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
