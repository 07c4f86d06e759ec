import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Kbd } from '#ui/kbd.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Menu, MenuItem, MenuLink, MenuNote, MenuSeparator } from '#ui/menu.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { Tooltip } from '#ui/tooltip.tsx';
import css from './design-page.module.css';

const variants = ['primary', 'secondary', 'quiet', 'danger'] as const;
const systems = ['Linux', 'macOS', 'Windows'] as const;

export function Controls() {
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
