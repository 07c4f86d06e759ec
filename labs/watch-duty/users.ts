/** Credentials of a process: its real user, and its effective ones. */
export interface Creds {
  ruid: number;
  euid: number;
  rgid: number;
  egid: number;
  groups: number[];
  /** Capabilities, as `getcap` writes them. */
  caps: string;
}

export interface User {
  name: string;
  uid: number;
  gid: number;
  gecos: string;
  home: string;
  shell: string;
}

export const users: readonly User[] = [
  { name: 'root', uid: 0, gid: 0, gecos: 'root', home: '/root', shell: '/bin/bash' },
  { name: 'daemon', uid: 1, gid: 1, gecos: 'daemon', home: '/usr/sbin', shell: '/usr/sbin/nologin' },
  { name: 'man', uid: 6, gid: 12, gecos: 'man', home: '/var/cache/man', shell: '/usr/sbin/nologin' },
  { name: 'nell', uid: 1001, gid: 1001, gecos: 'Nell Farrow, night watch', home: '/home/nell', shell: '/bin/bash' },
  { name: 'otto', uid: 1002, gid: 1002, gecos: 'Otto Halvorsen, first watch', home: '/home/otto', shell: '/bin/bash' },
  {
    name: 'ines',
    uid: 1003,
    gid: 1003,
    gecos: 'Ines Roth, keeper of the light',
    home: '/home/ines',
    shell: '/bin/bash',
  },
];

export const groups: readonly { name: string; gid: number; members: string[] }[] = [
  { name: 'root', gid: 0, members: [] },
  { name: 'daemon', gid: 1, members: [] },
  { name: 'man', gid: 12, members: [] },
  { name: 'shadow', gid: 42, members: [] },
  { name: 'nell', gid: 1001, members: [] },
  { name: 'otto', gid: 1002, members: [] },
  { name: 'ines', gid: 1003, members: [] },
  { name: 'watch', gid: 1100, members: ['nell', 'otto'] },
  { name: 'keepers', gid: 1101, members: ['ines'] },
];

export const userNamed = (name: string): User | undefined => users.find((user) => user.name === name);
export const userOf = (uid: number): string => users.find((user) => user.uid === uid)?.name ?? String(uid);
export const groupOf = (gid: number): string => groups.find((group) => group.gid === gid)?.name ?? String(gid);
export const uidOf = (name: string): number | undefined =>
  userNamed(name)?.uid ?? (/^\d{1,9}$/.test(name) ? Number(name) : undefined);
export const gidOf = (name: string): number | undefined =>
  groups.find((group) => group.name === name)?.gid ?? (/^\d{1,9}$/.test(name) ? Number(name) : undefined);

/** The groups of a login, the user's own first. */
export const groupsOf = ({ name, gid }: User): number[] => [
  gid,
  ...groups.filter(({ members }) => members.includes(name)).map((group) => group.gid),
];

export const credsOf = (user: User): Creds => ({
  ruid: user.uid,
  euid: user.uid,
  rgid: user.gid,
  egid: user.gid,
  groups: groupsOf(user),
  caps: '',
});
