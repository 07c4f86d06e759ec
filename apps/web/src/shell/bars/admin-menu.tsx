import { adminPages } from '../admin-pages.ts';
import { Entry, SubEntry } from './menu-entries.tsx';

/** What superusers find in the side menu besides. */
export default function AdminMenu() {
  return (
    <>
      <Entry to="/admin" icon="shield" exact>
        Admin
      </Entry>
      <li>
        <ul aria-label="Admin">
          {adminPages.map(({ to, params, label }) => (
            <SubEntry key={label} to={to} {...(params && { params })}>
              {label}
            </SubEntry>
          ))}
        </ul>
      </li>
    </>
  );
}
