import { endingOf, type UploadFolder, type uploadEndings } from '@hexpedition/contract';

export type MediaFolder = Exclude<UploadFolder, 'figures'>;

interface MediaType {
  contentType: string;
  /** Checks whether the first bytes of a file have the signature of its type; omitted for types without a signature. */
  hasSignature?: (head: Buffer) => boolean;
  /** Displayed in the browser; all other types are downloads. */
  inline?: true;
}

const starts = (hex: string) => (head: Buffer) => head.toString('hex').startsWith(hex);
const text = (contentType: string): MediaType => ({ contentType: `${contentType}; charset=utf-8` });
const binary: MediaType = { contentType: 'application/octet-stream' };

const webm: MediaType = {
  contentType: 'video/webm',
  // Matroska with the document type "webm".
  hasSignature: (head) => starts('1a45dfa3')(head) && head.includes('webm'),
  inline: true,
};
const mp4: MediaType = {
  contentType: 'video/mp4',
  hasSignature: (head) => head.toString('latin1', 4, 8) === 'ftyp',
  inline: true,
};
const vtt: MediaType = { contentType: 'text/vtt; charset=utf-8', inline: true };
const webp: MediaType = {
  contentType: 'image/webp',
  hasSignature: (head) => head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP',
  inline: true,
};
const png: MediaType = { contentType: 'image/png', hasSignature: starts('89504e470d0a1a0a'), inline: true };
const jpeg: MediaType = { contentType: 'image/jpeg', hasSignature: starts('ffd8ff'), inline: true };
const html: MediaType = { contentType: 'text/html; charset=utf-8', inline: true };

const zip: MediaType = { contentType: 'application/zip', hasSignature: starts('504b') };
const gzip: MediaType = { contentType: 'application/gzip', hasSignature: starts('1f8b') };

/** Allowed extensions of a folder; downloads may also be without an extension. */
type Ending<F extends MediaFolder> = (typeof uploadEndings)[F][number] | (F extends 'files' ? '' : never);

/** Allowed types of each folder, by extension. Only demos are ever served as HTML. */
const types = {
  videos: { webm, mp4, vtt, webp, png, jpg: jpeg, jpeg },
  files: {
    txt: text('text/plain'),
    md: text('text/markdown'),
    csv: text('text/csv'),
    log: text('text/plain'),
    json: text('application/json'),
    yaml: text('application/yaml'),
    sql: text('text/plain'),
    py: text('text/plain'),
    sh: text('text/plain'),
    c: text('text/plain'),
    asm: text('text/plain'),
    pem: text('text/plain'),
    pub: text('text/plain'),
    pdf: { contentType: 'application/pdf', hasSignature: starts('255044462d') },
    png,
    jpg: jpeg,
    jpeg,
    webp,
    wav: { contentType: 'audio/wav', hasSignature: starts('52494646') },
    zip,
    jar: zip,
    apk: zip,
    gz: gzip,
    tgz: gzip,
    xz: { contentType: 'application/x-xz', hasSignature: starts('fd377a585a00') },
    '7z': { contentType: 'application/x-7z-compressed', hasSignature: starts('377abcaf271c') },
    tar: { contentType: 'application/x-tar' },
    pcap: { contentType: 'application/vnd.tcpdump.pcap' },
    pcapng: { contentType: 'application/x-pcapng', hasSignature: starts('0a0d0d0a') },
    sqlite: { contentType: 'application/vnd.sqlite3' },
    bin: binary,
    elf: binary,
    exe: binary,
    img: binary,
    dump: binary,
    class: binary,
    ab: binary,
    plist: text('application/xml'),
    // A Unix program without an extension.
    '': binary,
  },
  demos: { html },
} as const satisfies { [F in MediaFolder]: Record<Ending<F>, MediaType> };

export const mediaFolders = Object.keys(types) as MediaFolder[];

export const findType = (folder: MediaFolder, name: string): MediaType | undefined => {
  const extension = endingOf(name);
  const known: Readonly<Record<string, MediaType>> = types[folder];
  return Object.hasOwn(known, extension) ? known[extension] : undefined;
};

/** Checks whether a file name has an extension of this type, so that a URL cannot present a file as another type. */
export const hasMatchingExtension = (name: string, contentType: string): boolean =>
  mediaFolders.some((folder) => findType(folder, name)?.contentType === contentType);

const inlineTypes = new Set(
  Object.values(types).flatMap((folder) =>
    Object.values<MediaType>(folder).flatMap(({ inline, contentType }) => (inline ? [contentType] : [])),
  ),
);
export const isInline = (contentType: string): boolean => inlineTypes.has(contentType);
export const isPage = (contentType: string): boolean => contentType === html.contentType;

/** URL of a file. A hash cannot be guessed, so only readers who were given the URL can open it. */
export const mediaPath = (hash: string, name: string): string => `/media/${hash}/${name}`;
